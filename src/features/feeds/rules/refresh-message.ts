import type { FetchReport } from '../server/fetch-news.server.ts'

type RefreshMessage = { title: string; text: string; isError?: true }

/** What is said once feeds have been asked: spec §8, Success toasts, where something came; else what happened. */
export function refreshMessage({
  feeds,
  failed,
  created,
  updated,
}: Pick<FetchReport, 'feeds' | 'failed' | 'created' | 'updated'>): RefreshMessage {
  if (created + updated > 0) return { title: 'Success', text: 'Content refreshed successfully' }
  if (feeds === 0) return { title: 'Nothing refreshed', text: 'No feed could be asked just now' }
  // Spec §8, Refresh content failure.
  if (failed === feeds) return { title: 'Error', text: 'Failed to refresh content', isError: true }
  const text =
    failed > 0 ? `The feeds brought nothing new; ${failed} failed` : 'The feeds brought nothing new'
  return { title: 'Nothing new', text }
}
