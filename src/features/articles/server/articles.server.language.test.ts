import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { applyPlaceAndLanguage } from '#features/language/server/language.server.ts'
import { htmlToText } from '#kernel/text/html-text.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { findArticle, listHome } from './articles.server.ts'

const ID = '00000000-0000-4000-8000-00000000000a'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())
beforeEach(() => pool.query('delete from articles'))

async function read(language: string | null) {
  await pool.query('insert into articles (id, title, language) values ($1, $2, $3)', [ID, 'Tea', language])
  const [card] = await listHome(db)
  return { card: card?.lang, article: (await findArticle(db, ID))?.lang }
}

it.each([
  ['de-AT', { card: 'de-AT', article: 'de-AT' }],
  // A card is in the language of the page.
  ['en-US', { card: undefined, article: 'en-US' }],
  [null, { card: undefined, article: 'en-GB' }],
])('of an article in %j', async (language, expected) => {
  expect(await read(language)).toEqual(expected)
})

it.each(['"><script>', 'x', 'a'.repeat(36)])('the database refuses %j', async (language) => {
  await expect(read(language)).rejects.toMatchObject({ code: '23514' })
})

it('what is added to the text of an article from a feed is in the language of the newspaper', async () => {
  onTestFinished(() => applyPlaceAndLanguage(DEFAULT_PLACE))
  applyPlaceAndLanguage({ ...DEFAULT_PLACE, locale: 'de-DE' })
  const part = `<h2>Teil</h2><p>${'Wort '.repeat(450)}</p>`
  const excerpt = 'Mehr dazu …'
  await pool.query(
    `insert into articles (id, title, origin, content, source_url, source_name, is_dated)
     values ($1, 'Tee', 'feed', $2, 'https://kurier.example/1', 'Der Kurier', false)`,
    [ID, `${part.repeat(3)}<p>${excerpt}</p>`],
  )
  const text = htmlToText((await findArticle(db, ID))?.body ?? '')
  expect(text).toMatch(/^In diesem Artikel/)
  const [, added] = text.split(excerpt)
  expect(added?.trim().replace(/\s+/g, ' ')).toBe(
    'Den ganzen Artikel lesen bei Der Kurier Die Quelle nennt für diesen Artikel kein Datum. Die Zeitangabe ist geschätzt.',
  )
})
