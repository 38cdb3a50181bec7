import { afterAll, expect, it } from 'vitest'
import { openDraftClient } from '#features/publishing/testing/draft-client.ts'
import { createNewsroom, ID, NOW } from '#features/publishing/testing/newsroom.ts'
import { DAY_MS } from '#kernel/durations.ts'
import { deleteOldSteps, readDocument, STEP_RETENTION_DAYS } from './read-document.server.ts'

const SNAPSHOT_VERSION = 200

const newsroom = await createNewsroom()
const { db, pool, ada } = newsroom
afterAll(() => newsroom.database.drop())

it('deletes old steps before a snapshot, after which earlier devices get the whole document', async () => {
  const client = await openDraftClient(db, ada, ID, NOW)
  for (let version = 1; version <= SNAPSHOT_VERSION + 1; version += 1)
    await client.edit({ title: `Tea ${version}` })
  const read = (since?: number) => readDocument(db, ada, { id: ID, ...(since !== undefined && { since }) })
  const document = await read()

  const days = (count: number) => new Date(NOW.getTime() + count * DAY_MS)
  await pool.query('update draft_steps set at = $1', [NOW])
  expect(await deleteOldSteps(db, days(STEP_RETENTION_DAYS - 1))).toBe(0)
  expect(await deleteOldSteps(db, days(STEP_RETENTION_DAYS + 1))).toBe(SNAPSHOT_VERSION)
  const { rows } = await pool.query('select version from draft_steps')
  expect(rows).toEqual([{ version: SNAPSHOT_VERSION + 1 }])

  expect(document).toMatchObject({ kind: 'document', version: SNAPSHOT_VERSION + 1 })
  expect(await read()).toEqual(document)
  expect(await read(SNAPSHOT_VERSION - 1)).toEqual(document)
  expect(await read(SNAPSHOT_VERSION)).toMatchObject({
    kind: 'steps',
    batches: [{ version: SNAPSHOT_VERSION + 1 }],
  })
})
