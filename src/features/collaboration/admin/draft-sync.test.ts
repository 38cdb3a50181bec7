import { Step } from '@tiptap/pm/transform'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCESS_DENIED } from '#features/access/rules/access.ts'
import { createEmptyDocument, DRAFT_SCHEMA } from '#features/drafts/rules/draft-schema.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import type { StoredBatch, StoredDocument } from '#ui/admin/stored-documents.ts'
import { MAX_BATCH_STEPS } from '../rules/step-limits.ts'
import type { AppendOutcome } from '../server/append-steps.server.ts'
import type { ReadDocument } from '../server/read-document.server.ts'
import { createDraftSync, type LostText, type ReceivedBatch } from './draft-sync.ts'
import { createHeadlessEditor } from './headless-editor.ts'

const TEXT_START = 6
/** How many batches the server returns at once. */
const MAX_READ = 3

/** The server: it orders batches as they come. */
function createServer() {
  const batches: ReceivedBatch[] = []
  const add = (batch: Pick<StoredBatch, 'client' | 'batch' | 'seen' | 'steps'>, by = 'ada') => {
    batches.push({ ...batch, version: batches.length + 1, by, lost: null })
    return batches.at(-1) as ReceivedBatch
  }
  const append = vi.fn(async (batch: StoredBatch): Promise<AppendOutcome> => {
    const earlier = batches.find((one) => one.client === batch.client && one.batch === batch.batch)
    const version = (earlier ?? add(batch)).version
    return { kind: 'appended', batches: batches.slice(batch.base, version) }
  })
  const read = vi.fn(
    async (since = 0): Promise<ReadDocument> => ({
      kind: 'steps',
      batches: batches.slice(since, since + MAX_READ),
      version: batches.length,
    }),
  )
  return { batches, add, append, read }
}

function open({ isNew = false, isShared = false } = {}) {
  const editor = createHeadlessEditor(createEmptyDocument(), undefined, (transaction) =>
    sync?.onTransaction(transaction),
  )
  const server = createServer()
  const stored: Pick<StoredDocument, 'batch' | 'batchCount' | 'isNew'>[] = []
  const lost: LostText[] = []
  const store = vi.fn<() => Promise<void>>(async () => {})
  const sync = createDraftSync({
    editor,
    client: 'client-of-ada',
    owner: 'ada',
    isNew,
    isReadOnly: false,
    transport: server,
    isShared: () => isShared,
    store(edits) {
      stored.push(edits)
      return store()
    },
    onChange() {},
    onLost: (text) => lost.push(text),
  })
  return {
    server,
    sync,
    stored,
    store,
    lost,
    text: () => editor.state.doc.child(2).textContent,
    delete(from: number, to: number) {
      editor.dispatch(editor.state.tr.delete(from, to))
    },
    type(text: string, at = TEXT_START + editor.state.doc.child(2).textContent.length) {
      editor.dispatch(editor.state.tr.insertText(text, at))
    },
    /** Adds a step of another person on the server. */
    addByBen(step: object) {
      return server.add(
        { client: 'client-of-ben', batch: server.batches.length + 1, seen: 0, steps: [step] },
        'ben',
      )
    },
  }
}

