import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { foldLetters } from '#kernel/text/text.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { containsFolded, folded } from './folded-text.server.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

async function fold(text: string): Promise<string> {
  const { rows } = await db.execute<{ text: string }>(sql`select ${folded(text)} as text`)
  return rows[0]?.text ?? ''
}

it.each([
  ['German', 'Größe, Maß und Öl', 'grosse, mass und ol'],
  ['French', 'L’œuvre française, Noël', "l'oeuvre francaise, noel"],
  ['Spanish', '¿Mañana? ¡Acción!', '?manana? !accion!'],
  ['Danish', 'Smørrebrød på Ærø', 'smorrebrod pa aero'],
  ['Polish', 'Łódź', 'lodz'],
  ['forms of alef', 'أحمد إيمان آمال ٱلله', 'احمد ايمان امال الله'],
  ['carriers of hamza', 'مسؤول رئيس', 'مسوول رييس'],
  ['taa marbuta and alef maqsura', 'القاهرة مستشفى', 'القاهره مستشفي'],
  ['vowel signs and tatweel', 'مُحَمَّدٌ العـــالم هٰذا', 'محمد العالم هذا'],
  ['a hamza above that stands alone', 'ا\u0654حمد', 'احمد'],
  ['Persian letters', 'کتاب علی', 'كتاب علي'],
  ['digits of Arabic and Persian', '٢٠٢٦ و۱۴۰۵', '2026 و1405'],
])('folds %s alike in SQL and JavaScript', async (_, text, expected) => {
  expect(await fold(text)).toBe(expected)
  // Only SQL folds punctuation.
  const withoutPunctuation = (folded: string) => folded.replace(/[^\p{L}\p{N} ]/gu, '')
  expect(withoutPunctuation(foldLetters(text))).toBe(withoutPunctuation(expected))
})

it('keeps other scripts, and folds what it has folded to itself', async () => {
  for (const text of ['東京の天気', '서울', 'עברית', 'Москва'])
    expect(await fold(text)).toBe(text.toLowerCase())
  const once = await fold('Größe أحمد ٢٠٢٦ ؤ')
  expect(await fold(once)).toBe(once)
})

it.each([
  ['Müller', 'muller', true],
  ['MÜLLER', 'ÜLL', true],
  ['فاطمة', 'فاطمه', true],
  ['Müller', 'mueller', false],
])('containsFolded: %s contains %s: %s', async (text, part, isContained) => {
  const { rows } = await db.execute(sql`select ${containsFolded(sql`${text}::text`, part)} as found`)
  expect(rows).toEqual([{ found: isContained }])
})
