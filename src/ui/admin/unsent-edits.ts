import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** Each open editor stores its own, under a random `slot`. */
export type UnsentEdits = {
  slot: string
  owner: string
  draft: string
  /** Id of the Yjs document. */
  document: string
  /** See `appendUpdate`. */
  seedOf?: string | null | undefined
  /** Yjs update (version 1). */
  update: Uint8Array
  /** The document when it was opened, unless others have edited it since. */
  base?: Uint8Array | undefined
}

export type UnsentEditsStore = {
  put(edits: UnsentEdits): Promise<void>
  remove(slot: string): Promise<void>
  list(owner: string, draft?: string): Promise<UnsentEdits[]>
  /** Removes edits, unless they have changed since they were read. */
  removeSent(edits: UnsentEdits): Promise<void>
  /** Moves edits to the slot of another editor, which continues them. */
  adopt(edits: UnsentEdits, from: readonly string[]): Promise<void>
}

interface Schema extends DBSchema {
  edits: { key: string; value: UnsentEdits; indexes: { owner: string } }
}

const DATABASE = 'masthead-drafts'

let opened: Promise<IDBPDatabase<Schema>> | undefined

/** Writes reject if the device's storage is full or disabled. */
export const unsentEdits: UnsentEditsStore = {
  async put(edits) {
    await (await open()).put('edits', edits)
  },
  async remove(slot) {
    await (await open()).delete('edits', slot)
  },
  async removeSent({ slot, update }) {
    const { store, done } = (await open()).transaction('edits', 'readwrite')
    const current = await store.get(slot)
    if (current && isEqual(current.update, update)) await store.delete(slot)
    await done
  },
  async list(owner, draft) {
    const all = await (await open()).getAllFromIndex('edits', 'owner', owner)
    return all.filter((edits) => draft === undefined || edits.draft === draft)
  },
  async adopt(edits, from) {
    const { store, done } = (await open()).transaction('edits', 'readwrite')
    await Promise.all([store.put(edits), ...from.map((slot) => store.delete(slot)), done])
  },
}

/** False if the device's storage is disabled. */
export async function hasUnsentEdits(owner: string): Promise<boolean> {
  return (await unsentEdits.list(owner).catch(() => [])).length > 0
}

export async function clearUnsentEdits(owner: string): Promise<void> {
  for (const { slot } of await unsentEdits.list(owner).catch(() => []))
    await unsentEdits.remove(slot).catch(() => {})
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('edits', { keyPath: 'slot' }).createIndex('owner', 'owner')
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
