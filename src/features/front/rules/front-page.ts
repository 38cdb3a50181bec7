import { type Category, categories } from '#kernel/category.ts'
import { listCategories } from '#kernel/category-lists.ts'

// Not in front.ts, since readers would load zod.

/** A page with a front that editors can curate (newsroom §5): "home", or the key of a category in lower case. */
export type FrontPage = string

function frontOfCategory(category: Category): FrontPage {
  return category.toLowerCase()
}

export function categoryOfFront(page: FrontPage): Category | undefined {
  return categories.find(({ key }) => frontOfCategory(key) === page)?.key
}

/** The home page and the page of each category, in navigation order. */
export function listFrontPages(): FrontPage[] {
  return ['home', ...listCategories().map(frontOfCategory)]
}

export function isFrontPage(page: string): boolean {
  return page === 'home' || categoryOfFront(page) !== undefined
}
