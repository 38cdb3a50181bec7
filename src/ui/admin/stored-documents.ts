import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** A request with steps, which is the same at each attempt. */
export type StoredBatch = {
  client: string
  batch: number
  base: number
  seen: number
  steps: object[]
  isNew?: boolean
}

/** The document of a draft in one editor, with its changes that the server does not have. */
export type StoredDocument = {
  /** The id of the editor: each has its own record. */
  client: string
  owner: string
  draft: string
  /** The document with the pending steps. */
  document: object
  version: number
  pending: { step: object; inverted: object; seen: number }[]
  /** How many of `pending` are in `batch`. */
  sentCount: number
  /** The texts that this person typed (collaboration/admin/own-texts.ts). */
  ownTexts?: readonly { from: number; to: number; at: number; version: number | 'unsent' | 'sent' }[]
  /** The batch that is being sent. */
  batch: StoredBatch | null
  /** The number of the last batch. */
  batchCount: number
  /** The server does not have the draft. */
  isNew: boolean
  /** Text that others have removed and that was not restored or dismissed. */
  lost: { text: string; by: string | null }[]
  /** See `Draft` of publishing; null for a new article. */
  stored: object | null
  /** Unix time in milliseconds. */
  savedAt: number
}

export type DocumentStore = {
  put(document: StoredDocument): Promise<void>
  remove(client: string): Promise<void>
  /** Newest first. */
  list(owner: string, draft?: string): Promise<StoredDocument[]>
}

interface Schema extends DBSchema {
  documents: {
    key: string
    value: StoredDocument
    indexes: { owner: string }
  }
}

const DATABASE = 'masthead-documents'
/** Without pending steps, they only serve to open articles without a connection. */
const MAX_COPIES = 30

let opened: Promise<IDBPDatabase<Schema>> | undefined

/** Writes reject if the device's storage is full or disabled. */
export const storedDocuments: DocumentStore = {
  async put(document) {
    const transaction = (await open()).transaction('documents', 'readwrite')
    const stored = transaction.store.put(document)
    // Without this call, the write would complete in a later task, and the page may be closing.
    transaction.commit()
    await Promise.all([stored, transaction.done])
  },
  async remove(client) {
    await (await open()).delete('documents', client)
  },
  async list(owner, draft) {
    const all = await (await open()).getAllFromIndex('documents', 'owner', owner)
    return all
      .filter((document) => draft === undefined || document.draft === draft)
      .toSorted((one, other) => other.savedAt - one.savedAt)
  },
}

export function hasPendingSteps({ pending, batch }: StoredDocument): boolean {
  return pending.length > 0 || batch !== null
}

/** False if the device's storage is disabled. */
export async function hasUnsentEdits(owner: string): Promise<boolean> {
  return (await storedDocuments.list(owner).catch(() => [])).some(hasPendingSteps)
}

/** Deletes all but the newest copies, and none with pending steps or with lost texts that no newer copy has. */
export async function deleteOldCopies(owner: string): Promise<void> {
  const copies = (await storedDocuments.list(owner)).filter((document) => !hasPendingSteps(document))
  const drafts = new Set<string>()
  const texts = new Set<string>()
  for (const { client, draft, lost } of copies) {
    const isNewest = !drafts.has(draft) && drafts.size < MAX_COPIES
    const newTexts = lost.map((one) => JSON.stringify([draft, one])).filter((text) => !texts.has(text))
    if (isNewest || newTexts.length > 0) for (const text of newTexts) texts.add(text)
    else await storedDocuments.remove(client)
    drafts.add(draft)
  }
}

/** Deletes the documents of all accounts in this browser; those with pending steps only of `owner`. */
export async function clearStoredDocuments(owner?: string): Promise<void> {
  const database = await open().catch(() => undefined)
  for (const document of (await database?.getAll('documents')) ?? [])
    if (document.owner === owner || !hasPendingSteps(document))
      await database?.delete('documents', document.client)
}

function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(DATABASE, 1, {
    upgrade(database) {
      const store = database.createObjectStore('documents', { keyPath: 'client' })
      store.createIndex('owner', 'owner')
    },
    // A newer page needs to upgrade, or the browser has closed the database.
    blocking: close,
    terminated: close,
  })
  opened.catch(close)
  return opened
}

function close(): void {
  void opened?.then(
    (database) => database.close(),
    () => {},
  )
  opened = undefined
}
