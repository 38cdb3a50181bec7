import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { createNewsroom, ID } from '../testing/newsroom.ts'
import { canFollowDraft, followedDraft } from './draft-stream.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, save } = newsroom
const contributor = await newsroom.addPerson('Cem', 'contributor')
const reader = await newsroom.addPerson('Rea', 'user')
afterAll(() => newsroom.database.drop())

const followed = (url?: string) => followedDraft({ url } as Parameters<typeof followedDraft>[0])

describe('followedDraft', () => {
  it.each([
    [`/api/admin/live?age=1&draft=${ID}`, ID],
    [`/api/admin/live?draft=${ID.toUpperCase()}`, ID],
    ['/api/admin/live?draft=1', undefined],
    ['/api/admin/live', undefined],
    [undefined, undefined],
  ])('reads the draft of %s', (url, draft) => {
    expect(followed(url)).toBe(draft)
  })
})

describe('canFollowDraft', () => {
  it('permits those who may read the draft', async () => {
    await save({ title: 'Foreign' })
    const permitted = () => Promise.all([ada, contributor, reader].map((by) => canFollowDraft(db, by, ID)))
    expect(await permitted()).toEqual([true, false, false])
    await pool.query('update drafts set assignee_id = $1', [contributor.id])
    expect(await permitted()).toEqual([true, true, false])
  })

  it('permits a draft that does not exist yet', async () => {
    expect(await canFollowDraft(db, contributor, randomUUID())).toBe(true)
  })
})
