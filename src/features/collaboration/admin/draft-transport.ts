import { requestOwn } from '#platform/http/request-own.ts'
import type { StoredBatch } from '#ui/admin/stored-documents.ts'
import { readDocumentFn, sendPresenceFn } from '../collaboration.functions.ts'
import { appendAddress } from '../rules/append-address.ts'
import type { PresenceMessage } from '../rules/presence.ts'
import { MAX_BATCH_BYTES, tooManyChanges } from '../rules/step-limits.ts'
import type { AppendOutcome } from '../server/append-steps.server.ts'
import type { ReadDocument } from '../server/read-document.server.ts'

/** The functions reject without a response or access. */
export type DraftTransport = {
  append(batch: StoredBatch): Promise<AppendOutcome>
  read(since?: number): Promise<ReadDocument>
  sendPresence(message: PresenceMessage): Promise<unknown>
}

/** Requests up to this size outlive the page (Fetch standard, "keepalive": 64 KiB for all of a page). */
const MAX_KEEPALIVE_BYTES = 60_000

/** @param requested the document that the first `read` returns, unless edits are sent before */
export function createDraftTransport(
  id: string,
  owner: string,
  requested?: Promise<ReadDocument>,
): DraftTransport {
  let first = requested
  return {
    async append(batch) {
      first = undefined
      const body = new TextEncoder().encode(JSON.stringify(batch))
      if (body.length > MAX_BATCH_BYTES) return { kind: 'refused', reasons: [tooManyChanges()] }
      const response = await requestOwn(appendAddress({ draft: id, by: owner }), {
        headers: { 'content-type': 'application/json' },
        body,
        keepalive: body.length <= MAX_KEEPALIVE_BYTES,
      })
      return response.json()
    },
    read(since) {
      const read = (since === undefined && first) || readDocumentFn({ data: { id, since } })
      first = undefined
      return read
    },
    sendPresence: (message) => sendPresenceFn({ data: { id, message } }),
  }
}
