import type { ComponentProps } from 'react'
import { ArticlePages } from '#features/articles/reader/ArticlePages.tsx'
import { NewestStories } from '#features/articles/reader/NewestStories.tsx'
import { type SearchPage, searchPath } from '#features/articles/rules/search-filter.ts'
import { NothingFound } from './NothingFound.tsx'

type Props = Pick<ComponentProps<typeof ArticlePages>, 'query' | 'pages'> & { page: SearchPage }

/** What a search found, as a grid of cards. */
export function FoundArticles({ page, query, pages }: Props) {
  return (
    <>
      {page.before && <NewestStories href={searchPath({ ...page, before: undefined })} />}
      {pages.every(({ articles }) => articles.length === 0) && <NothingFound page={page} />}
      <ArticlePages
        query={query}
        pages={pages}
        hrefOf={(next) => searchPath({ ...page, before: next })}
        showCategory
      />
    </>
  )
}
