import { randomUUID } from 'node:crypto'
import { on } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { ACCESS_DENIED } from '#features/access/rules/access.ts'
import { createNewsroom, ID } from '#features/publishing/testing/newsroom.ts'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { readPresence } from '../rules/presence.ts'
import { MAX_PRESENCE_BYTES } from '../rules/update-limits.ts'
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
  async function receivePresence(): Promise<{ draft: string; presence: string }> {
    for await (const [{ payload }] of on(listener, 'notification')) {
      if (payload.includes('presence')) return JSON.parse(payload)
    }
    throw new Error('The listener has ended')
  }

  function encode(state: Record<string, unknown>): Uint8Array {
    const awareness = new Awareness(new Y.Doc())
    awareness.setLocalState(state)
    const update = encodeAwarenessUpdate(awareness, [awareness.clientID])
    awareness.destroy()
    return update
  }

  it('notifies all processes of the presence of a person, by their own name', async () => {
    await save({})
    const received = receivePresence()
    const send = createPresenceSender()
    expect(await send(db, ben, { id: ID, update: encode({ user: { name: 'Ada' } }) })).toEqual({
      kind: 'invalid',
    })
    expect(await send(db, ben, { id: ID, update: encode({ field: 'title' }) })).toEqual({ kind: 'sent' })
    const { draft, presence } = await received
    expect(draft).toBe(ID)
    const others = new Awareness(new Y.Doc())
    others.setLocalState(null)
    applyAwarenessUpdate(others, Buffer.from(presence, 'base64'), 'test')
    expect([...others.getStates().values()]).toEqual([{ field: 'title', user: { id: ben.id, name: 'Ben' } }])
    others.destroy()
  })

  it('says of a person who may not edit the draft that they are reading', async () => {
    await save({})
    const author = await newsroom.addPerson('Aut', 'author')
    const received = receivePresence()
    const send = createPresenceSender()
    expect(await send(db, author, { id: ID, update: encode({ field: 'title' }) })).toEqual({ kind: 'sent' })
    const { state } = readPresence(Buffer.from((await received).presence, 'base64')) ?? {}
    expect(state?.user).toEqual({ id: author.id, name: 'Aut', isReading: true })
  })

  it('fits into a notification with the longest name and state', async () => {
    await save({})
    const send = createPresenceSender()
    const identifier = { client: 2 ** 53 - 1, clock: 2 ** 53 - 1 }
    const position = { type: identifier, tname: '\u{1f600}'.repeat(50), item: identifier, assoc: -1 }
    const state = { cursor: { anchor: position, head: position }, field: 'x'.repeat(50) }
    const named = { ...ada, fullName: '\u{1f600}'.repeat(100) }
    expect(await send(db, named, { id: ID, update: encode(state) })).toEqual({ kind: 'sent' })
    const long = { ...ada, fullName: 'x'.repeat(5_000) }
    expect(await send(db, long, { id: ID, update: encode(state) })).toEqual({ kind: 'invalid' })
  })

  it('refuses large and malformed updates without the database', async () => {
    const send = createPresenceSender()
    const none = null as never
    for (const update of [new Uint8Array(MAX_PRESENCE_BYTES + 1), Uint8Array.of(9, 9, 9), new Uint8Array()])
      expect(await send(none, ada, { id: ID, update })).toEqual({ kind: 'invalid' })
  })

  it('requires read access to the draft', async () => {
    await save({})
    const send = createPresenceSender()
    const update = encode({})
    await expect(send(db, contributor, { id: ID, update })).rejects.toThrow(ACCESS_DENIED)
    await pool.query('update drafts set assignee_id = $1', [contributor.id])
    expect(await send(db, contributor, { id: ID, update })).toEqual({ kind: 'sent' })
    expect(await send(db, contributor, { id: randomUUID(), update })).toEqual({ kind: 'gone' })
  })

  it('limits the rate of each person', async () => {
    await save({})
    // The clock stands still, so the second of the limit does not end.
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const send = createPresenceSender()
    const update = encode({})
    const kinds = await Promise.all(Array.from({ length: 30 }, () => send(db, ada, { id: ID, update })))
    expect(kinds.filter(({ kind }) => kind === 'limited')).toHaveLength(10)
    expect(await send(db, ben, { id: ID, update })).toEqual({ kind: 'sent' })
  })
})
