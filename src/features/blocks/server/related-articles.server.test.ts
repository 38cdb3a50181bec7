import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { applyPlaceAndLanguage } from '#features/language/server/language.server.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { MAX_RELATED } from '../rules/related.ts'
import { linkRelated, showRelated } from './related-articles.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const stored = (id: string) =>
  `<aside class="related" data-article="${id}"><p>Related: <a href="/article/${id}" rel="noopener">Old headline</a></p></aside>`

beforeEach(async () => {
  await pool.query('delete from articles')
  await pool.query(
    `insert into articles (id, title, category, image_url, published_at) values
       ($1, 'Ferries & <tides>', 'Sport', 'https://x.example/1.jpg', now()), ($2, 'Without an image', 'News', null, now())`,
    [idOf(1), idOf(2)],
  )
})

it('has the labels of the newspaper’s language', async () => {
  onTestFinished(() => applyPlaceAndLanguage(DEFAULT_PLACE))
  applyPlaceAndLanguage({ ...DEFAULT_PLACE, locale: 'de-DE' })
  const html = await showRelated(db, stored(idOf(2)))
  expect(html).toContain('aria-label="Artikel zum Thema"')
  expect(html).not.toContain('Related')
})

it('shows the current headline, category and image', async () => {
  const html = await showRelated(db, `<p>Text</p>${stored(idOf(1))}`)
  expect(html).toMatch(
    /^<p>Text<\/p><aside class="related" aria-label="Related article"><picture><source type="image\/avif" srcset="\/media\//,
  )
  expect(html).toMatch(
    /<img src="\/media\/[^"]+\/3x2-480\.webp" [^>]*alt="" width="480" height="320" loading="lazy" decoding="async">/,
  )
  expect(html).toContain('Related <span class="text-ink category-Sport">Sport</span>')
  expect(html).toContain(
    `<a href="/article/${idOf(1)}/ferries-tides">Ferries &amp; &lt;tides&gt;</a></p></div></aside>`,
  )
  expect(html).not.toMatch(/Old headline|x\.example/)
})

it('leaves out articles that are not published, and drops the page from the cache once they are', async () => {
  const { result, tags } = await renderPageWithContext(() =>
    showRelated(db, `${stored(idOf(2))}${stored(idOf(3))}<p>Text</p>`),
  )
  expect(result).toMatch(/^<aside .*Without an image<\/a><\/p><\/div><\/aside><p>Text<\/p>$/)
  expect(result).not.toContain('<img')
  expect([...tags]).toEqual([`article:${idOf(2)}`, `article:${idOf(3)}`])
})

it('asks for a limited number of articles in one query, and for none without cards', async () => {
  let queries = 0
  const counted = new Proxy(db, {
    get(target, name) {
      if (name === 'select') queries += 1
      return Reflect.get(target, name)
    },
  })
  const many = Array.from({ length: 10_000 }, (_, index) => stored(idOf(index))).join('')
  const { result, tags } = await renderPageWithContext(() => showRelated(counted, many))
  expect(tags.size).toBe(MAX_RELATED)
  expect(result.match(/<aside/g)).toHaveLength(2)
  expect(queries).toBe(1)
  expect(await showRelated(counted, '<p>Text</p>')).toBe('<p>Text</p>')
  expect(queries).toBe(1)
})

it('asks for no invalid id', async () => {
  expect(await showRelated(db, `${stored("1' or true")}${stored('')}<p>Text</p>`)).toBe('<p>Text</p>')
})

it('writes links for feeds', async () => {
  expect(await linkRelated(db, `${stored(idOf(2))}${stored(idOf(3))}`)).toBe(
    `<p>Related: <a href="/article/${idOf(2)}/without-an-image">Without an image</a></p>`,
  )
})
