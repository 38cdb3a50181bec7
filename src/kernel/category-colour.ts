import type { Category } from './category.ts'

const COLOURS: Partial<Record<Category, string>> = {
  News: 'text-accent',
  Politics: 'text-politics',
  Sport: 'text-sport',
  Showbiz: 'text-showbiz',
}

/** Returns a CSS class (spec §9). */
export function categoryColour(category: Category): string {
  return COLOURS[category] ?? 'text-ink'
}
