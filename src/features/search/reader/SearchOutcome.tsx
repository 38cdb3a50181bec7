import type { Ref } from 'react'
import { hasFilter, type SearchPage } from '#features/articles/rules/search-filter.ts'
import { foundText, type SearchResult } from '#features/articles/rules/search-result.ts'

type Props = { ref: Ref<HTMLParagraphElement>; page: SearchPage; first: SearchResult | undefined }

/** What is shown below, in one line, which is read out politely when it changes. The count needs a filter (spec §2). */
export function SearchOutcome({ ref, page, first }: Props) {
  const total = hasFilter(page) ? first?.total : undefined
  return (
    <p ref={ref} role="status" tabIndex={-1} className="min-h-5 pt-5 pb-6 text-14 text-muted outline-none">
      {first && (
        <>
          <span className="wrap-anywhere">{nameOf(page)}</span>
          {total && (
            <>
              <span aria-hidden="true"> · </span>
              <span className="font-semibold text-ink">{foundText(total)}</span>
            </>
          )}
          {!total && first.articles.length === 0 && <span className="sr-only">, none found</span>}
        </>
      )}
    </p>
  )
}

function nameOf(page: SearchPage) {
  if (page.q) {
    return (
      <>
        Articles with <bdi className="font-semibold text-ink">“{page.q}”</bdi>, newest first
      </>
    )
  }
  return hasFilter(page) ? 'Articles, newest first' : 'All articles, newest first'
}
