import { afterAll, beforeEach, expect, it } from 'vitest'
import * as Y from 'yjs'
import { saveDraft } from '#features/publishing/server/save-draft.server.ts'
import { openDraftClient } from '#features/publishing/testing/draft-client.ts'
import { createNewsroom, ID, NOW } from '#features/publishing/testing/newsroom.ts'
import { deleteOldUpdates } from './draft-updates.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, open } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const after = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const log = async () =>
  (await pool.query('select seq::int from draft_updates order by seq')).rows.map(({ seq }) => seq)

it('keeps every text of the last hour, and the whole document', async () => {
  const client = await openDraftClient(db, ada, ID, NOW)
  const texts = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(30_000))
  for (const [minute, content] of texts.entries()) await client.edit({ content }, after(minute * 10))
  const { rows } = await pool.query(
    'select seq::int from draft_updates where snapshot is not null order by seq',
  )
  expect(rows.map(({ seq }) => seq)).toEqual([1, 4, 7])
  // The snapshot 4 is from 12:20.
  expect(await deleteOldUpdates(db, after(79))).toBe(0)
  expect(await deleteOldUpdates(db, after(81))).toBe(3)
  expect(await log()).toEqual([4, 5, 6, 7])
  expect(await deleteOldUpdates(db, after(81))).toBe(0)
  const { document } = client.base
  for (const seq of [4, 5, 6, 7]) {
    const base = { document, seq }
    expect(await saveDraft(db, ada, { id: ID, base }, after(82))).toMatchObject({ kind: 'saved' })
    const { rows } = await pool.query(
      `select fields ->> 'content' as content from revisions order by number desc limit 1`,
    )
    expect(rows[0].content).toBe(texts[seq - 2])
  }
  expect(await saveDraft(db, ada, { id: ID, base: { document, seq: 3 } }, after(82))).toEqual({
    kind: 'outdated',
  })
  const late = await openDraftClient(db, ben, ID, after(83))
  expect(late.read()).toEqual((await open()).form)
})

it('accepts edits by a process that has missed updates which were deleted', async () => {
  const client = await openDraftClient(db, ada, ID, NOW)
  await client.edit({ title: 'Tea' })
  const { seq, document } = client.base
  // Another process stores two updates, the second with a snapshot.
  const first = client.write({ summary: 'At four' })
  const second = client.write({ author: 'Ben' })
  const snapshot = Y.encodeStateAsUpdate(client.doc)
  await pool.query(
    `insert into draft_updates (draft_id, seq, update, snapshot, at) values ($1, $2, $3, null, $6), ($1, $2 + 1, $4, $5, $6)`,
    [ID, seq + 1, Buffer.from(first), Buffer.from(second), Buffer.from(snapshot), NOW],
  )
  await pool.query('update drafts set document_seq = $1', [seq + 2])
  expect(await deleteOldUpdates(db, after(61))).toBe(seq + 1)
  expect(await client.edit({ title: 'Green tea' })).toMatchObject({ kind: 'appended', seq: seq + 3 })
  expect((await open()).form).toMatchObject({ title: 'Green tea', summary: 'At four', author: 'Ben' })
  const late = await openDraftClient(db, ben, ID, NOW)
  expect(late.base).toEqual({ document, seq: seq + 3 })
  expect(late.read()).toEqual((await open()).form)
})

it('loses nothing while two processes delete, two people write and others open the document', async () => {
  const writers = [await openDraftClient(db, ada, ID, NOW), await openDraftClient(db, ben, ID, NOW)]
  let isDone = false
  let deleted = 0
  let minute = 0
  const remove = async () => {
    while (!isDone) {
      const count = await deleteOldUpdates(db, after(minute))
      // `deleted += await …` would overwrite the count of the other loop.
      deleted += count
    }
  }
  const read = async () => {
    while (!isDone) (await openDraftClient(db, ada, ID, NOW)).read()
  }
  const background = Promise.all([remove(), remove(), read()])
  const letters = 'abcdefgh'
  await Promise.all(
    writers.map(async (writer, index) => {
      for (const letter of letters) {
        const field = index === 0 ? { content: letter.repeat(30_000) } : { summary: letter.repeat(500) }
        minute += 10
        expect(await writer.edit(field, after(minute))).toMatchObject({ kind: 'appended' })
        await writer.receive()
      }
    }),
  ).finally(() => {
    isDone = true
  })
  await background
  // Whichever writer was faster, a snapshot is now older than an hour.
  deleted += await deleteOldUpdates(db, after(minute + 61))
  for (const writer of writers) await writer.receive()
  const { form } = await open()
  expect(form).toMatchObject({ content: 'h'.repeat(30_000), summary: 'h'.repeat(500) })
  for (const writer of writers) expect(writer.read()).toEqual(form)
  expect((await openDraftClient(db, ben, ID, NOW)).read()).toEqual(form)
  expect(deleted).toBeGreaterThan(0)
  const seqs = await log()
  expect(seqs).toEqual(seqs.map((_, index) => seqs[0] + index))
})
