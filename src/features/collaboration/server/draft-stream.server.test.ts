import { randomUUID } from 'node:crypto'
import { on } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCESS_DENIED } from '#features/access/rules/access.ts'
import { createNewsroom, ID } from '#features/publishing/testing/newsroom.ts'
import { DatabaseClient } from '#platform/database/client.server.ts'
import type { SignedPresence } from '../rules/presence.ts'
import { canFollowDraft, createPresenceSender, followedDraft } from './draft-stream.server.ts'

const newsroom = await createNewsroom()
const { db, pool, database, ada, ben, save } = newsroom
const contributor = await newsroom.addPerson('Cem', 'contributor')
const reader = await newsroom.addPerson('Rea', 'user')
beforeEach(newsroom.clear)
afterEach(() => void vi.useRealTimers())
afterAll(() => database.drop())

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

describe('createPresenceSender', () => {
  const listener = new DatabaseClient({ connectionString: database.url })
  beforeAll(async () => {
    await listener.connect()
    await listener.query('listen masthead_live')
  })
  afterAll(() => listener.end())

  /** Ignores notifications of other changes. */
  async function receivePresence(): Promise<{ draft: string; presence: SignedPresence }> {
    for await (const [{ payload }] of on(listener, 'notification')) {
      if (payload.includes('presence')) return JSON.parse(payload)
    }
    throw new Error('The listener has ended')
  }

  const message = { client: 'client-of-ben', caret: { version: 1, anchor: 5, head: 9 } }

  it('notifies all processes of the presence of a person, by their own name', async () => {
    await save({})
    const received = receivePresence()
    const send = createPresenceSender()
    expect(await send(db, ben, { id: ID, message })).toEqual({ kind: 'sent' })
    expect(await received).toEqual({ draft: ID, presence: { ...message, user: { id: ben.id, name: 'Ben' } } })
  })

  it('says of a person who may not edit the draft that they are reading', async () => {
    await save({})
    const author = await newsroom.addPerson('Aut', 'author')
    const received = receivePresence()
    const send = createPresenceSender()
    expect(await send(db, author, { id: ID, message })).toEqual({ kind: 'sent' })
    expect((await received).presence.user).toEqual({ id: author.id, name: 'Aut', isReading: true })
  })

  it('fits into a notification with a long name', async () => {
    await save({})
    const send = createPresenceSender()
    const named = { ...ada, fullName: '\u{1f600}'.repeat(100) }
    expect(await send(db, named, { id: ID, message })).toEqual({ kind: 'sent' })
    const long = { ...ada, fullName: 'x'.repeat(5_000) }
    expect(await send(db, long, { id: ID, message })).toEqual({ kind: 'invalid' })
  })

  it('requires read access to the draft', async () => {
    await save({})
    const send = createPresenceSender()
    await expect(send(db, contributor, { id: ID, message })).rejects.toThrow(ACCESS_DENIED)
    await pool.query('update drafts set assignee_id = $1', [contributor.id])
    expect(await send(db, contributor, { id: ID, message })).toEqual({ kind: 'sent' })
    expect(await send(db, contributor, { id: randomUUID(), message })).toEqual({ kind: 'gone' })
  })

  it('limits the rate of each person', async () => {
    await save({})
    // The clock stands still, so the second of the limit does not end.
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const send = createPresenceSender()
    const kinds = await Promise.all(Array.from({ length: 30 }, () => send(db, ada, { id: ID, message })))
    expect(kinds.filter(({ kind }) => kind === 'limited')).toHaveLength(10)
    expect(await send(db, ben, { id: ID, message })).toEqual({ kind: 'sent' })
  })
})
