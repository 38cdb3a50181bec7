import { eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import type { Preview } from '#platform/http/render-context.server.ts'
import { fronts } from '#schema/front.ts'
import { emptyFront, type Front } from '../rules/front.ts'
import type { FrontPage } from '../rules/front-page.ts'
import { findFrontAt } from './front-publications.server.ts'

/** Returns the front that a preview shows: the draft, or the one that readers saw at an instant. */
export async function findPreviewedFront(db: Db, page: FrontPage, { at }: Preview): Promise<Front> {
  if (at) return findFrontAt(db, page, at)
  const { draft } = fronts
  const [row] = await db.select({ draft }).from(fronts).where(eq(fronts.page, page))
  return (row?.draft as Front | undefined) ?? emptyFront(page)
}
