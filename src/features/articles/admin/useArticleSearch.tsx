import { useQuery } from '@tanstack/react-query'
import { failureText } from '#kernel/failure-text.ts'
import { MAX_QUERY_LENGTH } from '#kernel/parameters.ts'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { formatDay } from '#kernel/time/dates.ts'
import type { ComboboxOption } from '#ui/admin/forms/Combobox.tsx'
import { SEARCH_PAUSE_MS } from '#ui/admin/forms/SearchField.tsx'
import { useDebounced } from '#ui/admin/useDebounced.ts'
import { LINK_SEARCH_FAILURE, linkTargetsQuery } from '../article-search.functions.ts'

export type FoundArticle = { id: string; title: string; publishedAt: string }

/**
 * Searches published articles by words from the headline. Keeps the results of earlier words until new ones arrive.
 *
 * @param options.withNewest lists the newest articles without words
 * @param options.isOwn leaves out articles of other publishers
 */
export function useArticleSearch(words: string, { withNewest = false, isOwn = false } = {}) {
  const wanted = words.length <= MAX_QUERY_LENGTH ? words : ''
  const searched = useDebounced(wanted, SEARCH_PAUSE_MS)
  const { data, error, isFetching } = useQuery({
    ...linkTargetsQuery(searched, isOwn),
    enabled: searched !== '' || withNewest,
    placeholderData: (previous, query) => (query?.queryKey.at(-1) === '' ? undefined : previous),
    retry: false,
  })
  const isWanted = wanted !== '' || withNewest
  // Enter must not choose one of the newest while their words are searched.
  const isStale = wanted !== '' && searched === ''
  const found: readonly FoundArticle[] = (isWanted && !isStale && data) || []
  const isBusy = isWanted && (searched !== wanted || isFetching)

  function describeStatus(): string {
    if (!isWanted) return ''
    if (found.length > 0) return plural(found.length, '{count} article', '{count} articles')
    if (isBusy) return phrase('Searching articles…')
    return error ? failureText(error, LINK_SEARCH_FAILURE) : phrase('No articles found.')
  }

  return { found, options: found.map(toOption), isBusy, status: describeStatus() }
}

function toOption({ id, title, publishedAt }: FoundArticle): ComboboxOption {
  return {
    key: id,
    content: (
      <span className="flex min-w-0 flex-col py-1.5">
        <bdi className="line-clamp-2 wrap-anywhere">{title}</bdi>{' '}
        <time dateTime={publishedAt} className="text-13 font-normal text-muted">
          {formatDay(publishedAt)}
        </time>
      </span>
    ),
  }
}
