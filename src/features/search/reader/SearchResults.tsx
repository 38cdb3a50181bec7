import { Link } from '@tanstack/react-router'
import type { ComponentProps, Ref } from 'react'
import { ArticleGrid, NewestArticlesLink } from '#features/articles/reader/ArticleGrid.tsx'
import { formatResultCount } from '#features/articles/rules/result-count.ts'
import { CATEGORIES } from '#kernel/category.ts'
import { formatDay } from '#kernel/dates.ts'
import { Notice } from '#ui/Notice.tsx'
import { hasFilter, isDateRangeReversed, type SearchParams, searchPath } from '../rules/search-params.ts'
import type { SearchResult } from '../server/search-articles.server.ts'

type Props = Pick<ComponentProps<typeof ArticleGrid>, 'query' | 'pages'> & { params: SearchParams }

export function SearchResults({ params, query, pages }: Props) {
  return (
    <>
      {params.before && <NewestArticlesLink href={searchPath({ ...params, before: undefined })} />}
      {pages.every(({ articles }) => articles.length === 0) && <NoResults params={params} />}
      <ArticleGrid
        query={query}
        pages={pages}
        hrefOf={(next) => searchPath({ ...params, before: next })}
        showCategory
      />
    </>
  )
}

function NoResults({ params }: { params: SearchParams }) {
  return (
    <Notice
      title="No articles found"
      text={
        <>
          {isDateRangeReversed(params) && (
            <span className="block pb-2 text-ink">
              The From date, {formatDay(params.from ?? '')}, is after the To date,{' '}
              {formatDay(params.to ?? '')}.
            </span>
          )}
          Try adjusting your search terms or browse our categories.
        </>
      }
      action={
        <ul className="flex flex-wrap gap-x-5">
          {CATEGORIES.map((category) => (
            <li key={category}>
              <Link
                to="/$category"
                params={{ category }}
                className="inline-block py-3 text-16 underline underline-offset-4"
              >
                {category}
              </Link>
            </li>
          ))}
        </ul>
      }
    />
  )
}

type SearchStatusProps = {
  ref: Ref<HTMLParagraphElement>
  params: SearchParams
  firstPage: SearchResult | undefined
}

/** A live region (spec §2). */
export function SearchStatus({ ref, params, firstPage }: SearchStatusProps) {
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
