import { formatCount } from '#kernel/format-count.ts'

/** The response of `POST /functions/v1/fetch-news`. `feeds` were fetched. */
export type FetchReport = {
  feeds: number
  notModified: number
  failed: number
  created: number
  updated: number
  /** New articles and changes that await a decision. */
  held: number
  duplicates: number
  errors: { url: string; title: string; error: string }[]
}

export type RefreshResult = FetchReport & { hasEnabledFeeds: boolean }

type RefreshMessage = { title: string; text: string; isError?: true }

/** Spec §8. */
export function refreshMessage({
  feeds,
  failed,
  created,
  updated,
  held,
}: Pick<FetchReport, 'feeds' | 'failed' | 'created' | 'updated' | 'held'>): RefreshMessage {
  if (created + updated > 0) return { title: 'Success', text: 'Content refreshed successfully' }
  if (held > 0)
    return {
      title: 'Held for review',
      text: `${formatCount(held, 'article')} to review before readers see them`,
    }
  if (feeds === 0) return { title: 'Nothing to refresh', text: 'No feeds can be refreshed right now' }
  if (failed === feeds) return { title: 'Error', text: 'Failed to refresh content', isError: true }
  const text =
    failed > 0 ? `The feeds have no new articles; ${failed} failed` : 'The feeds have no new articles'
  return { title: 'Nothing new', text }
}

/** @param name undefined for all feeds */
export function describeRefresh(
  report: Omit<RefreshResult, 'duplicates' | 'errors'>,
  name?: string,
): { title: string; text: string } {
  const { feeds, created, updated, held, notModified, failed, hasEnabledFeeds } = report
  const review = held > 0 ? `${held} held for review, ` : ''
  if (feeds > 0)
    return {
      title: describeOutcome(feeds, failed, name),
      text: `${formatCount(created, 'new article')}, ${updated} updated, ${review}${formatCount(notModified, 'feed')} unchanged, ${formatCount(failed, 'feed')} failed`,
    }
  return name === undefined
    ? {
        title: 'Nothing to refresh',
        text: hasEnabledFeeds
          ? 'Each feed was checked less than a minute ago, or failed and will be retried later.'
          : 'There are no feeds, or all of them are disabled.',
      }
    : { title: `${name} was not refreshed`, text: 'It may be disabled or deleted.' }
}

function describeOutcome(feeds: number, failed: number, name: string | undefined): string {
  if (failed === feeds) return `${name ?? 'All feeds'} failed`
  return failed > 0 ? 'Some feeds failed' : `${name ?? 'All feeds'} refreshed`
}
