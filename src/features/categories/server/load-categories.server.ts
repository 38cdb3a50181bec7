import { asc } from 'drizzle-orm'
import { setCategories } from '#kernel/category.ts'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'
import type { Db } from '#platform/database/db.server.ts'
import { categories } from '#schema/categories.ts'
import { toListedCategories, writeCategoryColours } from '../rules/listed-category.ts'

let colours = ''
let known = ''
const oneAtATime = createSemaphore(1)

/**
 * Loads the categories of this process. Loads run one after another, so that the newest data is kept.
 *
 * @returns whether they have changed
 */
export function loadCategories(db: Db): Promise<boolean> {
  return oneAtATime.run(() => adoptCategories(db))
}

async function adoptCategories(db: Db): Promise<boolean> {
  const rows = await db.select().from(categories).orderBy(asc(categories.position), asc(categories.key))
  const read = JSON.stringify(rows)
  if (read === known) return false
  known = read
  colours = writeCategoryColours(rows)
  setCategories(toListedCategories(rows))
  return true
}

/** Returns the CSS rules of the badges. */
export function categoryColours(): string {
  return colours
}
