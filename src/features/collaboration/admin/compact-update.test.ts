import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { compactUpdate } from './compact-update.ts'

/** A document whose updates are recorded. @param client its ID, which is random otherwise, and so is its length */
function createDocument(client?: number) {
  const doc = new Y.Doc()
  if (client) doc.clientID = client
  const updates: Uint8Array[] = []
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== 'remote') updates.push(update)
  })
  return { doc, updates, text: doc.getText('text') }
}

const typeKeys = (text: Y.Text, keys: string, at: number) => {
  for (const [n, key] of [...keys].entries()) text.insert(at + n, key)
}

describe('compactUpdate', () => {
  it('describes typed text once', () => {
    const { doc, updates, text } = createDocument(2 ** 31)
    text.insert(0, 'Tea at four.')
    updates.length = 0
    typeKeys(text, ' precisely', 6)
    expect(Y.mergeUpdates(updates).length).toBeGreaterThan(150)
    expect(compactUpdate(doc, Y.mergeUpdates(updates)).length).toBeLessThan(50)
  })

  it('contains no earlier deletions', () => {
    const { doc, updates, text } = createDocument(2 ** 31)
    text.insert(0, 'Tea at four. '.repeat(500))
    for (let at = 0; at < text.length; at += 5) text.delete(at, 1)
    updates.length = 0
    typeKeys(text, 'milk', 3)
    text.delete(4, 1)
    expect(compactUpdate(doc, Y.mergeUpdates(updates)).length).toBeLessThan(70)
  })

  type Edit = { isOther: boolean; at: number; inserted: string; deleted: number; isBold: boolean }
  const edit: fc.Arbitrary<Edit> = fc.record({
    isOther: fc.boolean(),
    at: fc.nat(40),
    inserted: fc.string({ maxLength: 4 }),
    deleted: fc.nat(3),
    isBold: fc.boolean(),
  })

  function apply(text: Y.Text, { at, inserted, deleted, isBold }: Edit) {
    const start = Math.min(at, text.length)
    if (inserted) text.insert(start, inserted, isBold ? { bold: true } : {})
    text.delete(start, Math.min(deleted, text.length - start))
  }

  it('is the same change for any edits of two people', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), fc.array(edit, { maxLength: 30 }), (before, after) => {
        const own = createDocument()
        const other = createDocument()
        const receive = (update: Uint8Array) => Y.applyUpdate(own.doc, update, 'remote')
        for (const one of before) apply(one.isOther ? other.text : own.text, one)
        receive(Y.encodeStateAsUpdate(other.doc))
        other.doc.on('update', receive)
        const server = new Y.Doc()
        Y.applyUpdate(server, Y.encodeStateAsUpdate(own.doc))
        own.updates.length = 0
        for (const one of after) apply(one.isOther ? other.text : own.text, one)
        const update = own.updates.length > 0 ? Y.mergeUpdates(own.updates) : undefined
        if (!update) return
        const compact = compactUpdate(own.doc, update)
        expect(compact.length).toBeLessThanOrEqual(update.length)
        Y.applyUpdate(server, Y.encodeStateAsUpdate(other.doc))
        const expected = new Y.Doc()
        Y.applyUpdate(expected, Y.encodeStateAsUpdate(server))
        Y.applyUpdate(expected, update)
        Y.applyUpdate(server, compact)
        expect(server.store.pendingStructs).toBe(null)
        expect(server.getText('text').toDelta()).toEqual(own.text.toDelta())
        expect(Y.encodeStateVector(server)).toEqual(Y.encodeStateVector(expected))
      }),
    )
  })
})
