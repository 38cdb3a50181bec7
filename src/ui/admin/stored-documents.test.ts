import * as fakeIndexedDb from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { deleteOldCopies, type StoredDocument, storedDocuments } from './stored-documents.ts'

for (const [name, value] of Object.entries(fakeIndexedDb))
  if (name === 'indexedDB' || name.startsWith('IDB')) Object.assign(globalThis, { [name]: value })

function store(client: string, savedAt: number, more: Partial<StoredDocument>): Promise<void> {
  return storedDocuments.put({
    client,
    owner: 'ada',
    draft: 'draft',
    document: {},
    version: 0,
    pending: [],
    sentCount: 0,
    batch: null,
    batchCount: 0,
    isNew: false,
    lost: [],
    stored: null,
    savedAt,
    ...more,
  })
}

it('keeps the newest copies, and those with pending steps or with lost texts that no newer copy has', async () => {
  const [tea, milk] = [
    { text: 'tea', by: 'ben' },
    { text: 'milk', by: null },
  ]
  await store('pending', 1, { pending: [{ step: {}, inverted: {}, seen: 0 }] })
  await store('old', 2, {})
  await store('old-lost', 3, { lost: [tea, milk] })
  await store('older-lost', 2, { lost: [milk] })
  await store('new', 4, { lost: [tea] })
  for (let count = 1; count <= 40; count += 1)
    await store(`copy-${count}`, 100 + count, { draft: `draft-${count}` })
  await deleteOldCopies('ada')
  const kept = (await storedDocuments.list('ada')).map(({ client }) => client)
  expect(kept.slice(-3)).toEqual(['new', 'old-lost', 'pending'])
  expect([kept.length, kept[0], kept.at(-4)]).toEqual([33, 'copy-40', 'copy-11'])
})
