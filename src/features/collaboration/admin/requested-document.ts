import { readDocumentFn } from '../collaboration.functions.ts'
import type { ReadDocument } from '../server/read-document.server.ts'

/** An editor that opens later reads the document itself. */
const MAX_AGE_MS = 10_000

let requested: { id: string; at: number; document: Promise<ReadDocument> } | undefined

/** Requests the document of an article that was clicked, while its editor is being rendered. */
export function requestDocument(id: string): void {
  const own = { id, at: performance.now(), document: readDocumentFn({ data: { id } }) }
  requested = own
  // An editor that has taken it reports the failure; one that opens later tries again.
  own.document.catch(() => {
    if (requested === own) requested = undefined
  })
}

/** Returns the document that was requested for an article, once. */
export function takeRequestedDocument(id: string): Promise<ReadDocument> | undefined {
  if (requested?.id !== id) return undefined
  const { at, document } = requested
  requested = undefined
  return performance.now() - at < MAX_AGE_MS ? document : undefined
}
