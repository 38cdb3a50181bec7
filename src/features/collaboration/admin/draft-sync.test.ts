import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as Y from 'yjs'
import { ACCESS_DENIED } from '#features/access/rules/access.ts'
import type { UnsentEdits } from '#ui/admin/unsent-edits.ts'
import { createDraftDocument } from '../rules/draft-document.ts'
import type { AppendOutcome } from '../server/append-update.server.ts'
import type { DocumentUpdates } from '../server/draft-updates.server.ts'
import { createDraftSync, type DraftTransport } from './draft-sync.ts'

const DOCUMENT = '7d3f0f5e-6f0e-4a57-9a53-0d3a3f1f6c10'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Server = {
  requests: number
  readText(): string
  /** Replace the next responses. */
  fail: Error | undefined
  answer: AppendOutcome | undefined
  readAnswer: DocumentUpdates | undefined
  /** The next update is stored, but its response is lost. */
  loseResponse: boolean
  transport: DraftTransport
}

/** A server that stores updates, and can fail. */
function createServer(): Server {
  const updates: Uint8Array[] = []
  const doc = createDraftDocument(DOCUMENT)
  const server: Server = {
    requests: 0,
    readText: () => doc.getText('text').toString(),
    fail: undefined,
    answer: undefined,
    readAnswer: undefined,
    loseResponse: false,
    transport: {
      async append({ update }) {
        server.requests += 1
        if (server.fail) throw server.fail
        if (server.answer) return server.answer
        const before = Y.encodeStateAsUpdate(doc)
        Y.applyUpdate(doc, update)
        if (doc.store.pendingStructs) throw new Error('The update is incomplete')
        const isNew = Buffer.compare(before, Y.encodeStateAsUpdate(doc)) !== 0
        if (isNew) updates.push(update)
        if (server.loseResponse) {
          server.loseResponse = false
          throw new Error('The response was lost')
        }
        return { kind: 'appended', seq: updates.length, formHash: '' }
      },
      async read(since) {
        if (server.fail) throw server.fail
        if (server.readAnswer) return server.readAnswer
        const { seq } = since ?? { seq: 0 }
        return {
          kind: 'updates',
          document: DOCUMENT,
          seq: updates.length,
          updates: updates.slice(seq),
          seedDifferences: {},
        }
      },
      sendPresence: async () => {},
    },
  }
  return server
}

type Device = { isFull: boolean; edits: Pick<UnsentEdits, 'update' | 'seedOf'> | undefined }

function open(server: { transport: DraftTransport }, options: { device?: Device; seedOf?: null } = {}) {
  const device: Device = options.device ?? { isFull: false, edits: undefined }
  const doc = createDraftDocument(DOCUMENT)
  const unsent = device.edits ? [device.edits.update] : []
  for (const update of unsent) Y.applyUpdate(doc, update)
  const sync = createDraftSync({
    doc,
    seq: 0,
    transport: server.transport,
    unsent,
    seedOf: options.seedOf,
    isEdited: unsent.length > 0,
    storage: {
      async put(edits) {
        if (device.isFull) throw new DOMException('Full', 'QuotaExceededError')
        device.edits = edits
      },
      async remove() {
        device.edits = undefined
      },
    },
    onChange() {},
  })
  const text = doc.getText('text')
  return {
    sync,
    device,
    doc,
    read: () => text.toString(),
    type: (words: string) => text.insert(text.length, words),
  }
}

const waitForSend = () => vi.advanceTimersByTimeAsync(2_000)

