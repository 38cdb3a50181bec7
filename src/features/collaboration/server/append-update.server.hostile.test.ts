import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { openDraftClient } from '#features/publishing/testing/draft-client.ts'
import { createNewsroom, ID, NOW } from '#features/publishing/testing/newsroom.ts'
import { startProcessorTimer } from '#platform/testing/hostile-texts.ts'
import { contentOf, createDraftDocument, textOf } from '../rules/draft-document.ts'
import { MAX_DEPTH, MAX_UPDATE_BYTES, MAX_UPDATE_STRUCTS, TOO_MANY_CHANGES } from '../rules/update-limits.ts'
import { deletedTexts, varUint } from '../testing/encode-updates.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, addPerson, open } = newsroom
const eve = await addPerson('Eve', 'editor')
beforeEach(newsroom.clear)
afterAll(() => newsroom.database.drop())

type Client = Awaited<ReturnType<typeof openDraftClient>>

/** A draft with a text, opened by Eve or another person. */
async function openDraft(by = eve): Promise<Client> {
  const author = await openDraftClient(db, ada, ID, NOW)
  await author.edit({ title: 'Tea', content: '<p>Text</p>' })
  return openDraftClient(db, by, ID, NOW)
}

const log = async () =>
  (await pool.query('select seq, update, snapshot from draft_updates order by seq')).rows

/** Returns the update that `edit` makes. */
function updateOf(doc: Y.Doc, edit: (doc: Y.Doc) => void): Uint8Array {
  const before = Y.encodeStateVector(doc)
  doc.transact(() => edit(doc))
  return Y.encodeStateAsUpdate(doc, before)
}

/**
 * An update of `count` characters and as many that conflict with all of them (Yjs, "encoding
 * V1"): merging takes quadratic time.
 */
function conflictingUpdate(root: string, count: number): Uint8Array {
  const client = 7
  const name = [...Buffer.from(root)]
  const id = (clock: number) => [...varUint(client), ...varUint(clock)]
  const letter = [1, 0x78]
  const [HAS_ORIGIN, HAS_RIGHT_ORIGIN, STRING] = [0x80, 0x40, 4]
  const first = [STRING, 1, ...varUint(name.length), ...name, ...letter]
  const numbers = Array.from({ length: count - 1 }, (_, index) => index)
  return Uint8Array.from([
    ...[1, ...varUint(2 * count - 1), ...varUint(client), 0],
    ...first,
    ...numbers.flatMap((clock) => [STRING | HAS_ORIGIN, ...id(clock), ...letter]),
    ...numbers.flatMap((clock) => [STRING | HAS_RIGHT_ORIGIN, ...id(clock + 1), ...letter]),
    0,
  ])
}

function nest(content: Y.XmlFragment, levels: number): void {
  let parent = content
  for (let level = 0; level < levels; level += 1) {
    const quote = new Y.XmlElement('blockquote')
    parent.insert(0, [quote])
    parent = quote
  }
}

