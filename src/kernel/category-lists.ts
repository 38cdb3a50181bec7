import { type Category, categories, categoryPath, findCategory } from './category.ts'

// Not in category.ts, which all readers load.

/** Returns the keys of categories with a page, in navigation order. */
export function listCategories(): Category[] {
  return categories.filter(({ isHidden }) => !isHidden).map(({ key }) => key)
}

/** Returns the key of the category that this one was merged into; its own key if it was not. */
export function currentCategory(key: Category): Category {
  return findCategory(key)?.mergedInto ?? key
}

/** Returns the last part of the path of its page. */
export function categorySlug(key: Category): string {
  return categoryPath(key).slice(1)
}
