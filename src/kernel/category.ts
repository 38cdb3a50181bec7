/** The key of a category, such as "Sport". It survives a rename. */
export type Category = string

/** A category in the form that pages use. */
export type ListedCategory = {
  key: Category
  name: string
  /** The path of the page that lists its articles, such as "/sport". */
  path: string
  isOffMenu?: true
  /** It has no page of its own, and editors do not choose it. */
  isHidden?: true
  /** The category that it was merged into, whose name and path it has. */
  mergedInto?: Category
}

/** The default category. Its page lists all articles, and it can be neither hidden nor merged. */
export const GENERAL_CATEGORY: Category = 'News'

/** All categories, including hidden and merged ones, in navigation order. */
export let categories: readonly ListedCategory[] = []

/**
 * Sets the categories of this process or browser. They are rows of the table `categories`: servers load them at the start
 * and whenever they change, and browsers get them with the page.
 */
export function setCategories(listed: readonly ListedCategory[]): void {
  categories = listed
}

/** Returns the categories in the menu, in its order. */
export function menuCategories(): ListedCategory[] {
  return categories.filter(({ isOffMenu }) => !isOffMenu)
}

export function findCategory(key: string): ListedCategory | undefined {
  return categories.find((category) => category.key === key)
}

export function categoryName(key: Category): string {
  return findCategory(key)?.name ?? key
}

export function categoryPath(key: Category): string {
  return findCategory(key)?.path ?? '/'
}

/**
 * Finds a category by its key, name or address, as imports, feeds and requests name it. Ignores case and surrounding white
 * space.
 */
export function parseCategory(text: string): Category | undefined {
  const wanted = text.trim().toLowerCase()
  const found = categories.find(({ key, name, path }) =>
    [key, name, path.slice(1)].some((known) => known.toLowerCase() === wanted),
  )
  return found && (found.mergedInto ?? found.key)
}

/** Finds the category whose page is at `/{segment}`, in any letter case. */
export function categoryOfPath(segment: string): Category | undefined {
  const wanted = `/${segment.toLowerCase()}`
  return categories.find(({ path, mergedInto }) => path === wanted && !mergedInto)?.key
}
