import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import * as Y from 'yjs'
import { createDraftSync, type DraftSync } from '../office/draft-sync.ts'
import { contentOf, createDraftDocument, readForm } from '../rules/draft-document.ts'
import { type DraftProcess, startDraftProcess } from '../testing/draft-process.ts'
import { createNewsroom, ID } from '../testing/newsroom.ts'
import { readUpdates } from './read-updates.server.ts'
import type { DraftActor } from './require-draft-access.server.ts'

/** The specification asks for a hundred: DRAFT_RUNS=100 npx vitest run draft-processes */
const RUNS = Number(process.env.DRAFT_RUNS ?? 1)
const WRITERS = 5
const CHARACTERS = 60
const MAX_PAUSE_MS = 20
/** The first of the characters that the writers type, which are all different. */
const FIRST_CHARACTER = 0x4e00

const newsroom = await createNewsroom()
const { database, db, pool, ada } = newsroom
const people = await Promise.all(
  Array.from({ length: WRITERS }, (_, index) => newsroom.addPerson(`Writer ${index}`, 'editor')),
)
beforeEach(() => newsroom.clear())
afterAll(() => database.drop())

/** The characters of a writer, in the order in which they are typed. */
const charactersOf = (writer: number) =>
  Array.from({ length: CHARACTERS }, (_, index) =>
    String.fromCodePoint(FIRST_CHARACTER + writer * CHARACTERS + index),
  )
const ALL = Array.from({ length: WRITERS }, (_, writer) => charactersOf(writer)).flat()

type Writer = { doc: Y.Doc; sync: DraftSync; isOnline: boolean }
/** A server of which the process can be replaced. */
type Origin = { process?: DraftProcess; writers: Set<Writer> }

/** Starts a process that announces new updates to the writers, as the stream of the back office does, once they use it. */
async function startProcess(origin: Origin): Promise<DraftProcess> {
  let started: DraftProcess | undefined
  started = await startDraftProcess(database.url, (draft, seq) => {
    if (draft !== ID || !started || origin.process !== started) return
    for (const { isOnline, sync } of origin.writers) if (isOnline) void sync.announce(seq)
  })
  return started
}

async function openOrigin(): Promise<Required<Origin>> {
  const origin: Origin = { writers: new Set() }
  return Object.assign(origin, { process: await startProcess(origin) })
}

/** Opens the draft with the sync of the editor. */
async function openWriter(by: DraftActor, origin: Required<Origin>): Promise<Writer> {
  const found = await origin.process.read(by, { id: ID })
  if (found.kind !== 'updates') throw new Error(found.kind)
  const doc = createDraftDocument(found.document)
  for (const update of found.updates) Y.applyUpdate(doc, update)
  const requireNetwork = () => {
    if (!writer.isOnline) throw new Error('There is no network')
  }
  const sync = createDraftSync({
    doc,
    seq: found.seq,
    isEdited: false,
    transport: {
      async append(request) {
        requireNetwork()
        return origin.process.append(by, { id: ID, ...request })
      },
      async read(since) {
        requireNetwork()
        return origin.process.read(by, { id: ID, since })
      },
      async sendPresence() {},
    },
    storage: { async put() {}, async remove() {} },
    onChange() {},
  })
  const writer = { doc, sync, isOnline: true }
  origin.writers.add(writer)
  return writer
}

/** A new connection of the stream: events may have been missed. */
function reconnect({ sync }: Writer): void {
  void sync.send()
  void sync.read()
}

/** Types at random places, and sends each character at once. */
async function typeAll({ doc, sync }: Writer, characters: string[], onTyped: (index: number) => void) {
  for (const [index, character] of characters.entries()) {
    const text = textNode(doc)
    text.insert(Math.floor(Math.random() * (text.length + 1)), character)
    void sync.send()
    onTyped(index)
    await delay(Math.random() * MAX_PAUSE_MS)
  }
}

function textNode(doc: Y.Doc): Y.XmlText {
  const [paragraph] = contentOf(doc).toArray()
  const text = paragraph instanceof Y.XmlElement ? paragraph.get(0) : undefined
  if (!(text instanceof Y.XmlText)) throw new Error('The document has no text')
  return text
}

const readText = (doc: Y.Doc) => textNode(doc).toString()

async function createDraft(process: DraftProcess): Promise<void> {
  const doc = createDraftDocument(randomUUID())
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [new Y.XmlText()])
  contentOf(doc).insert(0, [paragraph])
  const update = Y.encodeStateAsUpdate(doc)
  const outcome = await process.append(ada, { id: ID, document: doc.guid, update, seedOf: null })
  expect(outcome.kind).toBe('appended')
}

it.each(Array.from({ length: RUNS }, (_, index) => index + 1))(
  'five people write on two processes, one goes offline, and one process is killed: every character is stored once (run %i)',
  { timeout: 60_000 },
  async () => {
    const [lasting, killed] = await Promise.all([openOrigin(), openOrigin()])
    // Has read nothing yet.
    const next = startProcess(killed)
    try {
      await createDraft(lasting.process)
      const writers: Writer[] = []
      for (const [index, by] of people.entries())
        writers.push(await openWriter(by, index % 2 === 1 ? killed : lasting))
      await next

      let replaced: Promise<void> | undefined
      const replaceProcess = async () => {
        await killed.process.kill()
        killed.process = await next
        for (const writer of killed.writers) reconnect(writer)
      }
      await Promise.all(
        writers.map((writer, number) =>
          typeAll(writer, charactersOf(number), (index) => {
            if (number === 1 && index === CHARACTERS / 2) replaced = replaceProcess()
            if (number !== 4) return
            if (index === 10) writer.isOnline = false
            if (index !== 50) return
            writer.isOnline = true
            reconnect(writer)
          }),
        ),
      )
      await replaced
      await vi.waitFor(async () => {
        for (const { sync } of writers) expect(await sync.flush()).toBeDefined()
      }, 20_000)

      const [first] = writers as [Writer]
      for (const { doc, sync } of writers) {
        await sync.read()
        expect(sync.getState().kind).toBe('saved')
        expect([...readText(doc)].toSorted()).toEqual(ALL)
        expect(readText(doc)).toBe(readText(first.doc))
      }

      const stored = await readUpdates(db, ada, { id: ID })
      if (stored.kind !== 'updates') throw new Error(stored.kind)
      const late = createDraftDocument(stored.document)
      for (const update of stored.updates) Y.applyUpdate(late, update)
      expect(readText(late)).toBe(readText(first.doc))
      const { rows } = await pool.query(
        `select fields ->> 'content' as content, document_seq::int as seq,
           (select count(*)::int from draft_updates where draft_id = drafts.id) as updates
         from drafts`,
      )
      expect(rows).toEqual([{ content: readForm(late).content, seq: stored.seq, updates: stored.seq }])
    } finally {
      for (const { sync } of [...lasting.writers, ...killed.writers]) await sync.discard()
      await Promise.all([lasting.process, killed.process, await next].map((process) => process.kill()))
    }
  },
)
