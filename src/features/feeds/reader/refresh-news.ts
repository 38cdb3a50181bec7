/** Spec §8. */
const REFRESH_FAILURE = 'Failed to refresh content'

/**
 * Has the server gather the feeds that are due (spec §7, Refresh news). The caller reloads the articles.
 *
 * @throws Error with the message of spec §8
 */
export async function refreshNews(): Promise<void> {
  const response = await fetch('/functions/v1/fetch-news', { method: 'POST' }).catch(() => undefined)
  if (!response?.ok) throw new Error(REFRESH_FAILURE)
}
