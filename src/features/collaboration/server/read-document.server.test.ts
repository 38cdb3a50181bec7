import { afterAll, beforeEach, expect, it } from 'vitest'
import { openDraftClient } from '#features/publishing/testing/draft-client.ts'
import { createNewsroom, ID, NOW } from '#features/publishing/testing/newsroom.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import { deleteOldSteps, readDocument, STEP_RETENTION_DAYS } from './read-document.server.ts'

const SNAPSHOT_VERSION = 200

const newsroom = await createNewsroom()
const { db, pool, ada } = newsroom
beforeEach(newsroom.clear)
afterAll(() => newsroom.database.drop())

/** Adds batches as another process does. */
async function addBatches(from: number, to: number, steps: object[]): Promise<void> {
  await pool.query(
    `insert into draft_steps (draft_id, version, steps, seen, client, batch)
     select $1, version, $4, version - 1, 'other-process', version from generate_series($2::int, $3) as version`,
    [ID, from, to, JSON.stringify(steps)],
  )
  await pool.query('update drafts set version = $1', [to])
}

const setAuthor = (value: string) => [{ stepType: 'docAttr', attr: 'author', value }]

it('deletes old steps before a snapshot, after which earlier devices get the whole document', async () => {
  const client = await openDraftClient(db, ada, ID, NOW)
  await client.edit({ title: 'Tea' })
  await addBatches(2, SNAPSHOT_VERSION - 1, setAuthor('Ben'))
  await client.receive()
  await client.edit({ title: 'Green tea' })
  await client.edit({ title: 'Black tea' })
  const read = (since?: number) => readDocument(db, ada, { id: ID, ...(since !== undefined && { since }) })
  const document = await read()

  const days = (count: number) => new Date(NOW.getTime() + count * DAY_MS)
  const versions = async (table: 'draft_steps' | 'draft_snapshots') =>
    (await pool.query(`select version from ${table} order by version`)).rows.map((row) => row.version)
  await pool.query('update draft_steps set at = $1', [NOW])
  await pool.query('update draft_snapshots set at = $1', [NOW])
  expect(await deleteOldSteps(db, days(STEP_RETENTION_DAYS - 1))).toBe(0)
  expect(await versions('draft_snapshots')).toEqual([0, SNAPSHOT_VERSION])
  expect(await deleteOldSteps(db, days(STEP_RETENTION_DAYS + 1))).toBe(SNAPSHOT_VERSION)
  expect(await versions('draft_steps')).toEqual([SNAPSHOT_VERSION + 1])
  expect(await versions('draft_snapshots')).toEqual([SNAPSHOT_VERSION])

  expect(document).toMatchObject({ kind: 'document', version: SNAPSHOT_VERSION + 1 })
  expect(await read()).toEqual(document)
  expect(await read(SNAPSHOT_VERSION - 1)).toEqual(document)
  expect(await read(SNAPSHOT_VERSION)).toMatchObject({
    kind: 'steps',
    batches: [{ version: SNAPSHOT_VERSION + 1 }],
  })
})

it('returns the steps after a version in parts', async () => {
  await (await openDraftClient(db, ada, ID, NOW)).edit({ title: 'Tea' })
  await addBatches(2, 800, setAuthor('Ben'))
  const parts: number[] = []
  for (let since = 1; since < 800; since += parts.at(-1) ?? 800) {
    const found = await readDocument(db, ada, { id: ID, since })
    expect(found).toMatchObject({ kind: 'steps', version: 800 })
    parts.push(found.kind === 'steps' ? found.batches.length : 0)
  }
  expect(parts).toEqual([500, 299])

  await addBatches(801, 810, setAuthor('x'.repeat(1_500_000)))
  const found = await readDocument(db, ada, { id: ID, since: 800 })
  expect(found.kind === 'steps' && found.batches.map((batch) => batch.version)).toEqual([801, 802, 803])
})

it('loads the document from a snapshot that another process has stored since', async () => {
  const client = await openDraftClient(db, ada, ID, NOW)
  await client.edit({ title: 'Tea' })
  const read = await readDocument(db, ada, { id: ID })
  if (read.kind !== 'document') throw new Error('There is no document')
  await addBatches(2, 400, [{ stepType: 'unreadable' }])
  await pool.query('insert into draft_snapshots (draft_id, version, document) values ($1, 400, $2)', [
    ID,
    read.document,
  ])
  await addBatches(401, 401, setAuthor('Ben'))
  expect(await readDocument(db, ada, { id: ID })).toMatchObject({
    version: 401,
    document: { attrs: { author: 'Ben' } },
  })
})
