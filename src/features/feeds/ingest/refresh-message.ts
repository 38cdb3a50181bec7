import { phrase, plural } from '#kernel/text/phrase.ts'

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
  if (created + updated > 0)
    return { title: phrase('Success'), text: phrase('Content refreshed successfully') }
  if (held > 0)
    return {
      title: phrase('Held for review'),
      text: plural(
        held,
        '{count} article to review before readers see them',
        '{count} articles to review before readers see them',
      ),
    }
  if (feeds === 0)
    return { title: phrase('Nothing to refresh'), text: phrase('No feeds can be refreshed right now') }
  if (failed === feeds)
    return { title: phrase('Error'), text: phrase('Failed to refresh content'), isError: true }
  const text =
    failed > 0
      ? phrase('The feeds have no new articles; {failed} failed', { failed })
      : phrase('The feeds have no new articles')
  return { title: phrase('Nothing new'), text }
}

/** @param name undefined for all feeds */
export function describeRefresh(
  report: Omit<RefreshResult, 'duplicates' | 'errors'>,
  name?: string,
): { title: string; text: string } {
  const { feeds, created, updated, held, notModified, failed, hasEnabledFeeds } = report
  if (feeds > 0)
    return {
      title: describeOutcome(feeds, failed, name),
      text: [
        plural(created, '{count} new article', '{count} new articles'),
        phrase('{count} updated', { count: updated }),
        held > 0 && phrase('{count} held for review', { count: held }),
        plural(notModified, '{count} feed unchanged', '{count} feeds unchanged'),
        plural(failed, '{count} feed failed', '{count} feeds failed'),
      ]
        .filter(Boolean)
        .join(', '),
    }
  return name === undefined
    ? {
        title: phrase('Nothing to refresh'),
        text: hasEnabledFeeds
          ? phrase('Each feed was checked less than a minute ago, or failed and will be retried later.')
          : phrase('There are no feeds, or all of them are disabled.'),
      }
    : { title: phrase('{name} was not refreshed', { name }), text: phrase('It may be disabled or deleted.') }
}

function describeOutcome(feeds: number, failed: number, name: string | undefined): string {
  if (failed === feeds) return phrase('{name} failed', { name: name ?? phrase('All feeds') })
  return failed > 0
    ? phrase('Some feeds failed')
    : phrase('{name} refreshed', { name: name ?? phrase('All feeds') })
}
