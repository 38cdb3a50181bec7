import { afterEach, expect, it } from 'vitest'
import { applyPlace } from '#kernel/time/apply-place.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { builtInPage } from './built-in-page.ts'

afterEach(() => applyPlace(DEFAULT_PLACE))

const PAGES = ['about', 'contact', 'privacy-policy', 'terms-of-service', 'accessibility'] as const
const site = {
  siteName: 'Die <Zeitung>',
  contactEmail: 'redaktion@zeitung.example',
  origin: 'https://www.zeitung.example',
  today: '2026-11-30T12:00:00Z',
}

it.each([
  ['de-DE', '30. November 2026'],
  ['fr-FR', '30 novembre 2026'],
  ['es-ES', '30 de noviembre de 2026'],
  ['ar-EG', '٣٠ نوفمبر ٢٠٢٦'],
])('writes every page in %s with the name, addresses and date', (locale, day) => {
  applyPlace({ timeZone: 'Europe/Berlin', locale, weekStart: 'monday' })
  for (const page of PAGES) {
    const html = builtInPage(page, site)
    expect(html).toContain('Die &lt;Zeitung&gt;')
    expect(html).toContain(day)
    expect(html).toMatch(/@zeitung\.example/)
    expect(html).not.toMatch(/[{}]|Last updated|Leeds/)
  }
})
