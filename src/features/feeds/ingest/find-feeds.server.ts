import type { Outbound } from '#platform/outbound/outbound.server.ts'
import type { DiscoveredFeed } from '../parse/read-page-head.ts'
import { createFeedReader } from './feed-reader.server.ts'
import { fetchDocument } from './request-feed.server.ts'

/** `unreachable`: nothing is known about the address. `reason` is a sentence. */
type FoundFeeds =
  | { kind: 'feed' }
  | { kind: 'page'; feeds: DiscoveredFeed[] }
  | { kind: 'no-feed'; reason: string }
  | { kind: 'unreachable' }

const TIMEOUT_MS = 15_000

/** Requests an address, and lists the feeds to which it links if it is that of a web page (RSS autodiscovery). */
export async function findFeeds(outbound: Outbound, address: string, now: Date): Promise<FoundFeeds> {
  const document = await fetchDocument(outbound, address, AbortSignal.timeout(TIMEOUT_MS))
  if ('error' in document) return { kind: 'unreachable' }
  const reader = createFeedReader()
  const content = await reader.read({ ...document, now }).finally(() => reader.close())
  if (content.kind === 'items') return { kind: 'feed' }
  const { discovered: feeds, reason } = content
  return feeds.length > 0 ? { kind: 'page', feeds } : { kind: 'no-feed', reason }
}
