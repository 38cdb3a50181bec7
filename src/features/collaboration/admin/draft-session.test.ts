import type { Node } from '@tiptap/pm/model'
import { EditorState, type Plugin, type Transaction } from '@tiptap/pm/state'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DRAFT_SCHEMA } from '#features/drafts/rules/draft-schema.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import type { StoredDocument } from '#ui/admin/stored-documents.ts'
import { unsentDocument } from '../testing/unsent-document.ts'
import { readCollaboration } from './collaboration-plugin.ts'
import { openDraftSession, type SessionEditor } from './draft-session.ts'
import type { LostText } from './draft-sync.ts'

const DOCUMENT = DRAFT_SCHEMA.topNodeType.createAndFill()?.toJSON()

function createEditor({ doc, plugin }: { doc: Node; plugin: Plugin }): SessionEditor {
  let state = EditorState.create({ doc, plugins: [plugin] })
  return {
    get state() {
      return state
    },
    dispatch(transaction: Transaction) {
      state = state.apply(transaction)
    },
    onTransaction: () => () => {},
    destroy() {},
  }
}

/** @param versions of the documents that the server returns, of which the last is the newest */
function createDevice({ isOffline = false, isNew = false, hangs = false, versions = [3] } = {}) {
  const unread = [...versions]
  const records = new Map<string, StoredDocument>()
  const storage = {
    put: async (document: StoredDocument) => void records.set(document.client, structuredClone(document)),
    remove: async (client: string) => void records.delete(client),
    list: async () => [...records.values()],
  }
  const open = async () => {
    const session = await openDraftSession({
      id: 'draft',
      me: { id: 'ada', name: 'Ada' },
      isReadOnly: false,
      isNew,
      // The server does not respond.
      readByline: () => new Promise<string>(() => {}),
      readStored: () => null,
      onDeletedText() {},
      createEditor,
      transport: {
        append: async () => {
          if (isOffline) throw new RequestFailure('offline')
          if (hangs) return new Promise(() => {})
          return { kind: 'gone' }
        },
        read: async () => {
          if (isOffline) throw new RequestFailure('offline')
          const version = (unread.length > 1 ? unread.shift() : unread[0]) ?? 0
          return { kind: 'document', version, document: DOCUMENT }
        },
        sendPresence: async () => {},
      },
      storage,
    })
    if (!session) throw new Error('There is no draft')
    return session
  }
  /** Stores the copy of an earlier visit in which texts were lost. */
  async function addVisit(client: string, lost: LostText[]) {
    const visit = await open()
    await visit.close()
    const [copy] = await storage.list()
    records.clear()
    if (copy) await storage.put({ ...copy, client, lost })
  }
  return { open, addVisit, storage }
}

it('offers lost texts of earlier visits until they are dismissed', async () => {
  const device = createDevice()
  await device.addVisit('earlier-visit', [
    { text: 'milk', by: 'ben' },
    { text: 'sugar', by: 'ben' },
  ])
  const visit = async (dismissed?: string) => {
    const session = await device.open()
    const lost = session.getLost()
    for (const one of lost) if (one.text === dismissed) await session.dismissLost(one)
    await session.close()
    return lost.map(({ text }) => text)
  }
  expect(await visit()).toEqual(['milk', 'sugar'])
  expect(await visit('milk')).toEqual(['milk', 'sugar'])
  expect(await visit('sugar')).toEqual(['sugar'])
  expect(await visit()).toEqual([])
})

it('reads the document again if an editor on this device has sent edits since it was requested', async () => {
  const device = createDevice({ versions: [3, 4] })
  await device.storage.put(unsent({ pending: [], version: 4 }))
  const { editor } = await device.open()
  expect(readCollaboration(editor.state).version).toBe(4)
})

/** The record of an earlier visit. */
const unsent = (more: Partial<StoredDocument> = {}) => unsentDocument('Tea', { version: 3, ...more })

describe('without a connection', () => {
  const opened: Awaited<ReturnType<ReturnType<typeof createDevice>['open']>>[] = []
  afterEach(async () => {
    for (const session of opened.splice(0)) await session.close()
  })

  it('one of several tabs continues the unsent edits, and the others show what the server has', async () => {
    const device = createDevice({ isOffline: true })
    await device.storage.put(unsent())
    opened.push(...(await Promise.all([device.open(), device.open()])))
    opened.push(await device.open())
    const tabs = opened.map(({ readForm, sync }) => [readForm().title, sync.hasUnsentEdits()])
    expect(tabs.toSorted()).toEqual([
      ['', false],
      ['', false],
      ['Tea', true],
    ])
    expect(new Set(opened.map(({ client }) => client)).size).toBe(3)
  })

  it('opens the newest document that this version of the site can read', async () => {
    const device = createDevice({ isOffline: true })
    const document = { type: 'doc', content: [{ type: 'unknown' }] }
    await device.storage.put(unsent({ document }))
    await device.storage.put(unsent())
    opened.push(await device.open())
    expect(opened.map(({ readForm }) => readForm().title)).toEqual(['Tea'])
  })
})

it('opens the copy of this device if the server does not respond to its edits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const device = createDevice({ hangs: true })
  await device.storage.put(unsent())
  const opening = device.open()
  await vi.advanceTimersByTimeAsync(3_000)
  const { readForm, sync } = await opening
  expect([readForm().title, sync.hasUnsentEdits()]).toEqual(['Tea', true])
})

it('opens a new article of this device without a response of the server', async () => {
  const device = createDevice({ isNew: true })
  await device.storage.put(unsent({ isNew: true, version: 0 }))
  const session = await device.open()
  expect(session.readForm().title).toBe('Tea')
  await session.close()
})

it('opens an article although the device has edits that this version of the site cannot read', async () => {
  const device = createDevice()
  const left = unsent({ document: { type: 'doc', content: [{ type: 'unknown' }] } })
  await device.storage.put(left)
  const session = await device.open()
  expect([session.sync.getVersion(), session.getUnaccepted()]).toEqual([3, []])
  await session.close()
  expect(await device.storage.list()).toContainEqual(left)
})
