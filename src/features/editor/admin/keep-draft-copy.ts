import * as Y from 'yjs'
import type { DraftSession } from '#features/collaboration/admin/draft-session.ts'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import { type DraftCopy, findDraftCopy, putDraftCopy } from '#ui/admin/draft-copies.ts'

const WRITE_DELAY_MS = 1_000

/**
 * Keeps the document on this device, to open it without a connection.
 *
 * @param readDraft returns what is known of the draft; without it, there is no copy
 * @returns a function that writes the last changes and stops
 */
export function keepDraftCopy(
  { id, owner, doc, sync, seedDifferences }: DraftSession,
  readDraft: () => Draft | null | undefined,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  function write() {
    timer = undefined
    const stored = readDraft()
    const { isStored, kind } = sync.getState()
    if (!stored || !isStored || kind === 'gone' || kind === 'replaced') return
    void putDraftCopy({
      owner,
      draft: id,
      document: doc.guid,
      seq: sync.getSeq(),
      state: Y.encodeStateAsUpdate(doc),
      seedDifferences,
      stored,
      savedAt: Date.now(),
    }).catch(() => {
      // Only opening without a connection is affected.
    })
  }

  const onUpdate = () => {
    timer ??= setTimeout(write, WRITE_DELAY_MS)
  }
  doc.on('update', onUpdate)
  onUpdate()
  return () => {
    doc.off('update', onUpdate)
    if (timer === undefined) return
    clearTimeout(timer)
    write()
  }
}

/** Returns this device's copy in place of a response. @throws `error` if there is none, or the server has responded */
export async function readCopyInstead(error: unknown, owner: string, draft: string): Promise<DraftCopy> {
  const copy = error instanceof RequestFailure ? await findDraftCopy(owner, draft) : undefined
  if (!copy) throw error
  return copy
}