describe('createDraftSync', () => {
  it('sends edits together after a pause, and at the latest after 2 seconds of typing', async () => {
    const server = createServer()
    const { type, sync } = open(server)
    type('Tea ')
    expect(sync.getState().kind).toBe('saving')
    await vi.advanceTimersByTimeAsync(300)
    type('at ')
    await vi.advanceTimersByTimeAsync(600)
    expect([server.requests, server.readText(), sync.getState().kind]).toEqual([1, 'Tea at ', 'saved'])
    for (let count = 0; count < 20; count += 1) {
      type('.')
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(server.readText().length).toBeGreaterThan('Tea at '.length)
  })

  it('sends a typed sentence in less than 1 kB', async () => {
    const server = createServer()
    const append = vi.spyOn(server.transport, 'append')
    const { doc } = open(server)
    const text = doc.getText('text')
    text.insert(0, 'The bridge is closed. '.repeat(400))
    for (let at = 0; at < 4_000; at += 9) text.delete(at, 2)
    await waitForSend()
    append.mockClear()
    const sentence =
      'The council has postponed its decision on the bridge until the report is published in March.'
    for (const [n, key] of [...sentence].entries()) {
      text.insert(2_000 + n, key)
      await vi.advanceTimersByTimeAsync(120)
    }
    await waitForSend()
    expect(server.readText()).toContain(sentence)
    const sizes = append.mock.calls.map(([{ update }]) => update.length)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(1_000)
  })

  it('sends edits made during a request together, and within 2 seconds', async () => {
    const server = createServer()
    const { append } = server.transport
    vi.spyOn(server.transport, 'append').mockImplementation(async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 40))
      return append(request)
    })
    const { type, sync } = open(server)
    let typed = ''
    let maxUnsent = 0
    for (let count = 0; count < 200; count += 1) {
      type('.')
      typed += '.'
      await vi.advanceTimersByTimeAsync(25)
      maxUnsent = Math.max(maxUnsent, typed.length - server.readText().length)
    }
    // 5 seconds of typing.
    expect(server.requests).toBeLessThanOrEqual(4)
    expect(maxUnsent * 25).toBeLessThan(2_000)
    const flushed = sync.flush()
    type('.')
    await vi.advanceTimersByTimeAsync(200)
    expect(await flushed).toBe(server.requests)
    typed += '.'
    expect([server.readText(), sync.getState().kind]).toEqual([typed, 'saved'])
  })

  it('merges the edits of two people', async () => {
    const server = createServer()
    const [ada, ben] = [open(server), open(server)]
    ada.type('Tea')
    ben.type('Coffee')
    await waitForSend()
    await Promise.all([ada.sync.read(), ben.sync.read()])
    expect(ada.read()).toBe(ben.read())
    expect(server.readText()).toBe(ada.read())
    expect(['TeaCoffee', 'CoffeeTea']).toContain(ada.read())
  })

  it('stores edits on the device at once, and removes them when the server has them', async () => {
    const server = createServer()
    const { type, sync, device } = open(server)
    type('Tea')
    await sync.whenStored()
    expect(device.edits).toBeDefined()
    await waitForSend()
    await sync.whenStored()
    expect(device.edits).toBeUndefined()
  })

  it('sends the edits of a page that crashed offline on the next opening', async () => {
    const server = createServer()
    server.fail = new Error('offline')
    const crashed = open(server)
    crashed.type('Tea')
    await waitForSend()
    expect(crashed.sync.getState()).toMatchObject({ kind: 'retrying', error: server.fail })
    crashed.sync.close()
    server.fail = undefined
    const again = open(createServer(), { device: crashed.device })
    expect(again.read()).toBe('Tea')
    await waitForSend()
    expect(again.sync.getState().kind).toBe('saved')
    expect(again.device.edits).toBeUndefined()
  })

  it('retries with growing pauses, at once when asked, and stores a retried update once', async () => {
    const server = createServer()
    const { type, sync } = open(server)
    server.fail = new Error('offline')
    type('Tea')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.requests).toBeGreaterThan(3)
    expect(server.requests).toBeLessThan(12)
    server.fail = undefined
    server.loseResponse = true
    await sync.send()
    expect(sync.getState().kind).toBe('retrying')
    await sync.send()
    expect(sync.getState().kind).toBe('saved')
    expect(server.readText()).toBe('Tea')
  })

  it('returns the newest update after all edits are sent, with those of others', async () => {
    const server = createServer()
    const [ada, ben] = [open(server), open(server)]
    ben.type('Coffee')
    expect(await ben.sync.flush()).toBe(1)
    ada.type('Tea')
    expect(await ada.sync.flush()).toBe(2)
    expect(ada.read()).toBe(server.readText())
    server.fail = new Error('offline')
    ada.type('!')
    expect(await ada.sync.flush()).toBeUndefined()
  })

  it('sends everything that the server does not have when updates are missing there', async () => {
    const server = createServer()
    const { type, sync, doc } = open(server)
    const first = Y.encodeStateVector(doc)
    server.answer = { kind: 'incomplete', stateVector: first }
    type('Tea')
    await waitForSend()
    expect(sync.getState().kind).toBe('retrying')
    server.answer = undefined
    await sync.send()
    expect(server.readText()).toBe('Tea')
  })

  it('keeps refused edits, and sends them again with the next edit', async () => {
    const server = createServer()
    const { type, sync, device } = open(server)
    server.answer = { kind: 'refused', reasons: ['Title can have 2,000 characters at most'] }
    type('Tea')
    await waitForSend()
    expect(sync.getState()).toMatchObject({ kind: 'refused', reasons: server.answer.reasons })
    expect(device.edits).toBeDefined()
    const { requests } = server
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.requests).toBe(requests)
    server.answer = undefined
    type('!')
    await waitForSend()
    expect(sync.getState()).toMatchObject({ kind: 'saved', reasons: undefined })
    expect(server.readText()).toBe('Tea!')
  })

  it('does not send edits that the account may not make until it may, and keeps them', async () => {
    const server = createServer()
    const { type, sync, device } = open(server)
    server.fail = new Error(ACCESS_DENIED)
    type('Tea')
    await waitForSend()
    expect(sync.getState()).toMatchObject({ kind: 'denied', error: server.fail })
    type('!')
    await sync.send()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(server.requests).toBe(1)
    expect(sync.hasUnsentEdits()).toBe(true)
    expect(device.edits).toBeDefined()
    server.fail = undefined
    await sync.resume()
    expect([sync.getState().kind, server.readText()]).toEqual(['saved', 'Tea!'])
  })

  it('does not send edits of a deleted article until it is restored', async () => {
    const server = createServer()
    const { type, sync } = open(server)
    server.answer = { kind: 'gone' }
    type('Tea')
    await waitForSend()
    expect(sync.getState().kind).toBe('gone')
    server.answer = undefined
    type('!')
    await waitForSend()
    expect(server.readText()).toBe('')
    await sync.read()
    await waitForSend()
    expect([sync.getState().kind, server.readText()]).toEqual(['saved', 'Tea!'])
  })

  it('reports a document that the server has replaced', async () => {
    const server = createServer()
    const { sync } = open(server)
    server.readAnswer = {
      kind: 'updates',
      document: crypto.randomUUID(),
      seq: 1,
      updates: [],
      seedDifferences: {},
    }
    await sync.read()
    expect(sync.getState().kind).toBe('replaced')
  })

  it('reports a device that cannot store edits', async () => {
    const server = createServer()
    server.fail = new Error('offline')
    const { type, sync, device } = open(server)
    device.isFull = true
    type('Tea')
    await sync.whenStored()
    expect(sync.getState().isStorageFailed).toBe(true)
    device.isFull = false
    type('!')
    await sync.whenStored()
    expect(sync.getState().isStorageFailed).toBe(false)
  })

  it('stores a new article with its first edit', async () => {
    const server = createServer()
    const append = vi.spyOn(server.transport, 'append')
    const { type, sync } = open(server, { seedOf: null })
    await waitForSend()
    expect([append.mock.calls.length, sync.getState().isStored]).toEqual([0, false])
    type('Tea')
    await waitForSend()
    expect(append.mock.calls[0]?.[0]).toMatchObject({ document: DOCUMENT, seedOf: null })
    expect(sync.getState().isStored).toBe(true)
  })

  it('sends edits in the background after it was closed', async () => {
    const server = createServer()
    server.fail = new Error('offline')
    const { type, sync } = open(server)
    type('Tea')
    sync.close()
    await waitForSend()
    server.fail = undefined
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.readText()).toBe('Tea')
  })
})
