import { runInNewContext } from 'node:vm'
import { parseHTML } from 'linkedom'
import { afterEach, expect, it, vi } from 'vitest'
import { applyPlaceAndLanguage } from '#features/language/server/language.server.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { type SearchEntry, searchScript } from './static-search.ts'

afterEach(() => applyPlaceAndLanguage(DEFAULT_PLACE))

/** Runs the script on a search page; without `entries`, the index is missing. */
async function search(query: string, entries?: readonly SearchEntry[]) {
  const { document } = parseHTML('<body><main><form><input name="q"></form></main></body>')
  runInNewContext(searchScript(), {
    document,
    location: { search: `?q=${encodeURIComponent(query)}` },
    URLSearchParams,
    fetch: async (path: string) => ({
      async json() {
        if (!entries) throw new TypeError('Failed to fetch')
        return path.endsWith('index.json') ? ['articles-1.json'] : entries
      },
    }),
  })
  const text = (selector: string) => document.querySelector(selector)?.textContent ?? ''
  await vi.waitFor(() => expect(text('[role=status]')).not.toMatch(/…$/))
  return {
    status: text('[role=status]'),
    found: [...document.querySelectorAll('li a')].map((a) => a.textContent),
  }
}

const entry = (title: string): SearchEntry => ['/article/1/', title, '', '21 Nov 2026', 'News']

it.each([
  ['strasse', 'Neue Straße'],
  ['سيارة', 'السياره'],
  ['٢٠٢٦', 'Wahl 2026'],
])('finds %s in %s, as the search of the site does', async (query, title) => {
  expect((await search(query, [entry('Other'), entry(title)])).found).toEqual([title])
})

it('has the language of the newspaper', async () => {
  applyPlaceAndLanguage({ ...DEFAULT_PLACE, locale: 'de-DE' })
  const many = Array.from({ length: 60 }, (_, index) => entry(`Wahl ${index}`))
  expect((await search('wahl', many.slice(0, 1))).status).toBe('1 Treffer')
  expect(await search('wahl', many)).toMatchObject({
    status: 'Die neuesten 50 Artikel',
    found: { length: 50 },
  })
  expect((await search('wahl')).status).toMatch(/^Der Suchindex konnte nicht geladen werden/)
})
