import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { servedLook, setServedLook } from '#kernel/look.ts'
import { type Phrases, setPhrases } from '#kernel/text/phrase.ts'
import { place, setPlace } from '#kernel/time/place.ts'
import { policyHeaders } from '#platform/http/content-security-policy.server.ts'
import { cachedUnavailablePage, unavailablePage } from './unavailable-page.server.ts'

test('browsers reload the page after 15 to 30 seconds, not all at the same time', () => {
  const times = [0, 0.2, 0.4, 0.6, 0.8, 0.999].map((random) =>
    Number(unavailablePage('database', { random }).headers.refresh),
  )
  expect(times).toEqual([15, 18, 21, 24, 27, 30])
})

test('the response to a form is not reloaded, and does not promise it', () => {
  const { html, headers } = unavailablePage('overload', { reloads: false })
  expect(headers).not.toHaveProperty('refresh')
  expect(html).not.toContain('reloads')
})

test('pages without a form are written and compressed once', async () => {
  const [first, second, other] = await Promise.all(
    [0, 0, 0.9].map((random) => cachedUnavailablePage('overload', { random })),
  )
  expect(second).toBe(first)
  expect(other).not.toBe(first)
  const written = (random: number) => unavailablePage('database', { random })
  expect(written(0)).toBe(written(0))
  expect(written(0)).not.toBe(written(0.9))
  expect(written(0)).not.toBe(unavailablePage('database', { random: 0, isCachedKind: true }))
})

const PHRASES: Phrases = {
  catalogue: { 'This page reloads in less than a minute.': 'Gleich neu.' },
  pluralCategory: () => 'other',
  writeNumber: String,
  direction: 'ltr',
}

test.each([
  ['place', () => setPlace({ ...place(), locale: 'de-AT' }), '<html lang="de-AT"'],
  ['look', () => setServedLook({ ...servedLook(), accent: '#0b4a33' }), '--accent: #0b4a33'],
  ['phrases', () => setPhrases(() => PHRASES), 'Gleich neu.'],
])('pages are written again when the %s changes', (_, change, expected) => {
  const before = [place(), servedLook()] as const
  expect(unavailablePage('overload', { random: 0 }).html).not.toContain(expected)
  change()
  onTestFinished(() => {
    setPlace(before[0])
    setServedLook(before[1])
    setPhrases(() => undefined)
  })
  expect(unavailablePage('overload', { random: 0 }).html).toContain(expected)
})

test('a page with a form is reloaded by a script that its policy allows, unless the reader uses the form', () => {
  const { html, headers } = unavailablePage('overload', { form: '<form></form>', random: 0.5 })
  expect(headers).not.toHaveProperty('refresh')
  expect(html).toContain('<form></form>')
  const [, script = ''] = /<script>([^<]*)<\/script>/.exec(html) ?? []
  expect(headers).toMatchObject(policyHeaders({ scripts: [script] }))

  const reload = vi.fn()
  const clearTimeout = vi.fn()
  const setTimeout = vi.fn((_callback: () => void, _ms: number) => 7)
  const listeners = new Map<string, () => void>()
  const addEventListener = (type: string, listener: () => void) => listeners.set(type, listener)
  runInNewContext(script, { addEventListener, setTimeout, clearTimeout, location: { reload } })
  expect(setTimeout.mock.calls[0]?.[1]).toBe(24_000)
  setTimeout.mock.calls[0]?.[0]()
  expect(reload).toHaveBeenCalledOnce()
  expect(clearTimeout).not.toHaveBeenCalled()
  listeners.get('focusin')?.()
  expect(clearTimeout).toHaveBeenCalledWith(7)
})
