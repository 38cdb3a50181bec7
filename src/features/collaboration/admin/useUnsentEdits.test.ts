import * as fakeIndexedDb from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as Y from 'yjs'
import { ACCESS_DENIED } from '#features/access/rules/access.ts'
import { type UnsentEdits, type UnsentEditsStore, unsentEdits } from '#ui/admin/unsent-edits.ts'
import { createDraftDocument, readForm, writeForm } from '../rules/draft-document.ts'
import { openDraftSession } from './draft-session.ts'
import type { DraftTransport } from './draft-sync.ts'
import { keepSendingUnsentEdits, sendUnsentEdits } from './useUnsentEdits.ts'

const DOCUMENT = '7d3f0f5e-6f0e-4a57-9a53-0d3a3f1f6c10'

beforeAll(() => {
  for (const [name, value] of Object.entries(fakeIndexedDb))
    if (name === 'indexedDB' || name.startsWith('IDB')) vi.stubGlobal(name, value)
})
afterEach(async () => {
  for (const owner of ['ada', 'ben']) for (const slot of await slots(owner)) await unsentEdits.remove(slot)
})
afterAll(() => vi.unstubAllGlobals())

/** Edits that write a headline into a document. */
function editsOf(owner: string, title: string, more: Partial<UnsentEdits> = {}): UnsentEdits {
  const doc = createDraftDocument(DOCUMENT)
  doc.clientID = owner === 'ada' ? 1 : 2
  writeForm(doc, { title })
  const update = Y.encodeStateAsUpdate(doc)
  return { slot: `slot of ${owner}`, owner, draft: 'draft', document: DOCUMENT, update, ...more }
}

async function store(...all: UnsentEdits[]): Promise<void> {
  for (const edits of all) await unsentEdits.put(edits)
}

const slots = async (owner: string) => (await unsentEdits.list(owner)).map(({ slot }) => slot)

/** A server that has a draft without edits and accepts updates. */
function createServer() {
  const received: Uint8Array[] = []
  const transport: DraftTransport = {
    append: async ({ update }) => {
      received.push(update)
      return { kind: 'appended', seq: received.length + 1, formHash: '' }
    },
    read: async () => ({
      kind: 'updates',
      document: DOCUMENT,
      seq: 1,
      updates: [Y.encodeStateAsUpdate(createDraftDocument(DOCUMENT))],
      seedDifferences: {},
    }),
    sendPresence: async () => undefined,
  }
  return {
    transport,
    readTitle() {
      const doc = createDraftDocument(DOCUMENT)
      for (const update of received) Y.applyUpdate(doc, update)
      return readForm(doc).title
    },
  }
}

describe('unsentEdits', () => {
  it('stores the edits of each editor until they are removed', async () => {
    await store(
      editsOf('ada', 'Tea', { slot: 'one' }),
      editsOf('ada', 'Coffee', { slot: 'two', draft: 'other' }),
    )
    await store(editsOf('ada', 'Tea time', { slot: 'one' }))
    expect(await unsentEdits.list('ada', 'draft')).toEqual([editsOf('ada', 'Tea time', { slot: 'one' })])
    expect(await slots('ada')).toEqual(['one', 'two'])
    await unsentEdits.remove('one')
    expect(await slots('ada')).toEqual(['two'])
  })

  it('does not remove edits that have changed since they were sent', async () => {
    const sent = editsOf('ada', 'Tea')
    const newer = editsOf('ada', 'Tea time')
    await store(newer)
    await unsentEdits.removeSent(sent)
    expect(await unsentEdits.list('ada')).toEqual([newer])
    await unsentEdits.removeSent(newer)
    expect(await unsentEdits.list('ada')).toEqual([])
  })

  it('moves edits into another slot', async () => {
    await store(editsOf('ada', 'Tea', { slot: 'one' }), editsOf('ada', 'Coffee', { slot: 'two' }))
    await unsentEdits.adopt(editsOf('ada', 'Tea and coffee', { slot: 'three' }), ['one', 'two'])
    expect(await unsentEdits.list('ada')).toEqual([editsOf('ada', 'Tea and coffee', { slot: 'three' })])
  })
})

describe('edits of another account on the same device', () => {
  it('are not listed', async () => {
    await store(editsOf('ada', 'Tea'), editsOf('ben', 'Coffee'))
    expect(await unsentEdits.list('ada', 'draft')).toEqual([editsOf('ada', 'Tea')])
    expect(await unsentEdits.list('cem', 'draft')).toEqual([])
  })

  it('are not sent when somebody signs in', async () => {
    const { transport, readTitle } = createServer()
    await store(editsOf('ada', 'Tea'), editsOf('ben', 'Coffee'))
    await sendUnsentEdits('ada', { transportOf: () => transport })
    expect(readTitle()).toBe('Tea')
    expect([await slots('ada'), await slots('ben')]).toEqual([[], ['slot of ben']])
  })

  it('are neither shown nor sent by the editor', async () => {
    const { transport, readTitle } = createServer()
    await store(editsOf('ada', 'Tea'), editsOf('ben', 'Coffee'))
    const session = await openDraftSession({
      id: 'draft',
      me: { id: 'ada', name: 'Ada' },
      isNew: false,
      isReadOnly: false,
      readStored: async () => null,
      transport,
      storage: unsentEdits,
    })
    expect(session?.readForm().title).toBe('Tea')
    await session?.sync.flush()
    await session?.sync.whenStored()
    session?.close()
    expect(readTitle()).toBe('Tea')
    expect([await slots('ada'), await slots('ben')]).toEqual([[], ['slot of ben']])
  })
})

