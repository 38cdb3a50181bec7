import type { Category } from './category.ts'

/** Returns CSS classes (spec §9). `writeCategoryColours` writes the rules of the second. */
export function categoryColour(key: Category): string {
  return `text-ink category-${key.replace(/\W/g, '-')}`
}