const insertion = (text: string, at = TEXT_START) => ({
  stepType: 'replace',
  from: at,
  to: at,
  slice: { content: [{ type: 'text', text }] },
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('edits', () => {
  it('are sent within a second, keys that follow one another as one step', async () => {
    const { server, sync, type, text } = open()
    for (const key of 'Tea at four') {
      type(key)
      await vi.advanceTimersByTimeAsync(50)
    }
    expect(sync.getState().kind).toBe('saving')
    expect(server.append).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.append).toHaveBeenCalledTimes(1)
    expect(server.batches).toMatchObject([{ version: 1, steps: [insertion('Tea at four')] }])
    expect([sync.getState().kind, sync.getVersion(), text()]).toEqual(['saved', 1, 'Tea at four'])
  })

  it('are sent at once while others are in the article', async () => {
    const { server, type } = open({ isShared: true })
    type('A')
    await vi.advanceTimersByTimeAsync(100)
    expect(server.batches).toMatchObject([{ steps: [insertion('A')] }])
  })

  it('wait while a batch is being sent', async () => {
    const { server, sync, type } = open()
    const response = Promise.withResolvers<void>()
    const { append } = server
    append.mockImplementationOnce(async (batch) => {
      await response.promise
      return append(batch)
    })
    type('A')
    await vi.advanceTimersByTimeAsync(1_000)
    type('B')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(server.batches).toEqual([])
    response.resolve()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.batches).toMatchObject([{ steps: [insertion('A')] }, { steps: [insertion('B', 7)] }])
    expect(sync.getState().kind).toBe('saved')
  })

  it('are sent in several batches if they are too many for one', async () => {
    const { server, sync, type, text } = open()
    server.append.mockRejectedValueOnce(new RequestFailure('offline'))
    type('Tea at four')
    for (let count = 0; count <= MAX_BATCH_STEPS; count += 1) type('A', TEXT_START + (count % 2 ? 0 : 5))
    await sync.flush()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(server.batches.map(({ steps }) => steps.length)).toEqual([MAX_BATCH_STEPS, 2])
    expect([sync.getState().kind, sync.getVersion()]).toEqual(['saved', 2])
    expect(text()).toHaveLength('Tea at four'.length + MAX_BATCH_STEPS + 1)
  })

  it('are stored on the device with the batch before it is sent', async () => {
    const { server, stored, type } = open()
    server.append.mockImplementationOnce(async (batch) => {
      expect(stored.at(-1)?.batch).toEqual(batch)
      throw new RequestFailure('offline')
    })
    type('A')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.append).toHaveBeenCalledTimes(1)
    expect(stored.at(-1)?.batch?.steps).toEqual([insertion('A')])
  })

  it('are stored and sent at once when the page ends, whatever an earlier write does', () => {
    const { server, sync, stored, store, type } = open()
    store.mockReturnValue(new Promise(() => {}))
    type('A')
    type('B')
    sync.leave()
    const steps = [insertion('AB')]
    expect(server.append).toHaveBeenLastCalledWith(expect.objectContaining({ steps }))
    expect(stored.at(-1)).toMatchObject({ batchCount: 1, batch: { steps } })
  })

  it('are stored when the page ends while a batch is being sent', async () => {
    const { server, sync, stored, store, type } = open()
    server.append.mockReturnValue(new Promise(() => {}))
    type('A')
    await vi.advanceTimersByTimeAsync(1_000)
    store.mockReturnValue(new Promise(() => {}))
    type('B')
    type('C')
    const writes = stored.length
    sync.leave()
    expect(stored).toHaveLength(writes + 1)
  })

  it('are sent again unchanged if the response is lost', async () => {
    const { server, sync, type, text } = open()
    const { append } = server
    append.mockImplementationOnce(async (batch) => {
      await append(batch)
      throw new RequestFailure('offline')
    })
    type('A')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sync.getState()).toMatchObject({ kind: 'retrying' })
    type('B')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(server.batches).toMatchObject([{ steps: [insertion('A')] }, { steps: [insertion('B', 7)] }])
    expect([sync.getState().kind, text()]).toEqual(['saved', 'AB'])
  })

  it('are applied once if the stream brings them before the response', async () => {
    const { server, sync, type, text } = open()
    const { append } = server
    append.mockImplementationOnce(async (batch) => {
      const outcome = await append(batch)
      sync.onBatch(1, server.batches[0])
      return outcome
    })
    type('A')
    await vi.advanceTimersByTimeAsync(1_000)
    expect([sync.getState().kind, sync.getVersion(), text()]).toEqual(['saved', 1, 'A'])
  })

  it('of a new article are sent with the first one of the person', async () => {
    const { server, sync, type } = open({ isNew: true })
    await sync.send()
    expect(server.append).not.toHaveBeenCalled()
    type('A')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.append).toHaveBeenCalledWith(expect.objectContaining({ isNew: true }))
    expect(sync.getState().isStored).toBe(true)
  })

  it('that are refused stay, and are sent with the next ones', async () => {
    const { server, sync, type, text } = open()
    server.append.mockResolvedValueOnce({ kind: 'refused', reasons: ['Too long'] })
    type('A')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sync.getState()).toMatchObject({ kind: 'refused', reasons: ['Too long'] })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.append).toHaveBeenCalledTimes(1)
    type('B')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.batches).toMatchObject([{ batch: 2, steps: [insertion('AB')] }])
    expect([sync.getState().kind, text()]).toEqual(['saved', 'AB'])
  })

  it('of a device that is far behind are sent once it has read what is missing', async () => {
    const { server, sync, type, text, addByBen } = open()
    type('A')
    for (let count = 0; count < 2 * MAX_READ + 1; count += 1) addByBen(insertion('b'))
    server.append.mockResolvedValueOnce({ kind: 'behind' })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(server.append).toHaveBeenCalledTimes(2)
    expect(server.batches.at(-1)).toMatchObject({ batch: 2, steps: [insertion('A', TEXT_START + 7)] })
    expect([sync.getState().kind, text()]).toEqual(['saved', 'bbbbbbbA'])
  })

  it('are not sent again if they are among what a device that is far behind has read', async () => {
    const { server, sync, type, text, addByBen } = open()
    server.append.mockImplementationOnce(async (batch) => {
      server.add(batch)
      for (let count = 0; count < MAX_READ; count += 1) addByBen(insertion('b'))
      return { kind: 'behind' }
    })
    type('A')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(server.append).toHaveBeenCalledTimes(1)
    expect([sync.getState().kind, text()]).toEqual(['saved', 'bbbA'])
  })

  it('wait while a device that is far behind cannot read', async () => {
    const { server, sync, type, text, addByBen } = open()
    type('A')
    addByBen(insertion('b'))
    server.append.mockResolvedValueOnce({ kind: 'behind' }).mockResolvedValueOnce({ kind: 'behind' })
    server.read.mockRejectedValueOnce(new RequestFailure('offline'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sync.getState().kind).toBe('retrying')
    await vi.advanceTimersByTimeAsync(5_000)
    expect([sync.getState().kind, text()]).toEqual(['saved', 'bA'])
  })

  it('that the account may not make wait until it may', async () => {
    const { server, sync, type } = open()
    server.append.mockRejectedValueOnce(new Error(ACCESS_DENIED))
    type('A')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sync.getState().kind).toBe('denied')
    expect(server.append).toHaveBeenCalledTimes(1)
    await sync.resume()
    expect(server.batches).toHaveLength(1)
  })
})

