import { Node } from '@tiptap/pm/model'
import type { EditorState, Plugin, Transaction } from '@tiptap/pm/state'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { articleDraftSchema } from '#features/drafts/rules/article-form.ts'
import { readForm } from '#features/drafts/rules/draft-document.ts'
import { createEmptyDocument, DRAFT_SCHEMA } from '#features/drafts/rules/draft-schema.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import {
  type DocumentStore,
  deleteOldCopies,
  hasPendingSteps,
  type StoredDocument,
} from '#ui/admin/stored-documents.ts'
import { createCollaborationPlugin } from './collaboration-plugin.ts'
import { createDraftSync, type DraftSync, type LostText } from './draft-sync.ts'
import type { DraftTransport } from './draft-transport.ts'
import { createNotePassages, type NotePassages } from './note-passages.ts'
import { confirmedCaret, createPresence, type Presence } from './presence.ts'
import { createRecentTexts } from './recent-texts.ts'
import {
  CLAIM_WAIT_MS,
  claimRecord,
  fromConfirmed,
  fromStored,
  isOpenElsewhere,
  type Opened,
  toStored,
} from './stored-session.ts'
import { sendStoredEdits } from './useUnsentEdits.ts'

/** The part of the editor that a session uses. */
export type SessionEditor = {
  readonly state: EditorState
  dispatch(transaction: Transaction): void
  /** @returns a function that stops */
  onTransaction(listener: (transaction: Transaction) => void): () => void
  destroy(): void
}

export type DraftSession<Editor extends SessionEditor = SessionEditor> = {
  id: string
  /** The account that edits. */
  owner: string
  client: string
  editor: Editor
  sync: DraftSync
  presence: Presence
  passages: NotePassages
  isReadOnly: boolean
  /** Texts of this person that others have removed, until they are dismissed. */
  getLost(): readonly LostText[]
  /** Never rejects. */
  dismissLost(lost: LostText): Promise<void>
  /** Documents on this device with changes that the server has not accepted. */
  getUnaccepted(): readonly StoredDocument[]
  forgetUnaccepted(document: StoredDocument): Promise<void>
  /** Returns the form as the server stores it. */
  readForm(): ArticleForm
  /** Calls `listener` when `sync`, `presence`, the lost texts or the unaccepted documents change. */
  subscribe(listener: () => void): () => void
  /** Never rejects. The editor must not be changed after the call. */
  close(): Promise<void>
}

type Options<Editor extends SessionEditor> = {
  id: string
  me: { id: string; name: string }
  isReadOnly: boolean
  /** The server does not have the article. */
  isNew: boolean
  /** The byline of a new article. */
  byline?: string
  /** Returns the draft without its document, which is stored beside the copy on this device. */
  readStored(): object | null
  /** Called when the person deletes what another person has typed within the last minute. */
  onDeletedText(by: string): void
  createEditor(options: { doc: Node; plugin: Plugin; session: Pick<DraftSession, 'passages'> }): Editor
  transport: DraftTransport
  storage: DocumentStore
}

/**
 * Opens the document of the server, after the unsent edits of earlier visits were sent; without a connection, the one on
 * this device.
 *
 * @returns null if the article does not exist or is in the bin
 */
export async function openDraftSession<Editor extends SessionEditor>(
  options: Options<Editor>,
): Promise<DraftSession<Editor> | null> {
  const { id, me, isNew, isReadOnly, byline, transport, storage } = options
  const found = isNew ? ((await findCopy(options)) ?? newDocument()) : await readOpened(options)
  if (!found) return null
  const client = found.client ?? crypto.randomUUID()
  const release = found.release ?? (await claimRecord(client))
  const passages = createNotePassages()
  const plugin = createCollaborationPlugin(found.initial)
  const editor = options.createEditor({ doc: found.doc, plugin, session: { passages } })
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  let lost: readonly LostText[] = await findLost(options)
  let unaccepted: readonly StoredDocument[] = found.isRead ? await findUnaccepted(options) : []
  if (isNew && !found.resumed && byline) editor.dispatch(editor.state.tr.setDocAttribute('author', byline))
  const sync = createDraftSync({
    editor,
    client,
    owner: me.id,
    isNew: found.isNew,
    isReadOnly,
    resumed: found.resumed,
    transport,
    isShared: () => presence.hasOthers(),
    store: (edits) =>
      storage.put({
        ...edits,
        ...toStored(editor.state),
        client,
        owner: me.id,
        draft: id,
        lost: [...lost],
        stored: options.readStored(),
        savedAt: Date.now(),
      }),
    onChange: notify,
    onLost(text) {
      lost = [...lost, text]
      notify()
    },
  })
  const presence = createPresence({
    client,
    me,
    readCaret: () => confirmedCaret(editor.state),
    send: transport.sendPresence,
    onChange: notify,
    onCarets: () => editor.dispatch(editor.state.tr.setMeta('carets', presence.getCarets())),
  })
  const followTexts = createRecentTexts(options.onDeletedText)
  const stop = editor.onTransaction((transaction) => {
    sync.onTransaction(transaction)
    followTexts(transaction)
    if (transaction.docChanged || transaction.selectionSet) presence.onSelection()
  })
  void deleteOldCopies(me.id).catch(() => {})
  return {
    id,
    owner: me.id,
    client,
    editor,
    sync,
    presence,
    passages,
    isReadOnly,
    getLost: () => lost,
    async dismissLost(text) {
      lost = lost.filter((one) => one !== text)
      notify()
      sync.store()
      await forgetLost(options, client, text).catch(() => {})
    },
    getUnaccepted: () => unaccepted,
    async forgetUnaccepted(document) {
      await storage.remove(document.client)
      unaccepted = unaccepted.filter((one) => one !== document)
      notify()
    },
    readForm: () => articleDraftSchema.parse(readForm(editor.state.doc)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      presence.close()
      await sync.close()
      stop()
      release?.()
      editor.destroy()
    },
  }
}

