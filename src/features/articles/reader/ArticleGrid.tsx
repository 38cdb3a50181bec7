import type { InfiniteData, InfiniteQueryObserverBaseResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ArticleList } from '#kernel/article.ts'
import { ArticleCard } from './ArticleCard.tsx'
import { LoadMore } from './LoadMore.tsx'

type Props = {
  query: Pick<
    InfiniteQueryObserverBaseResult<InfiniteData<ArticleList>>,
    'fetchNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error'
  >
  pages: readonly ArticleList[]
  /** The address of the page that begins at the cursor `next`. */
  hrefOf: (next: string) => string
  showCategory: boolean
}

/** The loaded pages of a list as one grid, and the link that brings the next. */
export function ArticlePages({ query, pages, hrefOf, showCategory }: Props) {
  const articles = pages.flatMap((page) => page.articles)
  const next = pages.at(-1)?.next

  // The keyboard goes on at the first of the stories that "Load more" brought.
  const list = useRef<HTMLDivElement>(null)
  const firstNew = useRef<number>(undefined)
  useEffect(() => {
    if (firstNew.current === undefined || articles.length <= firstNew.current) return
    list.current?.children[firstNew.current]?.querySelector('a')?.focus()
    firstNew.current = undefined
  }, [articles.length])

  function loadMore() {
    firstNew.current = articles.length
    void query.fetchNextPage()
  }

  return (
    <>
      <div ref={list} className="ruled-grid md:grid-cols-2 lg:grid-cols-3">
        {articles.map((article) => (
          <ArticleCard
            key={article.id}
            article={article}
            size="medium"
            heading="h2"
            showCategory={showCategory}
          />
        ))}
      </div>
      {next && (
        <LoadMore
          href={hrefOf(next)}
          busy={query.isFetchingNextPage}
          error={query.isFetchNextPageError ? query.error : null}
          onLoad={loadMore}
        />
      )}
    </>
  )
}
