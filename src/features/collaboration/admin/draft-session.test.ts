import { expect, it } from 'vitest'
import { DRAFT_SCHEMA } from '#features/drafts/rules/draft-schema.ts'
import type { StoredDocument } from '#ui/admin/stored-documents.ts'
import { openDraftSession } from './draft-session.ts'
import type { LostText } from './draft-sync.ts'
import { createHeadlessEditor } from './headless-editor.ts'

const DOCUMENT = DRAFT_SCHEMA.topNodeType.createAndFill()?.toJSON()

function createDevice() {
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
      isNew: false,
      readStored: () => null,
      onDeletedText() {},
      createEditor: ({ doc }) =>
        Object.assign(createHeadlessEditor(doc), { onTransaction: () => () => {}, destroy() {} }),
      transport: {
        append: async () => ({ kind: 'gone' }),
        read: async () => ({ kind: 'document', version: 3, document: DOCUMENT }),
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
  return { open, addVisit }
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
