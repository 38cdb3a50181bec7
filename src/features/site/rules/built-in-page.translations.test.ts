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

const BRITISH =
  /United Kingdom|England|Scotland|Northern Ireland|Information Commissioner|ico\.org|Equality|Leeds/

it.each([
  ['New York', 'America/New_York', 'en-US'],
  ['Berlin, in English', 'Europe/Berlin', 'en-GB'],
  ['Dublin', 'Europe/Dublin', 'en-IE'],
  ['Berlin', 'Europe/Berlin', 'de-DE'],
  ['Montréal', 'America/Toronto', 'fr-CA'],
  ['Buenos Aires', 'America/Argentina/Buenos_Aires', 'es-AR'],
  ['Cairo', 'Africa/Cairo', 'ar-EG'],
])('names no address and no law of the United Kingdom in a newspaper of %s', (_, timeZone, locale) => {
  applyPlace({ timeZone, locale, weekStart: 'monday' })
  for (const page of PAGES) expect(builtInPage(page, site)).not.toMatch(BRITISH)
})

it('names the law of the United Kingdom in London', () => {
  expect(PAGES.filter((page) => BRITISH.test(builtInPage(page, site)))).toEqual([...PAGES])
})
