import type { DraftTransport } from './draft-sync.ts'
import { createDraftTransport } from './draft-transport.ts'
import { type UnsentEditsStore, unsentEdits } from './unsent-edits.ts'

/**
 * Sends the edits that an account has left on this device, for example after a crash. Those that the server refuses
 * remain until the article is opened, and those that could not be sent until the next call.
 */
export async function sendUnsentEdits(
  owner: string,
  storage: UnsentEditsStore = unsentEdits,
  transportOf: (draft: string) => DraftTransport = createDraftTransport,
): Promise<void> {
  for (const edits of await storage.list(owner)) {
    const { draft, document, update, seedOf } = edits
    const request = { document, update, ...(seedOf !== undefined && { seedOf }) }
    const outcome = await transportOf(draft)
      .append(request)
      .catch(() => undefined)
    if (outcome?.kind === 'appended') await storage.removeSent(edits)
  }
}
