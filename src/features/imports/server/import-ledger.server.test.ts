import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { importOptions } from '../rules/import-options.ts'
import { ImportStoppedError, type LedgerEntry, listNotedItems, recordItems } from './import-ledger.server.ts'
import { addImport, pauseImport } from './imports.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
const running = { id: randomUUID(), source: 'ghost courier.example' }

beforeEach(async () => {
  await emptyTables(pool, 'import_items', 'imports')
  await addImport(db, COMMAND_LINE_ACTOR, {
    ...{ id: running.id, name: 'a.zip', path: '/a.zip', state: 'running' },
    options: importOptions.parse({}),
  })
})
afterAll(() => database.drop())

const entry = (key: string, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  ...{ kind: 'article', key, result: 'created', hash: 'h' },
  ...more,
})
const stored = async () =>
  (await pool.query('select key, result, title from import_items order by key')).rows.map(Object.values)

describe('recordItems', () => {
  it('stores several results in one statement, and replaces those before', async () => {
    await recordItems(db, running, [entry('a', { title: 'A' }), entry('b', { ourId: randomUUID() })])
    const insert = vi.spyOn(db, 'insert')
    const again = [entry('b', { result: 'kept', title: 'B' }), entry('c'), entry('c', { title: 'C' })]
    await recordItems(db, running, again)
    expect(insert).toHaveBeenCalledOnce()
    expect(await stored()).toEqual([
      ['a', 'created', 'A'],
      ['b', 'kept', 'B'],
      ['c', 'created', 'C'],
    ])
    expect((await pool.query('select our_id from import_items where our_id is not null')).rowCount).toBe(0)
  })

  it('stores texts of a source that PostgreSQL would refuse', async () => {
    await recordItems(db, running, [entry('a', { title: 'A\0\ud800', notes: ['Image a\0.jpg: missing'] })])
    expect(await listNotedItems(db, running.id)).toMatchObject([
      { title: 'A\ufffd', notes: ['Image a.jpg: missing'] },
    ])
  })

  it.each([[[]], [[entry('a')]]])('stops an import that was paused', async (entries) => {
    await pauseImport(db, COMMAND_LINE_ACTOR, running.id)
    await expect(recordItems(db, running, entries)).rejects.toThrow(ImportStoppedError)
    expect(await stored()).toEqual([])
  })
})
