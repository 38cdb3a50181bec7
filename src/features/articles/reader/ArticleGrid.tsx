import type { InfiniteQueryObserverBaseResult } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useRef } from 'react'
import type { ArticleList } from '#kernel/article.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { articlesErrorMessage } from '../rules/fetch-error.ts'
import { ArticleCard } from './ArticleCard.tsx'

type Props = {
  query: Pick<InfiniteQueryObserverBaseResult, 'isFetchingNextPage' | 'isFetchNextPageError' | 'error'> & {
    fetchNextPage: () => Promise<unknown>
  }
  pages: readonly ArticleList[]
  hrefOf: (next: string) => string
  showCategory: boolean
}

export function ArticleGrid({ query, pages, hrefOf, showCategory }: Props) {
  const articles = pages.flatMap((page) => page.articles)
  const next = pages.at(-1)?.next

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
            variant="medium"
            heading="h2"
            showCategory={showCategory}
          />
        ))}
      </div>
      {next && (
        <LoadMoreLink
          href={hrefOf(next)}
          isBusy={query.isFetchingNextPage}
          error={query.isFetchNextPageError ? query.error : null}
          onLoad={loadMore}
        />
      )}
    </>
  )
}

type LoadMoreProps = { href: string; isBusy: boolean; error: unknown; onLoad: () => void }

function LoadMoreLink({ href, isBusy, error, onLoad }: LoadMoreProps) {
  function load(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (!isBusy) onLoad()
  }
  return (
    <div className="flex flex-col items-center gap-4 pt-12">
      {error != null && <p role="alert">{articlesErrorMessage(error)}</p>}
      <a href={href} onClick={load} data-in-place="" aria-busy={isBusy} className="button min-w-48">
        {isBusy ? phrase('Loading...') : error != null ? phrase('Try Again') : phrase('Load More')}
      </a>
    </div>
  )
}

export function NewestArticlesLink({ href }: { href: string }) {
  return (
    <p className="pb-5 text-14">
      <a href={href} className="inline-block py-1 underline underline-offset-4">
        {phrase('Newest articles')}
      </a>
    </p>
  )
}
