import type { Category } from '#kernel/category.ts'

/** The name over a category's page. */
export function CategoryHeading({ category }: { category: Category }) {
  return <h1 className="headline mt-6 mb-5 border-t border-ink pt-3 text-38 md:text-48">{category}</h1>
}
