import type { ComponentProps, Ref } from 'react'
import { ArticleGrid, NewestArticlesLink } from '#features/articles/reader/ArticleGrid.tsx'
import { formatResultCount } from '#features/articles/rules/result-count.ts'
import { menuCategories } from '#kernel/category.ts'
import { phrase, phraseParts, plural } from '#kernel/text/phrase.ts'
import { formatDay } from '#kernel/time/dates.ts'
import { Notice } from '#ui/Notice.tsx'
import { hasFilter, isDateRangeReversed, type SearchParams, searchPath } from '../rules/search-params.ts'
import type { SearchResult } from '../server/search-articles.server.ts'
import { FoundPosts } from './FoundPosts.tsx'

type Props = Pick<ComponentProps<typeof ArticleGrid>, 'query'> & {
  pages: readonly SearchResult[]
  params: SearchParams
}

export function SearchResults({ params, query, pages }: Props) {
  return (
    <>
      {params.before && <NewestArticlesLink href={searchPath({ ...params, before: undefined })} />}
      <FoundPosts posts={pages[0]?.posts ?? []} />
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
      title={phrase('No articles found')}
      text={
        <>
          {isDateRangeReversed(params) && (
            <span className="block pb-2 text-ink">
              {phrase('The From date, {from}, is after the To date, {to}.', {
                from: formatDay(params.from ?? ''),
                to: formatDay(params.to ?? ''),
              })}
            </span>
          )}
          {phrase('Try adjusting your search terms or browse our categories.')}
        </>
      }
      action={
        <ul className="flex flex-wrap gap-x-5">
          {menuCategories().map(({ key, name, path }) => (
            <li key={key}>
              <a href={path} className="inline-block py-3 text-16 underline underline-offset-4">
                {name}
              </a>
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
                {plural(total.count, '{number} result found', '{number} results found', {
                  number: formatResultCount(total),
                })}
              </span>
            </>
          )}
          {!total && firstPage.articles.length === 0 && (
            <span className="sr-only">{phrase(', no results')}</span>
          )}
        </>
      )}
    </p>
  )
}

function describeSearch(params: SearchParams) {
  if (params.q) {
    const query = (
      <span key="query" className="font-semibold text-ink">
        {phraseParts('“{query}”', { query: <bdi key="query">{params.q}</bdi> })}
      </span>
    )
    return phraseParts('Articles with {query}, newest first', { query })
  }
  return hasFilter(params) ? phrase('Articles, newest first') : phrase('All articles, newest first')
}
