import { afterAll, afterEach, expect, it } from 'vitest'
import { applyPlaceAndLanguage } from '#features/language/server/language.server.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { composeEmailContent } from './compose-email.server.tsx'
import { composeConfirmation } from './link-handlers.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())
afterEach(() => applyPlaceAndLanguage(DEFAULT_PLACE))

const NOW = new Date('2026-11-30T12:00:00Z')
const draft = {
  template: 'announcement' as const,
  article: null,
  subject: 'S',
  preview: '',
  content: 'Text',
}

it.each([
  ['de-DE', 'ltr', 'Abbestellen', 'Bestätigen Sie Ihr Abonnement von '],
  ['ar-EG', 'rtl', 'إلغاء الاشتراك', 'أكّد اشتراكك في '],
])('writes emails in the language and direction of a newspaper in %s', async (locale, dir, end, subject) => {
  applyPlaceAndLanguage({ timeZone: 'Europe/Berlin', locale, weekStart: 'monday' })
  const composed = await composeEmailContent(db, draft, NOW)
  const { html, text } = composed.kind === 'ready' ? composed.email : { html: '', text: '' }
  expect(html).toContain(`<html lang="${locale}`)
  expect(html).toContain(`dir="${dir}"`)
  expect(text).toContain(end)
  expect(html + text).not.toMatch(/Unsubscribe|You are receiving/)
  await pool.query('delete from newsletter_subscribers')
  const message = await composeConfirmation(db, { email: `a@${dir}.example`, fullName: null }, NOW)
  expect(message?.subject).toContain(subject)
  expect(message?.text).not.toMatch(/open this link|expires/)
})
