import {
  type DocumentStore,
  hasPendingSteps,
  type StoredDocument,
  storedDocuments,
} from '#ui/admin/stored-documents.ts'
import { createDraftSync, type SyncState } from './draft-sync.ts'
import { createDraftTransport, type DraftTransport } from './draft-transport.ts'
import { createHeadlessEditor } from './headless-editor.ts'
import { CLAIM_WAIT_MS, claimRecord, fromStored, toStored } from './stored-session.ts'

export type SendOptions = {
  storage?: DocumentStore
  transportOf?: (draft: string, owner: string) => Pick<DraftTransport, 'append' | 'read'>
  /** Sends only the edits of this draft. */
  draft?: string
  /** Whether an editor is about to open the edits of a draft, which it could not while they are being sent. */
  isOpening?: (draft: string) => boolean
  /** Called with the id of each article that the edits created. */
  onCreated?: (draft: string) => void
}

/**
 * Sends the edits that an account left on this device. Refused ones remain until the article is opened.
 *
 * @returns whether the server has accepted or refused each
 * @throws RequestFailure only if `draft` is given
 */
export async function sendStoredEdits(owner: string, options: SendOptions = {}): Promise<boolean> {
  const {
    storage = storedDocuments,
    transportOf = createDraftTransport,
    draft,
    isOpening = () => false,
    onCreated = () => {},
  } = options
  let isComplete = true
  for (const { client, draft: id } of (await storage.list(owner, draft)).filter(hasPendingSteps)) {
    if (isOpening(id)) {
      isComplete = false
      continue
    }
    const release = await claimRecord(client, draft ? CLAIM_WAIT_MS : 0)
    if (!release) continue
    try {
      // Another tab may have sent it before the claim.
      const edits = (await storage.list(owner, draft)).find((one) => one.client === client)
      if (!edits || !hasPendingSteps(edits)) continue
      // Edits that the present code cannot read stay on the device.
      const { kind, error } = await sendAll(edits, transportOf(edits.draft, owner), storage).catch(
        (error) => ({ kind: 'refused' as const, error }),
      )
      if (kind === 'saved' && edits.isNew) onCreated(edits.draft)
      if (kind !== 'retrying') continue
      if (draft) throw error
      isComplete = false
    } finally {
      release()
    }
  }
  return isComplete
}

/** Sends the edits of a closed editor with an editor that is not shown. */
async function sendAll(
  edits: StoredDocument,
  transport: Pick<DraftTransport, 'append' | 'read'>,
  storage: DocumentStore,
): Promise<Pick<SyncState, 'kind' | 'error'>> {
  const { doc, initial } = fromStored(edits)
  const editor = createHeadlessEditor(doc, initial)
  const lost = [...edits.lost]
  const sync = createDraftSync({
    editor,
    client: edits.client,
    owner: edits.owner,
    isNew: edits.isNew,
    isReadOnly: false,
    resumed: edits,
    transport,
    isShared: () => false,
    store: (changes) => storage.put({ ...edits, ...changes, ...toStored(editor.state), lost }),
    onChange() {},
    onLost: (text) => lost.push(text),
  })
  await sync.flush()
  await sync.close()
  return sync.getState()
}
