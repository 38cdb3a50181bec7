import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { applyPhrases, applyPlaceAndLanguage, phraseKeys } from '#features/language/server/language.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { checkForm, normaliseForms, type PhraseForms, type PluralCategory } from '../rules/phrase-forms.ts'
import { loadPhrases } from './load-phrases.server.ts'
import { listPhrases, savePhrase } from './phrases.server.ts'

const BERLIN = { timeZone: 'Europe/Berlin', locale: 'de-DE', weekStart: 'monday' } as const
const AT = '{day} at {time}'
const values = { day: 'D', time: 'T' }

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())
beforeEach(async () => {
  applyPlaceAndLanguage(BERLIN)
  await pool.query('delete from phrases; delete from audit_log')
})
afterEach(() => {
  applyPhrases('en', {})
  applyPhrases('de', {})
  applyPlaceAndLanguage(DEFAULT_PLACE)
})

const save = (english: string, forms: PhraseForms | null, language = 'de') =>
  savePhrase(db, COMMAND_LINE_ACTOR, { language, english, forms })
const entryOf = async (english: string) =>
  (await listPhrases(db)).entries.find((entry) => entry.english === english)

it('lists the texts of the catalogue and of the newspaper', async () => {
  const supplied = { other: '{day} um {time} Uhr' }
  expect(await entryOf(AT)).toEqual({ english: AT, isPlural: false, supplied, replaced: null })
  expect(await save(AT, { other: ' {day},\n{time} Uhr ' })).toEqual({ kind: 'saved' })
  expect(await entryOf(AT)).toMatchObject({ supplied, replaced: { other: '{day}, {time} Uhr' } })
  applyPlaceAndLanguage(DEFAULT_PLACE)
  expect(await entryOf(AT)).toMatchObject({ supplied: { other: AT }, replaced: null })
})

it('accepts every text of the catalogues', async () => {
  const problems: string[] = []
  for (const locale of ['en-GB', 'de-DE', 'fr-FR', 'es-ES', 'ar-EG']) {
    applyPlaceAndLanguage({ ...BERLIN, locale })
    const { language, entries } = await listPhrases(db)
    for (const { supplied, ...key } of entries) {
      if (!supplied || (language === 'en' && key.isPlural)) continue
      for (const [category, text] of Object.entries(normaliseForms(key, supplied, language))) {
        const problem = checkForm(key, category as PluralCategory, text)
        if (problem) problems.push(`${language}, ${key.english}, ${category}: ${problem}`)
      }
    }
  }
  expect(problems).toEqual([])
})

it('is applied by each process that loads it, until it is reset', async () => {
  await loadPhrases(db)
  await save(AT, { other: '{day}, {time}h' })
  expect(phrase(AT, values)).toBe('D um T Uhr')
  expect(await loadPhrases(db)).toBe(true)
  expect(phrase(AT, values)).toBe('D, Th')
  expect(await loadPhrases(db)).toBe(false)
  await save(AT, null)
  expect(await loadPhrases(db)).toBe(true)
  expect(phrase(AT, values)).toBe('D um T Uhr')
})

it('keeps the texts of other languages, and of phrases that this version does not have', async () => {
  await pool.query(
    `insert into phrases (language, english, forms) values ('en', $1, '{"other":"never"}'), ('de', 'Gone', '{"other":"Weg"}')`,
    [AT],
  )
  await loadPhrases(db)
  expect(phrase(AT, values)).toBe('D um T Uhr')
  expect(phrase('Gone')).toBe('Gone')
  expect(await entryOf('Gone')).toBeUndefined()
})

it.each([
  ['markup', { other: '{day} </script><script>alert(1)</script> {time}' }],
  ['a value that is missing', { other: '{day}' }],
  ['no text', { other: { toString: 1 } }],
  ['no form', {}],
  ['unknown forms', { other: '{day} {time}', constructor: 'x' }],
])('does not show a stored text with %s', async (_, forms) => {
  await pool.query(`insert into phrases (language, english, forms) values ('de', $1, $2)`, [AT, forms])
  await loadPhrases(db)
  expect(phrase(AT, values)).toBe('D um T Uhr')
})

it('records who replaced and reset what, once', async () => {
  await save(AT, { other: '{day}, {time}' })
  await save(AT, { other: '{day}, {time}' })
  await save(AT, null)
  await save(AT, null)
  const { rows } = await pool.query('select action, subject, changes from audit_log order by at, id')
  expect(rows).toEqual([
    { action: 'phrase.replace', subject: AT, changes: { other: { from: null, to: '{day}, {time}' } } },
    { action: 'phrase.reset', subject: AT, changes: { other: { from: '{day}, {time}', to: null } } },
  ])
})

describe('refuses', () => {
  it.each([
    ['an unknown phrase', 'Gone', 'de', { other: 'Weg' }, 'gone'],
    ['another language', AT, 'fr', { other: '{day} {time}' }, 'gone'],
    ['markup', AT, 'de', { other: '{day} <script>{time}' }, 'invalid'],
    ['an attribute', AT, 'de', { other: '{day} " onclick="{time}' }, 'invalid'],
    ['a missing value', AT, 'de', { other: '{day}' }, 'invalid'],
    ['a missing form', AT, 'de', {}, 'invalid'],
  ])('%s', async (_, english, language, forms, kind) => {
    expect(await save(english, forms, language)).toMatchObject({ kind })
    expect((await pool.query('select from phrases')).rows).toEqual([])
  })

  it('more than 2,000 phrases', async () => {
    await pool.query(
      `insert into phrases (language, english, forms)
       select 'fr', 'Phrase ' || n, '{"other":"Texte"}' from generate_series(1, 2000) n`,
    )
    expect(await save(AT, { other: '{day}, {time}' })).toEqual({ kind: 'full' })
  })
})

it('changes are announced to every process', async () => {
  const client = await pool.connect()
  const payloads: unknown[] = []
  client.on('notification', ({ payload }) => payloads.push(payload && JSON.parse(payload)))
  await client.query('listen masthead_live')
  await save(AT, { other: '{day}, {time}' })
  await expect.poll(() => payloads).toContainEqual({ table: 'phrases', op: 'INSERT' })
  await client.query('unlisten *')
  client.release()
})

it('has the keys of all catalogues', () => {
  expect(phraseKeys()).toContainEqual({ english: AT, isPlural: false })
})
