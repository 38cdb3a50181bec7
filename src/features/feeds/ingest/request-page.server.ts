import type { Outbound } from '#platform/outbound/outbound.server.ts'
import type { FeedReader } from './feed-reader.server.ts'
import type { WebDocument } from './feed-reader-thread.server.ts'

const ACCEPT = 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1'
/** After decompression. */
const MAX_PAGE_BYTES = 5_000_000

/** `budget.pages`: requests left in the run. */
export type PageDependencies = {
  outbound: Outbound
  reader: FeedReader
  signal: AbortSignal
  budget: { pages: number }
}

/** Null for errors and other types of documents. */
export async function requestPage(
  address: string,
  { outbound, signal }: Pick<PageDependencies, 'outbound' | 'signal'>,
): Promise<WebDocument | null> {
  const outcome = await outbound.get(address, { accept: ACCEPT, maxBytes: MAX_PAGE_BYTES, signal })
  if (outcome.kind !== 'ok' || !isHtml(outcome.contentType)) return null
  const { bytes, contentType, url } = outcome
  return { bytes, contentType, url }
}

function isHtml(contentType: string | null): boolean {
  return contentType === null || /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType)
}
