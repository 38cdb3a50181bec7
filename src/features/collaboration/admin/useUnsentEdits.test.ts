import * as fakeIndexedDb from 'fake-indexeddb'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { ACCESS_DENIED } from '#features/access/rules/access.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import { type StoredBatch, type StoredDocument, storedDocuments } from '#ui/admin/stored-documents.ts'
import type { AppendOutcome } from '../server/append-steps.server.ts'
import { unsentDocument } from '../testing/unsent-document.ts'
import { sendStoredEdits } from './send-stored-edits.ts'
import { claimRecord } from './stored-session.ts'
import { keepSendingUnsentEdits } from './useUnsentEdits.ts'

// They stay: requests may still be under way after the last test.
for (const [name, value] of Object.entries(fakeIndexedDb))
  if (name === 'indexedDB' || name.startsWith('IDB')) Object.assign(globalThis, { [name]: value })
afterEach(async () => {
  for (const owner of ['ada', 'ben'])
    for (const { client } of await storedDocuments.list(owner)) await storedDocuments.remove(client)
})
afterAll(() => vi.unstubAllGlobals())

const insertion = (text: string, at = 1) => ({
  stepType: 'replace',
  from: at,
  to: at,
  slice: { content: [{ type: 'text', text }] },
})
const pendingOf = (text: string, at = 1) => ({
  step: insertion(text, at),
  inverted: { stepType: 'replace', from: at, to: at + text.length },
  seen: 0,
})

const edits = (title: string, more: Partial<StoredDocument> = {}) =>
  unsentDocument(title, { client: 'client-of-ada', ...more })

/** A server that has a draft without edits, and stores retries once. */
function createServer() {
  const batches: StoredBatch[] = []
  const append = vi.fn(async (batch: StoredBatch): Promise<AppendOutcome> => {
    if (!batches.some((one) => one.client === batch.client && one.batch === batch.batch)) batches.push(batch)
    const all = batches.map((one, index) => ({ ...one, version: index + 1, by: 'ada', lost: null }))
    return { kind: 'appended', batches: all.slice(batch.base) }
  })
  const transport = {
    append,
    read: vi.fn(async () => ({ kind: 'steps' as const, batches: [], version: batches.length })),
  }
  return { batches, append, sources: { transportOf: () => transport } }
}

const remaining = async (owner = 'ada') =>
  (await storedDocuments.list(owner)).map(({ pending }) => pending.length)

describe('sendStoredEdits', () => {
  it('sends what an account left on the device, and nothing of another account', async () => {
    await storedDocuments.put(edits('Tea'))
    await storedDocuments.put(edits('Coffee', { owner: 'ben', client: 'client-of-ben' }))
    const { batches, sources } = createServer()
    expect(await sendStoredEdits('ada', sources)).toBe(true)
    expect(batches).toMatchObject([{ client: 'client-of-ada', batch: 1, steps: [insertion('Tea')] }])
    expect([await remaining('ada'), await remaining('ben')]).toEqual([[0], [1]])
  })

  it('sends a batch whose response was lost unchanged, and then the rest', async () => {
    const batch = { client: 'client-of-ada', batch: 1, base: 0, seen: 0, steps: [insertion('Tea')] }
    const pending = [pendingOf('Tea'), pendingOf(' at four', 4)]
    await storedDocuments.put(edits('Tea at four', { pending, sentCount: 1, batch, batchCount: 1 }))
    const { batches, append, sources } = createServer()
    await append(batch)
    expect(await sendStoredEdits('ada', sources)).toBe(true)
    expect(batches).toMatchObject([batch, { batch: 2, base: 1, steps: [insertion(' at four', 4)] }])
    expect(await remaining()).toEqual([0])
  })

  it('keeps edits that the server refuses, and reports drafts that it creates', async () => {
    await storedDocuments.put(edits('Tea', { isNew: true }))
    const { append, sources } = createServer()
    const created: string[] = []
    append.mockRejectedValueOnce(new Error(ACCESS_DENIED))
    expect(await sendStoredEdits('ada', { ...sources, onCreated: (draft) => created.push(draft) })).toBe(true)
    expect([created, await remaining()]).toEqual([[], [1]])
    expect(await sendStoredEdits('ada', { ...sources, onCreated: (draft) => created.push(draft) })).toBe(true)
    expect([created, await remaining()]).toEqual([['draft'], [0]])
  })

  it('claims what it sends, so that no editor continues it meanwhile', async () => {
    await storedDocuments.put(edits('Tea'))
    const { append, sources } = createServer()
    const { promise: response, resolve: respond } = Promise.withResolvers<AppendOutcome>()
    append.mockReturnValueOnce(response)
    const sending = sendStoredEdits('ada', sources)
    await vi.waitFor(() => expect(append).toHaveBeenCalled())
    expect(await claimRecord('client-of-ada')).toBeUndefined()
    expect(await sendStoredEdits('ada', sources)).toBe(true)
    expect(append).toHaveBeenCalledTimes(1)
    respond({ kind: 'gone' })
    await sending
    const release = await claimRecord('client-of-ada')
    expect(release).toBeDefined()
    release?.()
  })

  it.each([
    ['with an unknown block', { document: { type: 'doc', content: [{ type: 'unknown' }] } }],
    ['without a field that the code needs', { lost: undefined }],
  ])('leaves edits %s on the device, and sends the others', async (_, damage) => {
    await storedDocuments.put({ ...edits('Tea', { savedAt: 2 }), ...damage } as StoredDocument)
    await storedDocuments.put(edits('Coffee', { client: 'other-client-of-ada', savedAt: 1 }))
    const { batches, sources } = createServer()
    expect(await sendStoredEdits('ada', sources)).toBe(true)
    expect(batches).toMatchObject([{ steps: [insertion('Coffee')] }])
    expect((await remaining()).toSorted()).toEqual([0, 1])
  })

  it('leaves those of an article to its editor while it opens, and is not complete before that', async () => {
    await storedDocuments.put(edits('Tea', { isNew: true }))
    const { append, sources } = createServer()
    expect(await sendStoredEdits('ada', { ...sources, isOpening: (draft) => draft === 'draft' })).toBe(false)
    expect(append).not.toHaveBeenCalled()
    expect(await sendStoredEdits('ada', { ...sources, isOpening: () => false })).toBe(true)
    expect(await remaining()).toEqual([0])
  })

  it('is not complete without a response', async () => {
    await storedDocuments.put(edits('Tea'))
    const { append, sources } = createServer()
    append.mockRejectedValueOnce(new RequestFailure('offline'))
    expect(await sendStoredEdits('ada', sources)).toBe(false)
    expect(await remaining()).toEqual([1])
  })
})

describe('keepSendingUnsentEdits', () => {
  it('tries until the server has responded', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.stubGlobal('window', new EventTarget())
    await storedDocuments.put(edits('Tea'))
    const { batches, append, sources } = createServer()
    append.mockRejectedValueOnce(new RequestFailure('offline'))
    const stop = keepSendingUnsentEdits('ada', sources)
    await vi.waitFor(() => expect(batches).toHaveLength(1), { interval: 500, timeout: 20_000 })
    stop()
    vi.useRealTimers()
  })
})
