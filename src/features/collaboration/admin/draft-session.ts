import * as Y from 'yjs'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { articleDraftSchema, isDifferent } from '#features/drafts/rules/article-form.ts'
import type { UnsentEdits, UnsentEditsStore } from '#ui/admin/unsent-edits.ts'
import {
  createDraftDocument,
  readForm,
  type SeedDifferences,
  seedDifferences,
  withStoredTexts,
  writeForm,
} from '../rules/draft-document.ts'
import type { DocumentUpdates } from '../server/draft-updates.server.ts'
import { createDraftSync, type DraftSync, type DraftTransport } from './draft-sync.ts'
import { createNotePassages, type NotePassages } from './note-passages.ts'
import { createPresence, type Presence } from './presence.ts'
import { moveEdits, writeArticle } from './rich-text-document.ts'

/** Edits of a document that the server has replaced. */
export type FormerEdits = { slot: string; base: ArticleForm; mine: ArticleForm }

type StoredText = { form: ArticleForm; formHash: string }

export type DraftSession = {
  id: string
  /** The account that edits. */
  owner: string
  doc: Y.Doc
  sync: DraftSync
  presence: Presence
  passages: NotePassages
  isReadOnly: boolean
  /** Key of the unsent edits on the device. */
  slot: string
  /** As read by `readForm` of rules/draft-document.ts. */
  openedForm: ArticleForm
  seedDifferences: SeedDifferences
  /** Returns the form as the server stores it. */
  readForm(): ArticleForm
  /** Calls `listener` when `sync` or `presence` change. */
  subscribe(listener: () => void): () => void
  close(): void
}

type Options = {
  id: string
  me: { id: string; name: string }
  isReadOnly: boolean
  /** The server does not have the article. */
  isNew: boolean
  /** The byline of a new article. */
  byline?: string
  /** Reads the stored text of an article without a document. Null if the article does not exist. */
  readStored(): Promise<StoredText | null>
  /** Returns this device's copy of the document. @throws `error` without one */
  readCopy?(error: unknown): Promise<DocumentUpdates>
  former?: FormerEdits | undefined
  transport: DraftTransport
  storage: UnsentEditsStore
}

/**
 * Creates a missing document from the stored text, and adds this device's unsent edits.
 *
 * @returns null if the article does not exist or is in the bin
 */
export async function openDraftSession(options: Options): Promise<DraftSession | null> {
  const { id, me, isNew, isReadOnly, transport, storage, former, readCopy = rethrow } = options
  const [found, stored] = await Promise.all([
    isNew ? ({ kind: 'none' } as const) : transport.read().catch(readCopy),
    readUnsent(storage, me.id, id),
  ])
  if (found.kind === 'gone') return null
  const opened =
    found.kind === 'updates'
      ? openStored(found.document, found.updates)
      : await createFromStored(options, stored)
  if (!opened) return null
  const { doc, seedOf, seed } = opened
  const seq = found.kind === 'updates' ? found.seq : 0
  const differences = found.kind === 'updates' ? found.seedDifferences : opened.differences
  const base = opened.base ?? (seq <= 1 ? Y.encodeStateAsUpdate(doc) : undefined)
  const own = stored.filter(({ document }) => document === doc.guid)
  const openedForm = readForm(doc)
  const before = Y.encodeStateVector(doc)
  for (const { update } of own) Y.applyUpdate(doc, update)
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const slot = crypto.randomUUID()
  const unsent = [...(seed ? [seed] : []), ...own.map(({ update }) => update)]
  const record = { slot, owner: me.id, draft: id, document: doc.guid, base }
  const read = () => withStoredTexts(articleDraftSchema.parse(readForm(doc)), differences)
  const edits = moveStoredEdits(stored, former, doc)
  if (edits) unsent.push(Y.encodeStateAsUpdate(doc, before))
  const isEdited = own.length > 0 || edits
  if (isEdited)
    await storage
      .adopt(
        { ...record, seedOf, update: Y.mergeUpdates(unsent) },
        stored.map((one) => one.slot),
      )
      .catch(() => {})
  const sync = createDraftSync({
    doc,
    seq,
    transport,
    unsent: isReadOnly && !isEdited ? [] : unsent,
    seedOf,
    isEdited,
    isReadOnly,
    storage: {
      put: (edits) => storage.put({ ...record, ...edits }),
      remove: () => storage.remove(slot),
    },
    onChange: notify,
  })
  const presence = createPresence({ doc, me, send: transport.sendPresence, onChange: notify })
  return {
    id,
    owner: me.id,
    doc,
    sync,
    presence,
    passages: createNotePassages(),
    isReadOnly,
    slot,
    openedForm,
    seedDifferences: differences,
    readForm: read,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      sync.close()
      presence.close()
    },
  }
}

function rethrow(error: unknown): never {
  throw error
}

/** Empty if the device cannot store edits. */
function readUnsent(storage: UnsentEditsStore, owner: string, id: string): Promise<UnsentEdits[]> {
  return storage.list(owner, id).catch(() => [])
}

type Opened = {
  doc: Y.Doc
  seedOf?: string | null
  seed?: Uint8Array | undefined
  /** The document without unsent edits. */
  base?: Uint8Array | undefined
  differences: SeedDifferences
}

function openStored(document: string, updates: readonly Uint8Array[]): Opened {
  const doc = createDraftDocument(document)
  for (const update of updates) Y.applyUpdate(doc, update)
  return { doc, differences: {} }
}

/** Continues a document that only this device has. */
async function createFromStored(
  { isNew, byline = '', readStored }: Options,
  stored: UnsentEdits[],
): Promise<Opened | null> {
  const text = isNew ? null : await readStored()
  if (!isNew && !text) return null
  const formHash = text?.formHash ?? null
  const continued = stored.find(({ seedOf }) => seedOf === formHash)
  const doc = createDraftDocument(continued?.document ?? crypto.randomUUID())
  if (continued) {
    Y.applyUpdate(doc, continued.update)
    return { doc, seedOf: formHash, base: continued.base, differences: {} }
  }
  if (!text) {
    writeForm(doc, { author: byline })
    return { doc, seedOf: null, seed: byline ? Y.encodeStateAsUpdate(doc) : undefined, differences: {} }
  }
  writeArticle(doc, text.form)
  const differences = seedDifferences(articleDraftSchema.parse(readForm(doc)), text.form)
  return { doc, seedOf: formHash, seed: Y.encodeStateAsUpdate(doc), differences }
}

/** @returns whether documents that the server has replaced were edited */
function moveStoredEdits(stored: UnsentEdits[], former: Options['former'], to: Y.Doc): boolean {
  const isFormerEdited = former !== undefined && isDifferent(former.base, former.mine)
  if (isFormerEdited) moveEdits(former, to)
  const replaced = stored.filter(
    ({ slot, document, base }) => slot !== former?.slot && document !== to.guid && base,
  )
  for (const { document, base = new Uint8Array(), update } of replaced) {
    const doc = createDraftDocument(document)
    Y.applyUpdate(doc, base)
    const unedited = readForm(doc)
    Y.applyUpdate(doc, update)
    moveEdits({ base: unedited, mine: readForm(doc) }, to)
  }
  return isFormerEdited || replaced.length > 0
}