describe("others' edits", () => {
  it('are applied beside unsent ones', async () => {
    const { server, sync, type, text, addByBen } = open()
    type('Ada')
    sync.onBatch(1, addByBen(insertion('Ben ')))
    expect(text()).toBe('Ben Ada')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.batches.at(-1)).toMatchObject({ seen: 0 })
    expect([sync.getVersion(), text()]).toEqual([2, 'Ben Ada'])
  })

  it('are read if one is missing', async () => {
    const { server, sync, text, addByBen } = open()
    addByBen(insertion('one '))
    sync.onBatch(2, addByBen(insertion('two ', 10)))
    await vi.advanceTimersByTimeAsync(0)
    expect(server.read).toHaveBeenCalledWith(0)
    expect(text()).toBe('one two ')
  })

  it('tell the person what they have deleted before they could see it', async () => {
    const { server, sync, type, lost, addByBen } = open()
    sync.onBatch(1, addByBen(insertion('one two three')))
    type('X', 10)
    addByBen({ stepType: 'replace', from: TEXT_START, to: 19 })
    sync.onBatch(2, server.batches[1])
    expect(lost).toEqual([{ text: 'X', by: 'ben' }])
  })

  it('count as unseen while a deletion that is not confirmed hides them', async () => {
    const { server, sync, type, delete: remove, addByBen } = open()
    sync.onBatch(1, addByBen(insertion('one two three')))
    const response = Promise.withResolvers<void>()
    const { append } = server
    append.mockImplementationOnce(async (batch) => {
      await response.promise
      return append(batch)
    })
    remove(TEXT_START, 13)
    await vi.advanceTimersByTimeAsync(1_000)
    sync.onBatch(2, addByBen(insertion('X', 10)))
    type('A')
    response.resolve()
    await vi.advanceTimersByTimeAsync(2_000)
    type('B')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(server.batches.slice(2).map(({ seen }) => seen)).toEqual([1, 1, 4])
  })

  it('tell the person about words that were typed long before, without a connection', async () => {
    const { server, sync, type, lost, addByBen } = open()
    server.append.mockRejectedValue(new RequestFailure('offline'))
    sync.onBatch(1, addByBen(insertion('one two three')))
    type('X', 10)
    await vi.advanceTimersByTimeAsync(3_600_000)
    type('Y')
    addByBen({ stepType: 'replace', from: TEXT_START, to: 19 })
    sync.onBatch(2, server.batches[1])
    expect(lost).toEqual([{ text: 'X', by: 'ben' }])
  })
})

it('waits for all edits, and says which version has them', async () => {
  const { sync, type } = open()
  type('A')
  expect(await sync.flush()).toBe(1)
})

it('stops while the draft is in the bin, and goes on when it is restored', async () => {
  const { server, sync, type } = open()
  server.append.mockResolvedValueOnce({ kind: 'gone' })
  type('A')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sync.getState().kind).toBe('gone')
  type('B')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.append).toHaveBeenCalledTimes(1)
  await sync.read()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(
    server.batches.flatMap(({ steps }) => steps.map((step) => Step.fromJSON(DRAFT_SCHEMA, step))),
  ).toHaveLength(2)
  expect(sync.getState().kind).toBe('saved')
})
