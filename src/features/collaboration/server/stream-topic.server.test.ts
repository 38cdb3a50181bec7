import { randomUUID } from 'node:crypto'
import { on } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCESS_DENIED } from '#features/access/rules/access.ts'
import { createNewsroom, ID } from '#features/publishing/testing/newsroom.ts'
import { DatabaseClient } from '#platform/database/client.server.ts'
import type { SignedPresence } from '../rules/presence.ts'
import { draftTopic, frontTopic } from '../rules/stream-topic.ts'
import { canFollowTopic, createPresenceSender, followedTopic } from './stream-topic.server.ts'

const newsroom = await createNewsroom()
const { db, pool, database, ada, ben, save } = newsroom
const contributor = await newsroom.addPerson('Cem', 'contributor')
const reader = await newsroom.addPerson('Rea', 'user')
beforeEach(newsroom.clear)
afterEach(() => void vi.useRealTimers())
afterAll(() => database.drop())

const followed = (url?: string) => followedTopic({ url } as Parameters<typeof followedTopic>[0])

describe('followedTopic', () => {
  it.each([
    [`/api/admin/live?age=1&draft=${ID}`, `draft=${ID}`],
    [`/api/admin/live?draft=${ID.toUpperCase()}`, `draft=${ID}`],
    ['/api/admin/live?draft=1', undefined],
    ['/api/admin/live?front=sport&age=1', 'front=sport'],
    ['/api/admin/live?front=weather', undefined],
    ['/api/admin/live', undefined],
    [undefined, undefined],
  ])('reads the topic of %s', (url, topic) => {
    expect(followed(url)).toBe(topic)
  })
})

describe('canFollowTopic', () => {
  it('permits those who may read the draft', async () => {
    await save({ title: 'Foreign' })
    const permitted = () =>
      Promise.all([ada, contributor, reader].map((by) => canFollowTopic(db, by, draftTopic(ID))))
    expect(await permitted()).toEqual([true, false, false])
    await pool.query('update drafts set assignee_id = $1', [contributor.id])
    expect(await permitted()).toEqual([true, true, false])
  })

  it('permits a draft that does not exist yet', async () => {
    expect(await canFollowTopic(db, contributor, draftTopic(randomUUID()))).toBe(true)
  })

  it('permits a front to those who curate fronts', async () => {
    const permitted = [ada, contributor, reader].map((by) => canFollowTopic(db, by, frontTopic('home')))
    expect(await Promise.all(permitted)).toEqual([true, false, false])
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
  async function receivePresence(): Promise<{ draft?: string; front?: string; presence: SignedPresence }> {
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
    expect(await send(db, ben, { draft: ID, message })).toEqual({ kind: 'sent' })
    expect(await received).toEqual({ draft: ID, presence: { ...message, user: { id: ben.id, name: 'Ben' } } })
  })

  it('notifies all processes of the presence of a person on a front', async () => {
    const received = receivePresence()
    const send = createPresenceSender()
    expect(await send(db, ben, { front: 'home', message })).toEqual({ kind: 'sent' })
    expect(await received).toEqual({
      front: 'home',
      presence: { ...message, user: { id: ben.id, name: 'Ben' } },
    })
  })

  it('says of a person who may not edit the draft that they are reading', async () => {
    await save({})
    const author = await newsroom.addPerson('Aut', 'author')
    const received = receivePresence()
    const send = createPresenceSender()
    expect(await send(db, author, { draft: ID, message })).toEqual({ kind: 'sent' })
    expect((await received).presence.user).toEqual({ id: author.id, name: 'Aut', isReading: true })
  })

  it('fits into a notification with a long name', async () => {
    await save({})
    const send = createPresenceSender()
    const named = { ...ada, fullName: '\u{1f600}'.repeat(100) }
    expect(await send(db, named, { draft: ID, message })).toEqual({ kind: 'sent' })
    const long = { ...ada, fullName: 'x'.repeat(5_000) }
    expect(await send(db, long, { draft: ID, message })).toEqual({ kind: 'invalid' })
  })

  it('requires read access to the draft', async () => {
    await save({})
    const send = createPresenceSender()
    await expect(send(db, contributor, { draft: ID, message })).rejects.toThrow(ACCESS_DENIED)
    await pool.query('update drafts set assignee_id = $1', [contributor.id])
    expect(await send(db, contributor, { draft: ID, message })).toEqual({ kind: 'sent' })
    expect(await send(db, contributor, { draft: randomUUID(), message })).toEqual({ kind: 'gone' })
  })

  it('limits the rate of each person', async () => {
    await save({})
    // The clock stands still, so the second of the limit does not end.
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const send = createPresenceSender()
    const kinds = await Promise.all(Array.from({ length: 30 }, () => send(db, ada, { draft: ID, message })))
    expect(kinds.filter(({ kind }) => kind === 'limited')).toHaveLength(10)
    expect(await send(db, ben, { draft: ID, message })).toEqual({ kind: 'sent' })
  })
})
