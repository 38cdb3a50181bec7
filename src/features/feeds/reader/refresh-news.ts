import { RequestFailure } from '#kernel/request-failure.ts'
import { fetchOwn } from '#platform/http/fetch-from-server.ts'

/**
 * Spec §7, Refresh news.
 *
 * @throws RequestFailure
 */
export async function refreshNews(): Promise<void> {
  const response = await fetchOwn('/functions/v1/fetch-news', { method: 'POST' })
  // A site that fetches no news shows its own.
  if (!response.ok && response.status !== 403) throw new RequestFailure('unavailable', response.status)
}
