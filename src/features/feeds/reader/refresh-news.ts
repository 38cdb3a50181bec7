const REFRESH_FAILURE = 'Failed to refresh content'

/**
 * Ingests the due feeds (spec §7, Refresh news).
 *
 * @throws Error with the message of spec §8
 */
export async function refreshNews(): Promise<void> {
  const response = await fetch('/functions/v1/fetch-news', { method: 'POST' }).catch(() => undefined)
  if (!response?.ok) throw new Error(REFRESH_FAILURE)
}
