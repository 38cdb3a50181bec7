import type { Ref } from 'react'
import { formatResultCount } from '#features/articles/rules/result-count.ts'
import { hasFilter, type SearchParams } from '../rules/search-params.ts'
import type { SearchResult } from '../server/search-articles.server.ts'

type Props = { ref: Ref<HTMLParagraphElement>; params: SearchParams; firstPage: SearchResult | undefined }

/** A live region (spec §2). */
export function SearchStatus({ ref, params, firstPage }: Props) {
  const total = hasFilter(params) ? firstPage?.total : undefined
  return (
    <p ref={ref} role="status" tabIndex={-1} className="min-h-5 pt-5 pb-6 text-14 text-muted outline-none">
      {firstPage && (
        <>
          <span className="wrap-anywhere">{describeSearch(params)}</span>
          {total && (
            <>
              <span aria-hidden="true"> · </span>
              <span className="font-semibold text-ink">
                {`${formatResultCount(total)} ${total.count === 1 ? 'result' : 'results'} found`}
              </span>
            </>
          )}
          {!total && firstPage.articles.length === 0 && <span className="sr-only">, no results</span>}
        </>
      )}
    </p>
  )
}

function describeSearch(params: SearchParams) {
  if (params.q) {
    return (
      <>
        Articles with <bdi className="font-semibold text-ink">“{params.q}”</bdi>, newest first
      </>
    )
  }
  return hasFilter(params) ? 'Articles, newest first' : 'All articles, newest first'
}
