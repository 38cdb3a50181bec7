import { eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { articles } from '#schema/articles.ts'
import type { Feed } from '../model/feeds.server.ts'
import { isSummaryOnly } from '../parse/feed-text.ts'
import { isAttachment } from '../parse/find-attachment.ts'
import { type Decision, decideItems, hashAwaitingPage } from './decide-items.ts'
import { findKnown } from './find-known.server.ts'
import type { ItemDrafts } from './item-drafts.server.ts'
import type { ItemWithHash } from './known-article.ts'
import { type PageDependencies, requestPage } from './request-page.server.ts'

const MAX_PAGES_PER_FEED = 10
export const MAX_FULL_TEXT_PAGES_PER_RUN = 100
/** In a row; the run then requests no more pages of the publisher. */
const MAX_FAILURES = 3
/** For all pages of a feed. */
const TIMEOUT_MS = 15_000

/**
 * Requests pages of summarised items in turn, within the limits.
 *
 * @returns HTML, null for pages without the text; items whose page was not requested are missing
 */
export async function readFullTexts(
  items: readonly ItemWithHash[],
  { outbound, reader, signal, budget }: PageDependencies,
): Promise<Map<ItemWithHash, string | null>> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  const texts = new Map<ItemWithHash, string | null>()
  let failures = 0
  for (const item of items.filter(hasFullTextElsewhere).slice(0, MAX_PAGES_PER_FEED)) {
    if (budget.pages === 0 || failures === MAX_FAILURES || limited.aborted) break
    budget.pages -= 1
    const page = await requestPage(item.sourceUrl, { outbound, signal: limited })
    const { title, content } = item
    const text = page && (await reader.readArticle({ ...page, item: { title, content } }))
    failures = text === null ? failures + 1 : 0
    texts.set(item, text)
  }
  return texts
}

function hasFullTextElsewhere(item: ItemWithHash): item is ItemWithHash & { sourceUrl: string } {
  return item.isSummary && item.sourceUrl !== null && !isAttachment(item.sourceUrl)
}

/**
 * Replaces summaries of new and changed items with their pages' texts. The hash remains the feed's, so that a page is requested again only when its
 * item changes. Without a text, an item keeps its summary or stored full text.
 *
 * @returns `isIncomplete`: the next run must request more pages
 */
export async function addFullTexts(
  db: Db,
  feed: Feed,
  items: readonly ItemWithHash[],
  { drafts, ...dependencies }: PageDependencies & { drafts: ItemDrafts },
): Promise<{ items: ItemWithHash[]; isIncomplete: boolean }> {
  if (!feed.fullText || !items.some(hasFullTextElsewhere)) return { items: [...items], isIncomplete: false }
  const known = await findKnown(db, items, { feedId: feed.id, drafts })
  const hashes = new Map(
    [...known.byKey.values()].flatMap((stored) =>
      stored.kind === 'tombstone' ? [] : [[stored.articleId, stored.hash] as const],
    ),
  )
  const summaries = decideItems(items, known, feed)
    .filter(isStored)
    .filter(({ item }) => hasFullTextElsewhere(item))
  const unread = summaries
    .filter((decision) => {
      return !('articleId' in decision) || hashes.get(decision.articleId) !== decision.item.hash
    })
    .map(({ item }) => item)
  const texts = await readFullTexts(unread, dependencies)
  const waiting = new Set(unread.filter((item) => !texts.has(item)))
  const changed = new Map<ItemWithHash, ItemWithHash>()
  for (const decision of summaries) {
    const { item } = decision
    const content = texts.get(item) ?? (await findFullText(db, decision, drafts)) ?? item.content
    const hash = waiting.has(item) ? hashAwaitingPage(item.hash) : item.hash
    changed.set(item, { ...item, content, hash })
  }
  return { items: items.map((item) => changed.get(item) ?? item), isIncomplete: waiting.size > 0 }
}

const STORED = ['created', 'updated', 'completed', 'adopted', 'held', 'revised', 'offered'] as const

type StoredDecision = Extract<Decision, { kind: (typeof STORED)[number] }>

function isStored(decision: Decision): decision is StoredDecision {
  return STORED.some((kind) => kind === decision.kind)
}

async function findFullText(db: Db, decision: StoredDecision, drafts: ItemDrafts): Promise<string | null> {
  // The stored text of an offered item is the editor's.
  if (!('articleId' in decision) || decision.kind === 'offered') return null
  const { kind, articleId } = decision
  const content =
    (kind === 'revised' ? await drafts.findContent(db, articleId) : null) ??
    (await findContent(db, articleId))
  return content !== null && !isSummaryOnly(content) ? content : null
}

async function findContent(db: Db, articleId: string): Promise<string | null> {
  const [stored] = await db
    .select({ content: articles.content })
    .from(articles)
    .where(eq(articles.id, articleId))
  return stored?.content ?? null
}
