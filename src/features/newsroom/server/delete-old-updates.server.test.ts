import { afterAll, expect, it } from 'vitest'
import { openDraftClient } from '../testing/draft-client.ts'
import { createNewsroom, ID, NOW } from '../testing/newsroom.ts'
import { deleteOldUpdates } from './delete-old-updates.server.ts'
import { saveDraft } from './save-draft.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, open } = newsroom

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
  const { document } = client.seen
  for (const seq of [4, 5, 6, 7]) {
    const seen = { document, seq }
    expect(await saveDraft(db, ada, { id: ID, seen }, after(82))).toMatchObject({ kind: 'saved' })
    const { rows } = await pool.query(
      `select fields ->> 'content' as content from revisions order by number desc limit 1`,
    )
    expect(rows[0].content).toBe(texts[seq - 2])
  }
  expect(await saveDraft(db, ada, { id: ID, seen: { document, seq: 3 } }, after(82))).toEqual({
    kind: 'outdated',
  })
  const late = await openDraftClient(db, ben, ID, after(83))
  expect(late.read()).toEqual((await open()).form)
})
