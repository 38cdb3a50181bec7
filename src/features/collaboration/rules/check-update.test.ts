import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import * as Y from 'yjs'
import { deletedTexts } from '../testing/encode-updates.ts'
import { checkUpdate } from './check-update.ts'
import { createDraftDocument, textOf } from './draft-document.ts'
import { MAX_UPDATE_STRUCTS } from './update-limits.ts'

const ID = randomUUID()

/** Two copies of a document with the title "Tea". */
function twoCopies(): [Y.Doc, Y.Doc] {
  const [first, second] = [createDraftDocument(ID), createDraftDocument(ID)]
  textOf(first, 'title').insert(0, 'Tea')
  Y.applyUpdate(second, Y.encodeStateAsUpdate(first))
  return [first, second]
}

function updateOf(doc: Y.Doc, edit: () => void): Uint8Array {
  const before = Y.encodeStateVector(doc)
  edit()
  return Y.encodeStateAsUpdate(doc, before)
}

it('accepts insertions and deletions that the document can apply', () => {
  const [first, second] = twoCopies()
  expect(
    checkUpdate(
      second,
      updateOf(first, () => textOf(first, 'title').insert(3, 's')),
    ),
  ).toBeUndefined()
  const [third, fourth] = twoCopies()
  expect(
    checkUpdate(
      fourth,
      updateOf(third, () => textOf(third, 'title').delete(0, 1)),
    ),
  ).toBeUndefined()
})

it('rejects insertions after text that the document does not have', () => {
  const [first] = twoCopies()
  const update = updateOf(first, () => textOf(first, 'title').insert(3, 's'))
  expect(checkUpdate(createDraftDocument(ID), update)).toBe('incomplete')
})

it('rejects deletions of text that the document does not have', () => {
  const [first] = twoCopies()
  const update = updateOf(first, () => textOf(first, 'title').delete(0, 1))
  expect(checkUpdate(createDraftDocument(ID), update)).toBe('incomplete')
})

it('limits the number of parts', () => {
  const doc = createDraftDocument(ID)
  expect(checkUpdate(doc, deletedTexts(MAX_UPDATE_STRUCTS))).toBeUndefined()
  expect(checkUpdate(doc, deletedTexts(MAX_UPDATE_STRUCTS + 1))).toBe('too-many-parts')
})

it('rejects text of another article and bytes that are no update', () => {
  const other = createDraftDocument(randomUUID())
  const update = updateOf(other, () => textOf(other, 'title').insert(0, 'Other'))
  expect(checkUpdate(createDraftDocument(ID), update)).toBe('other-document')
  expect(checkUpdate(createDraftDocument(ID), Uint8Array.of(9, 9))).toBe('malformed')
})