it('the editor keeps edits that the account may no longer send, and sends them if it may again', async () => {
  const { transport, readTitle } = createServer()
  let isAllowed = false
  const open = () =>
    openDraftSession({
      id: 'draft',
      me: { id: 'ada', name: 'Ada' },
      isNew: false,
      isReadOnly: true,
      readStored: async () => null,
      transport: {
        ...transport,
        append: async (request) => {
          if (!isAllowed) throw new Error(ACCESS_DENIED)
          return transport.append(request)
        },
      },
      storage: unsentEdits,
    })
  const unedited = await open()
  expect(unedited?.sync.getState()).toMatchObject({ kind: 'saved' })
  unedited?.close()
  await store(editsOf('ada', 'Tea'))
  const session = await open()
  expect(await session?.sync.flush()).toBeUndefined()
  expect(session?.sync.getState()).toMatchObject({ kind: 'denied', error: new Error(ACCESS_DENIED) })
  expect(session?.sync.hasUnsentEdits()).toBe(true)
  expect(await slots('ada')).toHaveLength(1)
  isAllowed = true
  await session?.sync.flush()
  await session?.sync.whenStored()
  session?.close()
  expect([readTitle(), await slots('ada')]).toEqual(['Tea', []])
})

it('sendUnsentEdits leaves edits on the device that the server does not accept', async () => {
  const { transport } = createServer()
  await store(editsOf('ada', 'Tea'))
  const refuse: DraftTransport['append'] = async () => ({
    kind: 'refused',
    reasons: ['The text is too long.'],
  })
  expect(await sendUnsentEdits('ada', { transportOf: () => ({ ...transport, append: refuse }) })).toBe(true)
  expect(await slots('ada')).toEqual(['slot of ada'])
})

it('sendUnsentEdits sends the edits of other drafts if one request fails', async () => {
  const { transport, readTitle } = createServer()
  const failing = async () => {
    throw new Error('The server cannot be reached.')
  }
  await store(
    editsOf('ada', 'Coffee', { slot: 'slot 1', draft: 'failing' }),
    editsOf('ada', 'Tea', { slot: 'slot 2' }),
  )
  const transportOf = (draft: string) => (draft === 'failing' ? { ...transport, append: failing } : transport)
  expect(await sendUnsentEdits('ada', { transportOf })).toBe(false)
  expect(await slots('ada')).toEqual(['slot 1'])
  expect(readTitle()).toBe('Tea')
})

it('keepSendingUnsentEdits does not retry edits that the account may not make, and keeps them', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  const { transport } = createServer()
  const edits = editsOf('ada', 'Tea')
  const storage: UnsentEditsStore = {
    ...unsentEdits,
    list: async () => [edits],
    removeSent: () => expect.unreachable('the edits are removed'),
  }
  const append = vi.fn(() => Promise.reject(new Error(ACCESS_DENIED)))
  const stop = keepSendingUnsentEdits('ada', { storage, transportOf: () => ({ ...transport, append }) })
  await vi.advanceTimersByTimeAsync(600_000)
  stop()
  expect(append).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

it('keepSendingUnsentEdits retries with growing pauses until the server responds', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  const { transport, readTitle } = createServer()
  let stored = [editsOf('ada', 'Tea')]
  const storage: UnsentEditsStore = {
    ...unsentEdits,
    list: async () => stored,
    removeSent: async () => {
      stored = []
    },
  }
  let requests = 0
  let isDown = true
  const append: DraftTransport['append'] = (request) => {
    requests += 1
    return isDown ? Promise.reject(new Error('The server cannot be reached.')) : transport.append(request)
  }
  const stop = keepSendingUnsentEdits('ada', { storage, transportOf: () => ({ ...transport, append }) })
  await vi.advanceTimersByTimeAsync(36_000)
  expect(requests).toBe(4)
  isDown = false
  await vi.advanceTimersByTimeAsync(40_000)
  expect([requests, stored, readTitle()]).toEqual([5, [], 'Tea'])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(requests).toBe(5)

  stored = [editsOf('ada', 'Coffee')]
  isDown = true
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toBe(6)
  stop()
  await vi.advanceTimersByTimeAsync(600_000)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toBe(6)
  vi.useRealTimers()
})
