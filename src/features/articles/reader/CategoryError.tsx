import type { Category } from '#kernel/category.ts'
import { Notice } from '#ui/Notice.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'
import { useRouteRetry } from '#ui/useRouteRetry.ts'
import { messageOf } from '../rules/fetch-error.ts'
import { CategoryHeading } from './CategoryHeading.tsx'

/** A category's page when its stories could not be fetched (spec §2, Category pages). */
export function CategoryError({ category, error }: { category: Category; error: unknown }) {
  const retry = useRouteRetry()
  return (
    <div className="measure">
      <CategoryHeading category={category} />
      <Notice
        alert
        title={`Error loading articles: ${messageOf(error)}`}
        action={<TryAgain onRetry={retry} />}
      />
    </div>
  )
}
