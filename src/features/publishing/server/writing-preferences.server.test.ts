import { afterAll, beforeEach, expect, it } from 'vitest'
import { createNewsroom } from '../testing/newsroom.ts'
import { changeWritingPreferences, findWritingPreferences } from './writing-preferences.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben } = newsroom

beforeEach(() => pool.query('delete from writing_preferences'))
afterAll(() => newsroom.database.drop())

it('asks before publishing and uses the person’s name, until the person decides otherwise', async () => {
  expect(await findWritingPreferences(db, ada)).toEqual({ byline: null, asksBeforePublishing: true })
  await changeWritingPreferences(db, ada, { asksBeforePublishing: false })
  await changeWritingPreferences(db, ada, { byline: 'A. Penrose' })
  expect(await findWritingPreferences(db, ada)).toEqual({ byline: 'A. Penrose', asksBeforePublishing: false })
  await changeWritingPreferences(db, ada, { byline: null, asksBeforePublishing: true })
  expect(await findWritingPreferences(db, ada)).toEqual({ byline: null, asksBeforePublishing: true })
})

it('keeps the preferences of others, and keeps its own after an empty change', async () => {
  await changeWritingPreferences(db, ada, { byline: '' })
  await changeWritingPreferences(db, ada, {})
  expect((await findWritingPreferences(db, ada)).byline).toBe('')
  expect((await findWritingPreferences(db, ben)).byline).toBeNull()
})
