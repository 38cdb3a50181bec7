import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type Category, categoryPath } from '#kernel/category.ts'
import { Notice } from '#ui/Notice.tsx'
import { categoryQuery } from '../articles.functions.ts'
import { ArticlePages } from './ArticlePages.tsx'
import { CategoryHeading } from './CategoryHeading.tsx'
import { NewestStories } from './NewestStories.tsx'

type Props = { category: Category; before?: string }

/** A category's stories, newest first, from the cursor `before` on. */
export function CategoryFront({ category, before }: Props) {
  const query = useSuspenseInfiniteQuery(categoryQuery(category, before))
  const { pages } = query.data
  const path = categoryPath(category)
  return (
    <div className="measure">
      <CategoryHeading category={category} />
      {before && (
        <div className="-mt-3">
          <NewestStories href={path} />
        </div>
      )}
      {pages.every((page) => page.articles.length === 0) && (
        <Notice title="No articles found" text={`No articles available in the ${category} category yet.`} />
      )}
      <ArticlePages
        query={query}
        pages={pages}
        hrefOf={(next) => `${path}?before=${encodeURIComponent(next)}`}
        showCategory={category === 'News'}
      />
    </div>
  )
}
