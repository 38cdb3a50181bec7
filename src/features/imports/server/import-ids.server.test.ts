import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { projectFile } from '#platform/process/project-file.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { DEFAULT_OPTIONS } from '../rules/import-options.ts'
import { hashOf, keyOf } from './import-ids.server.ts'
import { recordItem } from './import-ledger.server.ts'
import { addImport } from './imports.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())

it('a migration replaces the addresses that earlier versions recorded by the same keys', async () => {
  const keys = [
    'reader@example.org',
    'größe+é@例え.example',
    `"a\\b'c/d"@example.org`,
    'a\t\u0001\u007f\u2028<&>@example.org',
    '5c0e8b2f1d',
  ]
  const running = { id: randomUUID(), source: 'ghost courier.example' }
  const added = { id: running.id, name: 'export.zip', path: '/export.zip', options: DEFAULT_OPTIONS }
  await addImport(db, COMMAND_LINE_ACTOR, { ...added, state: 'running' })
  const hash = hashOf('item')
  for (const key of keys)
    await recordItem(db, running, { kind: 'subscriber', key, hash, result: 'created', title: key })
  const refused = { kind: 'subscriber', key: 'no address', title: 'no address', result: 'refused' } as const
  await recordItem(db, running, { ...refused, hash })
  const topic = { kind: 'topic', key: 'tides', title: 'Tides', result: 'created' } as const
  await recordItem(db, running, { ...topic, hash })
  const migration = await readFile(projectFile('migrations/0034_hash_imported_subscribers.sql'), 'utf8')
  await pool.query(migration)
  await pool.query(migration)
  const { rows } = await pool.query('select kind, key, title, result from import_items')
  expect(rows).toHaveLength(keys.length + 2)
  expect(rows).toEqual(
    expect.arrayContaining([
      ...keys.map((key) => ({
        ...{ kind: 'subscriber', key: keyOf({ kind: 'subscriber', key }) },
        ...{ title: '', result: 'created' },
      })),
      { ...refused, key: keyOf(refused) },
      topic,
    ]),
  )
})
