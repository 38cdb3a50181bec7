import { GENERAL_CATEGORY, type ListedCategory } from '#kernel/category.ts'
import { categoryColour } from '#kernel/category-colour.ts'
import type { categories } from '#schema/categories.ts'

type Row = typeof categories.$inferSelect

/**
 * Returns the categories as pages need them: the articles of a hidden one are listed among all articles, and a merged one has the
 * name and the path of the one that it was merged into. Those without a page of their own are last, so that a path finds the
 * category whose page it is.
 *
 * @param rows in navigation order
 */
export function toListedCategories(rows: readonly Row[]): ListedCategory[] {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const general = byKey.get(GENERAL_CATEGORY)
  const listed = rows.map((row): ListedCategory => {
    const current = byKey.get(row.mergedInto ?? row.key) ?? row
    const withPage = current.isHidden && general ? general : current
    const isHidden = row.isHidden || row !== current
    return {
      key: row.key,
      name: current.name,
      path: `/${withPage.slug}`,
      ...((isHidden || !row.isInMenu) && { isOffMenu: true }),
      ...(isHidden && { isHidden: true }),
      ...(row !== current && { mergedInto: current.key }),
    }
  })
  return listed.toSorted((a, b) => Number(a.isHidden ?? false) - Number(b.isHidden ?? false))
}

/** Writes the CSS rules of the classes that `categoryColour` returns. A constraint of the table limits the colours to `#rrggbb`. */
export function writeCategoryColours(rows: readonly Row[]): string {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return rows
    .flatMap(({ key, mergedInto }) => {
      const { colour, darkColour } = byKey.get(mergedInto ?? key) ?? {}
      const [, name] = categoryColour(key).split(' ')
      return colour ? [`.${name}{color:light-dark(${colour},${darkColour})}`] : []
    })
    .join('')
}
