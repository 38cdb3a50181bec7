import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { phrase } from '#kernel/text/phrase.ts'
import { formatDayAndTime, formatShortDay } from '#kernel/time/dates.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { unavailablePage } from '#platform/render/unavailable-page.server.ts'
import {
  applyPhrases,
  applyPlaceAndLanguage,
  handlePhrases,
  localeAttributes,
  localeVersion,
  renderInEnglish,
} from './language.server.ts'

const BERLIN = { timeZone: 'Europe/Berlin', locale: 'de-DE', weekStart: 'monday' } as const
const CAIRO = { timeZone: 'Africa/Cairo', locale: 'ar-EG', weekStart: 'saturday' } as const

afterEach(() => {
  applyPhrases('en', {})
  applyPhrases('de', {})
  applyPlaceAndLanguage(DEFAULT_PLACE)
})

const addressOf = () => localeAttributes()['data-phrases'] ?? ''

describe('localeAttributes', () => {
  it('gives English browsers nothing to load', () => {
    expect(JSON.parse(JSON.stringify(localeAttributes()))).toEqual({ lang: 'en-GB' })
  })

  it('names the direction, the digits and the phrases of Arabic', () => {
    applyPlaceAndLanguage(CAIRO)
    const attributes = localeAttributes()
    expect(attributes).toMatchObject({ lang: 'ar-EG', dir: 'rtl' })
    expect(attributes['data-phrases']).toMatch(/^\/assets\/phrases-ar-[0-9a-f]{16}\.json$/)
    expect(JSON.parse(attributes['data-place'] ?? '')).toEqual({
      ...CAIRO,
      locale: 'ar-EG-u-ca-gregory-nu-arab',
    })
  })
})

describe('localeVersion', () => {
  it('changes with the language, the time zone and replaced phrases', () => {
    const versions = [localeVersion()]
    applyPhrases('en', { Home: 'Front' })
    versions.push(localeVersion())
    applyPhrases('en', {})
    expect(localeVersion()).toBe(versions[0])
    applyPlaceAndLanguage({ ...DEFAULT_PLACE, timeZone: 'America/New_York' })
    versions.push(localeVersion())
    applyPlaceAndLanguage(BERLIN)
    versions.push(localeVersion())
    applyPhrases('de', { Home: 'Titelseite' })
    versions.push(localeVersion())
    expect(new Set(versions).size).toBe(versions.length)
  })
})

describe('renderInEnglish', () => {
  const iso = '2026-11-23T18:05:00Z'

  it('writes texts and dates in English, in the time zone of the newspaper', () => {
    applyPlaceAndLanguage(CAIRO)
    expect(formatDayAndTime(iso)).not.toMatch(/[a-z]/i)
    renderInEnglish(() => {
      expect(localeAttributes()).toMatchObject({ lang: 'en-GB' })
      expect(formatDayAndTime(iso)).toBe('23 November 2026 at 20:05')
      expect(formatShortDay(iso)).toBe('23 Nov 2026')
    })
  })

  it('keeps the English of the newspaper', () => {
    applyPlaceAndLanguage({ timeZone: 'America/New_York', locale: 'en-US', weekStart: 'sunday' })
    renderInEnglish(() => {
      expect(localeAttributes()).toMatchObject({ lang: 'en-US' })
      expect(formatDayAndTime(iso)).toBe('November 23, 2026 at 1:05 PM')
    })
  })
})

describe('applyPhrases', () => {
  it('replaces phrases of its language only, in a new file', () => {
    applyPlaceAndLanguage(BERLIN)
    const before = addressOf()
    const german = phrase('{day} at {time}', { day: 'D', time: 'T' })
    applyPhrases('en', { '{day} at {time}': 'never' })
    expect(addressOf()).toBe(before)
    applyPhrases('de', { '{day} at {time}': '{day}, {time} Uhr' })
    expect(phrase('{day} at {time}', { day: 'D', time: 'T' })).toBe('D, T Uhr')
    expect(addressOf()).not.toBe(before)
    applyPhrases('de', {})
    expect(phrase('{day} at {time}', { day: 'D', time: 'T' })).toBe(german)
    expect(addressOf()).toBe(before)
  })

  it('replaces those of pages that are kept', () => {
    const written = () => unavailablePage('overload', { random: 0 }).html
    expect(written()).toContain('Try again')
    applyPhrases('en', { 'Try again': 'Once more' })
    expect(written()).toContain('Once more')
    applyPlaceAndLanguage(BERLIN)
    applyPhrases('de', { 'Try again': 'Noch einmal' })
    expect(written()).toContain('Noch einmal')
  })

  it('replaces English phrases', () => {
    applyPhrases('en', { '{day} at {time}': '{day}, {time}' })
    expect(phrase('{day} at {time}', { day: 'D', time: 'T' })).toBe('D, T')
    expect(localeAttributes()).toMatchObject({ lang: 'en-GB', 'data-place': JSON.stringify(DEFAULT_PLACE) })
  })
})

describe('handlePhrases', () => {
  let origin: string

  beforeEach(async () => {
    const server = createServer(async (request, response) => {
      if (!(await handlePhrases(request.url ?? '', request, response))) response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  it('serves the phrases, to be stored under their own address only', async () => {
    applyPlaceAndLanguage(BERLIN)
    const response = await fetch(origin + addressOf())
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const phrases = await response.json()
    expect(phrases['{day} at {time}']).toBe('{day} um {time} Uhr')

    const unknown = await fetch(`${origin}/assets/phrases-de-0000000000000000.json`)
    expect(unknown.headers.get('cache-control')).toBe('no-store')
    expect(await unknown.json()).toEqual(phrases)

    const address = addressOf()
    applyPhrases('de', { '{day} at {time}': '{day}, {time} Uhr' })
    const former = await fetch(origin + address)
    expect(former.headers.get('cache-control')).toMatch(/immutable/)
    expect(await former.json()).toEqual(phrases)
  })

  it('serves a page that is older than a change of the language', async () => {
    const response = await fetch(`${origin}/assets/phrases-ar-0000000000000000.json`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toHaveProperty('Home')
  })

  it('serves no other address', async () => {
    applyPlaceAndLanguage(BERLIN)
    expect((await fetch(`${origin}/assets/phrases-nl-0000000000000000.json`)).status).toBe(404)
    expect((await fetch(`${origin}/assets/phrases-de.json`)).status).toBe(404)
    expect((await fetch(origin + addressOf(), { method: 'POST' })).status).toBe(404)
  })
})