function newDocument(): Opened {
  return { doc: createEmptyDocument(), initial: () => ({}), isNew: true }
}

async function readOpened<Editor extends SessionEditor>(options: Options<Editor>): Promise<Opened | null> {
  const { id, me, transport, storage } = options
  try {
    await sendStoredEdits(me.id, { storage, transportOf: () => transport, draft: id })
    const read = await transport.read()
    if (read.kind === 'gone') return null
    if (read.kind !== 'document') throw new Error('The server has sent no document')
    const doc = Node.fromJSON(DRAFT_SCHEMA, read.document)
    const { version } = read
    return { doc, initial: () => ({ version }), isNew: false, isRead: true }
  } catch (error) {
    const copy = error instanceof RequestFailure ? await findCopy(options) : undefined
    if (!copy) throw error
    return copy
  }
}

/**
 * Finds the newest document on this device that no other tab has open, preferably one with unsent edits. Otherwise, returns
 * one without the unsent edits, which the other tab sends.
 */
async function findCopy<Editor extends SessionEditor>({
  id,
  me,
  storage,
}: Options<Editor>): Promise<Opened | undefined> {
  const list = () => storage.list(me.id, id).catch(() => [])
  const candidates = (await list()).toSorted(
    (a, b) => Number(hasPendingSteps(b)) - Number(hasPendingSteps(a)),
  )
  for (const { client } of candidates) {
    const release = await claimRecord(client, CLAIM_WAIT_MS)
    if (!release) continue
    // Another tab may have changed it before the claim.
    const copy = (await list()).find((one) => one.client === client)
    const found = copy && readStored(copy)
    if (found) return { ...found, release }
    release()
  }
  for (const other of candidates) {
    const found = readStored(other, fromConfirmed)
    if (found) return found
  }
  return undefined
}

/** Returns undefined for a document that this version of the site cannot read. */
function readStored(stored: StoredDocument, read = fromStored): Opened | undefined {
  try {
    const found = read(stored)
    found.initial(DRAFT_SCHEMA)
    return found
  } catch {
    return undefined
  }
}

/** Returns the changes that `sendStoredEdits` could not send. */
async function findUnaccepted<Editor extends SessionEditor>({
  id,
  me,
  storage,
}: Options<Editor>): Promise<StoredDocument[]> {
  const unaccepted: StoredDocument[] = []
  for (const stored of await storage.list(me.id, id).catch(() => []))
    if (hasPendingSteps(stored) && readStored(stored) && !(await isOpenElsewhere(stored.client)))
      unaccepted.push(stored)
  return unaccepted
}

/** Finds the copies of earlier visits in which texts were lost. */
async function listLosses<Editor extends SessionEditor>({ id, me, storage }: Options<Editor>) {
  const losses: StoredDocument[] = []
  for (const stored of await storage.list(me.id, id))
    if (stored.lost.length > 0 && !(await isOpenElsewhere(stored.client))) losses.push(stored)
  return losses
}

async function findLost<Editor extends SessionEditor>(options: Options<Editor>): Promise<LostText[]> {
  const losses = await listLosses(options).catch(() => [])
  return [...new Map(losses.flatMap(({ lost }) => lost.map((one) => [JSON.stringify(one), one]))).values()]
}

async function forgetLost<Editor extends SessionEditor>(
  options: Options<Editor>,
  client: string,
  { text, by }: LostText,
): Promise<void> {
  for (const stored of await listLosses(options)) {
    if (stored.client === client) continue
    const lost = stored.lost.filter((one) => one.text !== text || one.by !== by)
    await options.storage.put({ ...stored, lost })
  }
}
