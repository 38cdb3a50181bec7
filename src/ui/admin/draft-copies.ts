import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** The last known document of a draft, to open it without a connection. */
export type DraftCopy = {
  owner: string
  draft: string
  /** Id of the Yjs document. */
  document: string
  seq: number
  /** Yjs update (version 1) of the whole document. */
  state: Uint8Array
  /** See `SeedDifferences` and `Draft` of the newsroom. */
  seedDifferences: object
  stored: object
  /** Unix time in milliseconds. */
  savedAt: number
}

interface Schema extends DBSchema {
  copies: { key: [owner: string, draft: string]; value: DraftCopy; indexes: { savedAt: number } }
}

const DATABASE = 'masthead-draft-copies'
const MAX_COPIES = 30

let opened: Promise<IDBPDatabase<Schema>> | undefined

/** Replaces the oldest copies. Rejects if the device's storage is full or disabled. */
export async function putDraftCopy(copy: DraftCopy): Promise<void> {
  const { store, done } = (await open()).transaction('copies', 'readwrite')
  await store.put(copy)
  const keys = await store.index('savedAt').getAllKeys()
  await Promise.all([...keys.slice(0, -MAX_COPIES).map((key) => store.delete(key)), done])
}

/** Undefined also if the device's storage is disabled. */
export async function findDraftCopy(owner: string, draft: string): Promise<DraftCopy | undefined> {
  return open()
    .then((database) => database.get('copies', [owner, draft]))
    .catch(() => undefined)
}

/** Deletes the copies of all accounts in this browser. */
export async function clearDraftCopies(): Promise<void> {
  await open()
    .then((database) => database.clear('copies'))
    .catch(() => {})
}

function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('copies', { keyPath: ['owner', 'draft'] }).createIndex('savedAt', 'savedAt')
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
