import { type Category, categoryName } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Spinner } from '#ui/Spinner.tsx'

/** Separate from CategoryPage, which is lazy-loaded. */
export function CategoryPending({ category }: { category: Category }) {
  return (
    <div className="measure">
      <CategoryHeading category={category} />
      <Spinner label={phrase('Loading articles…')} />
    </div>
  )
}

export function CategoryHeading({ category }: { category: Category }) {
  return (
    <h1 className="headline mt-6 mb-5 border-t border-ink pt-3 text-38 md:text-48">
      {categoryName(category)}
    </h1>
  )
}
