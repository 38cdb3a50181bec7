import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type Category, categoryPath } from '#kernel/category.ts'
import { Notice } from '#ui/Notice.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'
import { useRouteRetry } from '#ui/useRouteRetry.ts'
import { categoryQuery } from '../articles.functions.ts'
import { fetchErrorMessage } from '../rules/fetch-error.ts'
import { ArticleGrid, NewestArticlesLink } from './ArticleGrid.tsx'
import { CategoryHeading } from './CategoryPending.tsx'

type Props = {
  category: Category
  before?: string
}

export function CategoryPage({ category, before }: Props) {
  const query = useSuspenseInfiniteQuery(categoryQuery(category, before))
  const { pages } = query.data
  const path = categoryPath(category)
  return (
    <div className="measure">
      <CategoryHeading category={category} />
      {before && (
        <div className="-mt-3">
          <NewestArticlesLink href={path} />
        </div>
      )}
      {pages.every((page) => page.articles.length === 0) && (
        <Notice title="No articles found" text={`No articles available in the ${category} category yet.`} />
      )}
      <ArticleGrid
        query={query}
        pages={pages}
        hrefOf={(next) => `${path}?before=${encodeURIComponent(next)}`}
        showCategory={category === 'News'}
      />
    </div>
  )
}

export function CategoryError({ category, error }: { category: Category; error: unknown }) {
  const retry = useRouteRetry()
  return (
    <div className="measure">
      <CategoryHeading category={category} />
      <Notice
        alert
        title={`Error loading articles: ${fetchErrorMessage(error)}`}
        action={<TryAgain onRetry={retry} />}
      />
    </div>
  )
}
