import type { Category } from './category.ts'

const COLOURS: Partial<Record<Category, string>> = {
  News: 'text-accent',
  Politics: 'text-politics',
  Sport: 'text-sport',
  Showbiz: 'text-showbiz',
}

/** The CSS class of a category's colour (spec §9): sport blue, showbiz pink, politics purple, news red, else ink. */
export function categoryColour(category: Category): string {
  return COLOURS[category] ?? 'text-ink'
}
