import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { ArticleGrid, NewestArticlesLink } from '#features/articles/reader/ArticleGrid.tsx'
import { CATEGORIES } from '#kernel/category.ts'
import { formatDay } from '#kernel/dates.ts'
import { Notice } from '#ui/Notice.tsx'
import { isDateRangeReversed, type SearchParams, searchPath } from '../rules/search-params.ts'

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
