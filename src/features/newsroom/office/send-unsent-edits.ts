import type { DraftTransport } from './draft-sync.ts'
import { createDraftTransport } from './draft-transport.ts'
import { type UnsentEditsStore, unsentEdits } from './unsent-edits.ts'

/**
 * Sends the edits that an account has left on this device, for example after a crash. Those that the server refuses
 * remain until the article is opened.
 */
export async function sendUnsentEdits(
  owner: string,
  storage: UnsentEditsStore = unsentEdits,
  transportOf: (draft: string) => DraftTransport = createDraftTransport,
): Promise<void> {
  for (const edits of await storage.list(owner)) {
    const { draft, document, update, seedOf } = edits
    const outcome = await transportOf(draft).append({
      document,
      update,
      ...(seedOf !== undefined && { seedOf }),
    })
    if (outcome.kind === 'appended') await storage.removeSent(edits)
  }
}
