import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FollowButton } from '#features/reading/reader/FollowButton.tsx'
import { type Category, categoryName, categoryPath, GENERAL_CATEGORY } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Notice } from '#ui/Notice.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'
import { useRouteRetry } from '#ui/useRouteRetry.ts'
import { categoryQuery } from '../articles.functions.ts'
import { articlesErrorMessage } from '../rules/fetch-error.ts'
import { ArticleGrid, NewestArticlesLink } from './ArticleGrid.tsx'
import { CategoryHeading } from './CategoryPending.tsx'

/** `front` is above the list, which does not repeat its articles. */
type Props = {
  category: Category
  before?: string
  front?: ReactNode
  isOnFront?: (id: string) => boolean
}

export function CategoryPage({ category, before, front, isOnFront = () => false }: Props) {
  const query = useSuspenseInfiniteQuery(categoryQuery(category, before))
  const pages = query.data.pages.map((page) => ({
    ...page,
    articles: page.articles.filter(({ id }) => !isOnFront(id)),
  }))
  const path = categoryPath(category)
  return (
    <>
      <div className="measure">
        <div className="relative">
          <CategoryHeading category={category} />
          <div className="pb-5 min-[375px]:absolute min-[375px]:end-0 min-[375px]:bottom-0 min-[375px]:pb-0">
            <FollowButton kind="section" slug={category.toLowerCase()} name={categoryName(category)} />
          </div>
        </div>
        {before && (
          <div className="-mt-3">
            <NewestArticlesLink href={path} />
          </div>
        )}
      </div>
      {front}
      <div className="measure">
        {front && (
          <h2 className="headline mt-8 border-t border-ink pt-2 pb-5 text-20 md:mt-10">{phrase('Latest')}</h2>
        )}
        {query.data.pages.every((page) => page.articles.length === 0) && (
          <Notice
            title={phrase('No articles found')}
            text={phrase('No articles available in the {category} category yet.', {
              category: categoryName(category),
            })}
          />
        )}
        <ArticleGrid
          query={query}
          pages={pages}
          hrefOf={(next) => `${path}?before=${encodeURIComponent(next)}`}
          showCategory={category === GENERAL_CATEGORY}
        />
      </div>
    </>
  )
}

export function CategoryError({ category, error }: { category: Category; error: unknown }) {
  const retry = useRouteRetry()
  return (
    <div className="measure">
      <CategoryHeading category={category} />
      <Notice alert title={articlesErrorMessage(error)} action={<TryAgain onRetry={retry} />} />
    </div>
  )
}
