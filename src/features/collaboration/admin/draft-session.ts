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
import { createDraftSync, type LostText } from './draft-sync.ts'
import type { DraftTransport } from './draft-transport.ts'
import { createNotePassages, type NotePassages } from './note-passages.ts'
import { confirmedCaret, createPresence } from './presence.ts'
import { createRecentTexts } from './recent-texts.ts'
import { sendStoredEdits } from './send-stored-edits.ts'
import {
  CLAIM_WAIT_MS,
  claimRecord,
  fromConfirmed,
  fromStored,
  isOpenElsewhere,
  type Opened,
  toStored,
} from './stored-session.ts'
import { markOpened } from './useUnsentEdits.ts'

/** The part of the editor that a session uses. */
export type SessionEditor = {
  readonly state: EditorState
  dispatch(transaction: Transaction): void
  /** @returns a function that stops */
  onTransaction(listener: (transaction: Transaction) => void): () => void
  destroy(): void
}

export type DraftSession<Editor extends SessionEditor = SessionEditor> = NonNullable<
  Awaited<ReturnType<typeof openDraftSession<Editor>>>
>

type Options<Editor extends SessionEditor> = {
  id: string
  me: { id: string; name: string }
  isReadOnly: boolean
  /** The server does not have the article. */
  isNew: boolean
  /** Waits for the server although this device has a copy: one that was open is outdated. */
  isReopened?: boolean
  /** Called for a new article that this device does not have. */
  readByline(): Promise<string>
  /** Returns the draft without its document, which is stored beside the copy on this device. */
  readStored(): object | null
  /** Called when the person deletes what another person has typed within the last minute. */
  onDeletedText(by: string): void
  createEditor(options: { doc: Node; plugin: Plugin; passages: NotePassages }): Editor
  transport: DraftTransport
  storage: DocumentStore
}

type Sources = Pick<Options<SessionEditor>, 'id' | 'me' | 'transport' | 'storage' | 'isReopened'>

/**
 * Opens the document of the server, after the unsent edits of earlier visits were sent; without a connection, the one on
 * this device.
 *
 * @returns null if the article does not exist or is in the bin
 */
export async function openDraftSession<Editor extends SessionEditor>(options: Options<Editor>) {
  const { id, me, isNew, isReadOnly, transport, storage } = options
  const found = isNew ? ((await findCopy(options)) ?? newDocument()) : await readOpened(options)
  if (!found) return null
  const byline = isNew && !found.resumed ? await options.readByline() : ''
  // 48 random bits are enough to be unique, and short: each stored batch contains them.
  const client = found.client ?? crypto.randomUUID().slice(0, 13)
  const release = found.release ?? (await claimRecord(client))
  const unmark = markOpened(id)
  const passages = createNotePassages()
  const plugin = createCollaborationPlugin(found.initial)
  const editor = options.createEditor({ doc: found.doc, plugin, passages })
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const closed = await listClosed(options).catch(() => [])
  let lost: readonly LostText[] = uniqueTexts(closed)
  /** Edits that `sendStoredEdits` could not send. */
  let unaccepted: readonly StoredDocument[] = found.isRead
    ? closed.filter((stored) => hasPendingSteps(stored) && readStored(stored))
    : []
  if (byline) editor.dispatch(editor.state.tr.setDocAttribute('author', byline))
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
    /** The account that edits. */
    owner: me.id,
    client,
    editor,
    sync,
    presence,
    passages,
    isReadOnly,
    /** Returns texts of this person that others have removed, until they are dismissed. */
    getLost: () => lost,

    /** Never rejects. */
    async dismissLost(text: LostText): Promise<void> {
      lost = lost.filter((one) => one !== text)
      notify()
      sync.store()
      await forgetLost(options, client, text).catch(() => {})
    },

    /** Returns documents on this device with changes that the server has not accepted. */
    getUnaccepted: () => unaccepted,

    async forgetUnaccepted(document: StoredDocument): Promise<void> {
      await storage.remove(document.client)
      unaccepted = unaccepted.filter((one) => one !== document)
      notify()
    },

    /** Returns the form as the server stores it. */
    readForm: (): ArticleForm => articleDraftSchema.parse(readForm(editor.state.doc)),

    /** Calls `listener` when `sync`, `presence`, the lost texts or the unaccepted documents change. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Never rejects. The editor must not be changed after the call. */
    async close(): Promise<void> {
      presence.close()
      await sync.close()
      stop()
      release?.()
      unmark()
      editor.destroy()
    },
  }
}

function newDocument(): Opened {
  return { doc: createEmptyDocument(), initial: () => ({}), isNew: true }
}

/** Longer waits for a response would leave people without their text. */
const MAX_SEND_MS = 3_000

async function readOpened(options: Sources): Promise<Opened | null> {
  const { id, me, transport, storage, isReopened } = options
  /** The server stores a batch once, so an editor of the copy on this device may send it again. */
  const limited: DraftTransport = {
    ...transport,
    append: (batch) => Promise.race([transport.append(batch), rejectAfter(MAX_SEND_MS)]),
  }
  try {
    await sendStoredEdits(me.id, {
      storage,
      transportOf: () => (isReopened ? transport : limited),
      draft: id,
    })
    let read = await transport.read()
    // It may have been requested before another editor on this device sent its edits.
    if (read.kind === 'document' && (await hasNewerCopy(options, read.version))) read = await transport.read()
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

async function hasNewerCopy({ id, me, storage }: Sources, known: number): Promise<boolean> {
  const copies = await storage.list(me.id, id).catch(() => [])
  return copies.some(({ version }) => version > known)
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new RequestFailure('unavailable')), ms))
}

/**
 * Finds the newest document on this device that no other tab has open, preferably one with unsent edits. Otherwise, returns
 * one without the unsent edits, which the other tab sends.
 */
async function findCopy({ id, me, storage }: Sources): Promise<Opened | undefined> {
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

/** Lists the copies of earlier visits. */
async function listClosed({ id, me, storage }: Sources): Promise<StoredDocument[]> {
  const closed: StoredDocument[] = []
  for (const stored of await storage.list(me.id, id))
    if (!(await isOpenElsewhere(stored.client))) closed.push(stored)
  return closed
}

function uniqueTexts(closed: readonly StoredDocument[]): LostText[] {
  return [...new Map(closed.flatMap(({ lost }) => lost.map((one) => [JSON.stringify(one), one]))).values()]
}

async function forgetLost(sources: Sources, client: string, { text, by }: LostText): Promise<void> {
  for (const stored of await listClosed(sources)) {
    const lost = stored.lost.filter((one) => one.text !== text || one.by !== by)
    if (stored.client !== client && lost.length < stored.lost.length)
      await sources.storage.put({ ...stored, lost })
  }
}
