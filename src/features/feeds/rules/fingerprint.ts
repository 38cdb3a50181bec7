import type { NormalisedItem } from './normalised-feed.ts'

/**
 * What must change of an item for it to count as edited, as one deterministic string to be hashed. A date that is not
 * the source's own is left out: it would be another one at every reading.
 */
export function fingerprint(item: NormalisedItem): string {
  const { title, summary, content, author, imageUrl, sourceUrl } = item
  const date = item.datedBySource ? item.publishedAt.toISOString() : null
  return JSON.stringify([title, summary, content, author, imageUrl, sourceUrl, date])
}
