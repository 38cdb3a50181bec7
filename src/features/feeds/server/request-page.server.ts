import type { Outbound } from '#platform/outbound/outbound.server.ts'
import type { PageHead } from '../rules/read-page-head.ts'
import type { FeedReader } from './feed-reader.server.ts'

const ACCEPT = 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1'
/** After decompression. */
const MAX_PAGE_BYTES = 5 * 1024 * 1024

type Dependencies = { outbound: Outbound; reader: FeedReader; signal: AbortSignal }

/** Requests a web page and reads its head. Null for errors and documents of other types. */
export async function requestPage(
  address: string,
  { outbound, reader, signal }: Dependencies,
): Promise<PageHead | null> {
  const outcome = await outbound.get(address, { accept: ACCEPT, maxBytes: MAX_PAGE_BYTES, signal })
  if (outcome.kind !== 'ok' || !isHtml(outcome.contentType)) return null
  const { bytes, contentType, url } = outcome
  return reader.readPageHead({ bytes, contentType, url })
}

function isHtml(contentType: string | null): boolean {
  return contentType === null || /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType)
}
