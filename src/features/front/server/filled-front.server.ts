import { and, eq, inArray, isNotNull, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { findCards, listHome } from '#features/articles/server/articles.server.ts'
import { listMostRead } from '#features/articles/server/most-read.server.ts'
import { UPLOADS_ID, uploadUrl } from '#features/media/rules/variant.ts'
import { findShownImages } from '#features/media/server/shown-image.server.ts'
import type { ArticleCard } from '#kernel/article.ts'
import { GENERAL_CATEGORY } from '#kernel/category.ts'
import { currentCategory } from '#kernel/category-lists.ts'
import type { Db } from '#platform/database/db.server.ts'
import { hasNoneOfIds } from '#platform/database/match-ids.server.ts'
import { articles } from '#schema/articles.ts'
import { drafts } from '#schema/newsroom.ts'
import { articleTopics } from '#schema/topics.ts'
import { type FilledFront, type FilledPlace, fillFront } from '../rules/fill-front.ts'
import { type Container, type Front, listPlaces, type Place, SECTION_PLACES } from '../rules/front.ts'
import type { FrontPage } from '../rules/front-page.ts'

/** `now` decides which pins have ended. `publishedBy` leaves out articles that were published later. */
export type FillOptions = { now: Date; publishedBy?: Date }

type Candidate = { id: string; isBreaking: boolean }

/** Returns what each place of a front shows. Cards have the headlines and images of the front. */
export async function loadFilledFront(
  db: Db,
  page: FrontPage,
  front: Front,
  options: FillOptions,
): Promise<FilledFront<ArticleCard>> {
  const pinnedIds = listPlaces(front).flatMap(({ place }) => place.articleId ?? [])
  const exclude = [...pinnedIds, ...front.hidden]
  const mostRead = options.publishedBy ? undefined : front.containers.find(({ kind }) => kind === 'mostRead')
  const [home, pinned, ofContainer, read] = await Promise.all([
    page === 'home' ? listHome(db, { ...options, exclude }) : [],
    findCards(db, pinnedIds),
    listContainerCandidates(db, front, exclude, options),
    mostRead ? listMostRead(db, 24) : [],
  ])
  if (mostRead) ofContainer.set(mostRead.id, read)
  const filled = fillFront<Candidate>(front, { pinned, latest: home, ofContainer }, options.now)
  const known = new Map([...[...home, ...read].map((card) => [card.id, card] as const), ...pinned])
  const missing = listFilled(filled).flatMap(({ article }) =>
    article && !known.has(article.id) ? article.id : [],
  )
  const [more, images] = await Promise.all([findCards(db, missing), findPlaceImages(db, front)])
  const show = ({ article, pin }: FilledPlace<Candidate>): FilledPlace<ArticleCard> => {
    const card = article && (known.get(article.id) ?? more.get(article.id))
    return { article: card ? showInPlace(card, pin, images) : null, pin }
  }
  return {
    places: filled.places.map(show),
    containers: filled.containers.map((container) => ({ ...container, places: container.places.map(show) })),
  }
}

function listFilled<A>({ places, containers }: FilledFront<A>): FilledPlace<A>[] {
  return [places, ...containers.map((container) => container.places)].flat()
}

async function findPlaceImages(db: Db, front: Front) {
  return findShownImages(
    db,
    listPlaces(front).flatMap(({ place }) => (place.image ? uploadUrl(place.image) : [])),
  )
}

function showInPlace(
  card: ArticleCard,
  pin: Place | null,
  images: Awaited<ReturnType<typeof findPlaceImages>>,
): ArticleCard {
  const image = pin?.image === undefined ? undefined : images.get(uploadUrl(pin.image))
  return {
    ...card,
    ...(pin?.title && { title: pin.title }),
    ...(image && { image: { owner: UPLOADS_ID, key: `${image.name}/${image.key}` } }),
  }
}

/** Lists enough articles to fill each container, even if those above show its newest ones. */
async function listContainerCandidates(
  db: Db,
  front: Front,
  exclude: readonly string[],
  options: FillOptions,
): Promise<Map<string, Candidate[]>> {
  const queries = front.containers.flatMap((container, index) => {
    const limit = front.places.length + (index + 1) * SECTION_PLACES
    return candidatesOf(container, { exclude, limit, ...options }) ?? []
  })
  if (queries.length === 0) return new Map()
  // One round trip.
  const { rows } = await db.execute<{ container: string; id: string }>(
    sql`select container, id from (${sql.join(queries, sql` union all `)}) as candidates`,
  )
  const found = new Map<string, Candidate[]>()
  for (const { container, id } of rows)
    found.set(container, [...(found.get(container) ?? []), { id, isBreaking: false }])
  return found
}

/**
 * Returns a query that only reads an index; undefined for containers without candidates. Like its page, the section News has
 * all articles.
 */
function candidatesOf(
  container: Container,
  options: FillOptions & { exclude: readonly string[]; limit: number },
): SQL | undefined {
  if (container.kind === 'section') {
    const key = currentCategory(container.category)
    const ofCategory = key === GENERAL_CATEGORY ? undefined : eq(articles.category, key)
    return newestOf(
      container,
      { table: articles, id: articles.id, at: articles.publishedAt },
      ofCategory,
      options,
    )
  }
  if (container.kind !== 'topic') return undefined
  const { articleId, topicId, publishedAt } = articleTopics
  const ofTopic = and(eq(topicId, container.topicId), isNotNull(publishedAt))
  return newestOf(container, { table: articleTopics, id: articleId, at: publishedAt }, ofTopic, options)
}

function newestOf(
  container: Container,
  { table, id, at }: { table: SQLWrapper; id: PgColumn; at: PgColumn },
  condition: SQL | undefined,
  { exclude, limit, publishedBy }: FillOptions & { exclude: readonly string[]; limit: number },
): SQL {
  const isCandidate = and(
    condition,
    exclude.length > 0 ? hasNoneOfIds(id, exclude) : undefined,
    publishedBy ? lte(at, publishedBy) : undefined,
  )
  return sql`(
    select ${container.id}::text as container, ${id} as id from ${table}
    where ${isCandidate ?? sql`true`} order by ${at} desc, ${id} desc limit ${limit})`
}

/** Returns the headlines of hidden articles by id: the published one, else that of the draft. Deleted articles have none. */
export async function findHiddenTitles(db: Db, { hidden }: Front): Promise<Record<string, string>> {
  if (hidden.length === 0) return {}
  const [published, unpublished] = await Promise.all([
    db.select({ id: articles.id, title: articles.title }).from(articles).where(inArray(articles.id, hidden)),
    db.select({ id: drafts.id, title: drafts.title }).from(drafts).where(inArray(drafts.id, hidden)),
  ])
  return Object.fromEntries([...unpublished, ...published].map(({ id, title }) => [id, title]))
}
