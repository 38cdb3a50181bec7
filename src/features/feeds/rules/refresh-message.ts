import type { FetchReport } from '../server/fetch-news.server.ts'

type RefreshMessage = { title: string; text: string; isError?: true }

/** Spec §8. */
export function refreshMessage({
  feeds,
  failed,
  created,
  updated,
}: Pick<FetchReport, 'feeds' | 'failed' | 'created' | 'updated'>): RefreshMessage {
  if (created + updated > 0) return { title: 'Success', text: 'Content refreshed successfully' }
  if (feeds === 0) return { title: 'Nothing refreshed', text: 'No feeds can be refreshed right now' }
  if (failed === feeds) return { title: 'Error', text: 'Failed to refresh content', isError: true }
  const text =
    failed > 0 ? `The feeds have no new articles; ${failed} failed` : 'The feeds have no new articles'
  return { title: 'Nothing new', text }
}