describe.each<[string, (doc: Y.Doc) => Uint8Array]>([
  ['an empty update', () => new Uint8Array()],
  ['text', () => Buffer.from('not an update')],
  ['a truncated update', (doc) => Y.encodeStateAsUpdate(doc).slice(0, -3)],
  ['an update of 1 MB and a byte', () => new Uint8Array(MAX_UPDATE_BYTES + 1)],
  ['a count of structs that is not true', () => Uint8Array.from([1, ...varUint(2 ** 40), 7, 0, 0])],
  ['a million tiny structs', () => Uint8Array.from([1, ...varUint(1_000_000), 7, ...Array(900_000).fill(0)])],
  ['deleted texts of 100,001 clients', () => deletedTexts(MAX_UPDATE_STRUCTS + 1)],
  [
    'updates of another article',
    () => {
      const other = createDraftDocument(randomUUID())
      return updateOf(other, (doc) => textOf(doc, 'title').insert(0, 'Other'))
    },
  ],
  ['a type that drafts do not have', (doc) => updateOf(doc, () => doc.getMap('evil').set('key', 1))],
  ['elements that are nested too deeply', (doc) => updateOf(doc, () => nest(contentOf(doc), MAX_DEPTH + 2))],
  ['elements that are nested very deeply', (doc) => updateOf(doc, () => nest(contentOf(doc), 5_000))],
  [
    'a title that is too long',
    (doc) => updateOf(doc, () => textOf(doc, 'title').insert(0, 'x'.repeat(2_001))),
  ],
])('%s', (_, build) => {
  it('is refused quickly, and changes nothing', async () => {
    const client = await openDraft()
    const before = [await log(), await open()]
    const update = build(client.doc)
    const processorTime = startProcessorTimer()
    expect(await client.send(update)).toMatchObject({ kind: 'refused' })
    expect(processorTime()).toBeLessThan(1_500)
    expect([await log(), await open()]).toEqual(before)
    const author = await openDraftClient(db, ada, ID, NOW)
    expect(await author.edit({ title: 'Green tea' })).toMatchObject({ kind: 'appended' })
    expect((await open()).form).toMatchObject({ title: 'Green tea', content: '<p>Text</p>' })
  })
})

it('an update whose predecessor is missing waits for it, and changes nothing', async () => {
  const client = await openDraft()
  client.write({ title: 'First' })
  const second = client.write({ title: 'Second' })
  const before = await log()
  for (let attempt = 0; attempt < 3; attempt += 1)
    expect(await client.send(second)).toMatchObject({ kind: 'incomplete' })
  expect(await log()).toEqual(before)
})

it('updates that take minutes to merge are stopped after a second, and no more of them are tried', async () => {
  const client = await openDraft(await addPerson('Mallory', 'editor'))
  const before = [await log(), await open()]
  const update = conflictingUpdate(`title@${client.doc.guid}`, 20_000)
  const processorTime = startProcessorTimer()
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(await client.send(update)).toEqual({
      kind: 'refused',
      reasons: [TOO_MANY_CHANGES],
    })
  expect(processorTime()).toBeLessThan(10_000)
  const processorTimeOfNext = startProcessorTimer()
  await expect(client.send(update)).rejects.toThrow('This article takes too long to save.')
  expect(processorTimeOfNext()).toBeLessThan(100)
  expect([await log(), await open()]).toEqual(before)
  const other = await openDraftClient(db, ben, ID, NOW)
  expect(await other.edit({ title: 'Green tea' })).toMatchObject({ kind: 'appended' })
})

it('updates that each take a part of a second are refused after five seconds of a minute', async () => {
  const trent = await addPerson('Trent', 'editor')
  const client = await openDraft(trent)
  const update = conflictingUpdate(`title@${client.doc.guid}`, 1_010)
  const before = [await log(), await open()]
  const processorTime = startProcessorTimer()
  const outcomes: string[] = []
  const send = () => client.send(update).then(({ kind }) => kind)
  await expect(
    (async () => {
      for (let time = 0; time < 1_000; time += 1) outcomes.push(await send())
    })(),
  ).rejects.toThrow('This article takes too long to save.')
  expect(new Set(outcomes)).toEqual(new Set(['refused']))
  expect(outcomes.length).toBeGreaterThanOrEqual(2)
  expect(processorTime()).toBeLessThan(15_000)
  expect([await log(), await open()]).toEqual(before)
})

it('random bytes and changed bytes are refused or are harmless', async () => {
  const client = await openDraft()
  const valid = client.write({ summary: 'About tea' })
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.tuple(fc.nat(valid.length - 1), fc.nat(255)).map(([index, byte]) => {
          const changed = valid.slice()
          changed[index] = byte
          return changed
        }),
      ),
      async (update) => {
        const outcome = await client.send(update)
        expect(['refused', 'incomplete', 'appended']).toContain(outcome.kind)
      },
    ),
    { numRuns: 60 },
  )
  const late = await openDraftClient(db, ben, ID, NOW)
  expect((await open()).form).toEqual(late.read())
  expect(await late.edit({ author: 'Ben' })).toMatchObject({ kind: 'appended' })
})
