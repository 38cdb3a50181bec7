import { categoryName } from '#kernel/category.ts'
import { currentCategory, listCategories } from '#kernel/category-lists.ts'

/**
 * Renders the options of a `select`, by key.
 *
 * @param current the present choice, which is listed even if it is hidden
 */
export function CategoryOptions({ current }: { current?: string | undefined }) {
  const keys = listCategories()
  const chosen = current && currentCategory(current)
  return [...keys, ...(chosen && !keys.includes(chosen) ? [chosen] : [])].map((key) => (
    <option key={key} value={key}>
      {categoryName(key)}
    </option>
  ))
}
