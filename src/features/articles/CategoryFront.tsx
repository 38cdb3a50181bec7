import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Category, categoryPath } from '#domain/category.ts'
import { Notice } from '#ui/Notice.tsx'
import { ArticleCard } from './ArticleCard.tsx'
import { categoryQuery } from './articles.functions.ts'
import { CategoryHeading } from './CategoryHeading.tsx'
import { LoadMore } from './LoadMore.tsx'

type Props = { category: Category; before?: string }

/** A category's stories, newest first, from the cursor `before` on. */
export function CategoryFront({ category, before }: Props) {
  const query = useSuspenseInfiniteQuery(categoryQuery(category, before))
  const articles = query.data.pages.flatMap((page) => page.articles)
  const next = query.data.pages.at(-1)?.next
  const path = categoryPath(category)

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
    <div className="measure">
      <CategoryHeading category={category} />
      {before && (
        <p className="-mt-3 pb-5 text-14">
          <a href={path} className="inline-block py-1 underline underline-offset-4">
            Newest stories
          </a>
        </p>
      )}
      {articles.length === 0 && (
        <Notice title="No articles found" text={`No articles available in the ${category} category yet.`} />
      )}
      <div ref={list} className="ruled-grid md:grid-cols-2 lg:grid-cols-3">
        {articles.map((article) => (
          <ArticleCard
            key={article.id}
            article={article}
            size="medium"
            heading="h2"
            showCategory={category === 'News'}
          />
        ))}
      </div>
      {next && (
        <LoadMore
          href={`${path}?before=${encodeURIComponent(next)}`}
          busy={query.isFetchingNextPage}
          error={query.isFetchNextPageError ? query.error : null}
          onLoad={loadMore}
        />
      )}
    </div>
  )
}
