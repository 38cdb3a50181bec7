import { sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { compareNames } from '#kernel/compare-names.ts'
import { applyPlace } from '#kernel/time/apply-place.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import type { Db } from './db.server.ts'
import { byName, loadCollations } from './name-order.server.ts'

const database = await createTestDatabase()
const { db } = database
afterEach(async () => {
  applyPlace(DEFAULT_PLACE)
  await loadCollations(db)
})
afterAll(() => database.drop())

// Constant, as the columns of a query are.
const order = sql`order by ${byName(sql`name`)} limit 10`

async function sort(names: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from unnest(${sql.param([...names])}::text[]) as name ${order}`,
  )
  return rows.map(({ name }) => name)
}

describe('byName and compareNames', () => {
  it.each([
    ['en-GB', ['apple', 'Élan', 'Zebra']],
    ['de-DE', ['Äpfel', 'Apotheke', 'Oder', 'Öl', 'Straße', 'Strauß', 'Zebra']],
    ['de-AT', ['Ähre', 'Zebra']],
    ['es-MX', ['nube', 'Núñez', 'ñandú', 'oso']],
    ['fr-CA', ['cote', 'côte', 'coté', 'côté', 'Œuvre', 'zèbre']],
    ['ar-EG', ['أحمد', 'إيمان', 'بغداد', 'زينب', 'يوسف']],
  ])('sort as %s does', async (locale, sorted) => {
    applyPlace({ ...DEFAULT_PLACE, locale })
    expect(await sort(sorted.toReversed())).toEqual(sorted)
    expect(sorted.toReversed().sort(compareNames)).toEqual(sorted)
  })

  it('follow a change of the locale', async () => {
    applyPlace({ ...DEFAULT_PLACE, locale: 'es-ES' })
    expect(await sort(['ña', 'nz'])).toEqual(['nz', 'ña'])
    applyPlace({ ...DEFAULT_PLACE, locale: 'de-DE' })
    expect(await sort(['ña', 'nz'])).toEqual(['ña', 'nz'])
  })

  it('ignore case on a server without ICU', async () => {
    await loadCollations({ execute: async () => ({ rows: [] }) } as unknown as Db)
    applyPlace({ ...DEFAULT_PLACE, locale: 'de-DE' })
    expect(await sort(['zebra', 'Apotheke', 'birne'])).toEqual(['Apotheke', 'birne', 'zebra'])
  })
})
