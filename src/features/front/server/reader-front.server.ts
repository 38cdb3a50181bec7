import { eq, inArray } from 'drizzle-orm'
import { orderHome } from '#features/articles/rules/order-home.ts'
import { listHome } from '#features/articles/server/articles.server.ts'
import { categoryListTag } from '#kernel/cache-tags.ts'
import { currentCategory } from '#kernel/category-lists.ts'
import { collectionPath } from '#kernel/collection-path.ts'
import { readShared } from '#platform/cache/shared-reads.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { addPageTags, type Preview, renderedPreview } from '#platform/http/render-context.server.ts'
import { frontPublications, fronts } from '#schema/front.ts'
import { topics } from '#schema/topics.ts'
import { type Container, emptyFront, type Front, isUncurated, listPlaces } from '../rules/front.ts'
import type { FrontPage } from '../rules/front-page.ts'
import { type ReaderFront, toReaderFront } from '../rules/reader-front.ts'
import { type FillOptions, loadFilledFront } from './filled-front.server.ts'
import { findFrontAt } from './front-publications.server.ts'

/**
 * Returns the published front of a page, or the one of a preview. Without a curated one, the home page follows spec §9, and
 * categories have none.
 */
export async function findReaderFront(db: Db, page: FrontPage, now: Date): Promise<ReaderFront> {
  const preview = renderedPreview()
  if (preview && !preview.look) {
    const front = await findPreviewedFront(db, page, preview)
    return showFront(db, page, front, preview.at ? { now: preview.at, publishedBy: preview.at } : { now })
  }
  const front = await findPublished(db, page)
  if (front && !isUncurated(front)) return showFront(db, page, front, { now })
  if (page !== 'home') return { pages: [{ articles: [] }] }
  return { pages: [{ articles: orderHome(await listHome(db)) }] }
}

/** Returns the front that a preview shows: the draft, or the one that readers saw at an instant. */
async function findPreviewedFront(db: Db, page: FrontPage, { at }: Preview): Promise<Front> {
  if (at) return findFrontAt(db, page, at)
  const { draft } = fronts
  const [row] = await db.select({ draft }).from(fronts).where(eq(fronts.page, page))
  return (row?.draft as Front | undefined) ?? emptyFront(page)
}

/** Most pages share the result, without a query of their own. */
function findPublished(db: Db, page: FrontPage): Promise<Front | null> {
  return readShared(`front:${page}`, `front:${page}`, async () => {
    const [row] = await db
      .select({ front: frontPublications.front })
      .from(fronts)
      .innerJoin(frontPublications, eq(frontPublications.id, fronts.publishedId))
      .where(eq(fronts.page, page))
    return (row?.front as Front | undefined) ?? null
  })
}

/** Returns a front as readers would see it, and adds the tags of what it shows to the page. */
async function showFront(db: Db, page: FrontPage, front: Front, options: FillOptions): Promise<ReaderFront> {
  addPageTags(...front.containers.flatMap(tagsOf))
  const [filled, topics] = await Promise.all([
    loadFilledFront(db, page, front, options),
    findTopics(db, front),
  ])
  const shown = toReaderFront(filled, topics)
  // A pinned article that is withdrawn may return.
  const pinned = listPlaces(front).flatMap(({ place }) => place.articleId ?? [])
  const ids = [...pinned, ...shown.pages.flatMap(({ articles }) => articles.map(({ id }) => id))]
  addPageTags(...ids.map((id) => `article:${id}` as const))
  return shown
}

function tagsOf(container: Container) {
  return container.kind === 'section' ? [categoryListTag(currentCategory(container.category))] : []
}

async function findTopics(db: Db, { containers }: Front) {
  const ids = containers.flatMap((container) => (container.kind === 'topic' ? container.topicId : []))
  const { id, name, slug } = topics
  const rows = ids.length > 0 ? await db.select({ id, name, slug }).from(topics).where(inArray(id, ids)) : []
  addPageTags(...rows.flatMap((row) => [`topic:${row.slug}`, `topic-name:${row.id}`] as const))
  return new Map(
    rows.map((row) => [row.id, { name: row.name, path: collectionPath({ kind: 'topic', slug: row.slug }) }]),
  )
}
