import type { Category } from '#kernel/category.ts'
import { Spinner } from '#ui/Spinner.tsx'
import { CategoryHeading } from './CategoryHeading.tsx'

/** A category's page while its stories are on their way. */
export function CategoryPending({ category }: { category: Category }) {
  return (
    <div className="measure">
      <CategoryHeading category={category} />
      <Spinner label="Loading articles..." />
    </div>
  )
}
