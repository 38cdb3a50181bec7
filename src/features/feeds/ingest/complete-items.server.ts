import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import type { Outbound } from '#platform/outbound/outbound.server.ts'
import { articleIdentities, articles } from '#schema/articles.ts'
import type { Feed } from '../model/feeds.server.ts'
import { isAttachment } from '../parse/feed-media.ts'
import { isSummaryOnly } from '../parse/feed-text.ts'
import { canonicalKey, isAlternatePage } from '../parse/identify-items.ts'
import { type Decision, decideItems, hashAwaitingPage } from './decide-items.ts'
import type { FeedReader } from './feed-reader.server.ts'
import type { ItemWithHash } from './hash-item.server.ts'
import { findKnown } from './identities.server.ts'
import type { ItemDrafts } from './item-drafts.server.ts'
import { requestPage } from './request-feed.server.ts'

/** `budget.pages`: requests left in the run. */
type PageDependencies = {
  outbound: Outbound
  reader: FeedReader
  signal: AbortSignal
  budget: { pages: number }
}

export type PageBudgets = Record<'canonical' | 'fullText', { pages: number }>

/** Shared by all feeds of a run. */
export function createPageBudgets(): PageBudgets {
  return {
    canonical: { pages: MAX_CANONICAL_PAGES_PER_RUN },
    fullText: { pages: MAX_FULL_TEXT_PAGES_PER_RUN },
  }
}

/**
 * Adds canonical keys and full texts, which require the items' pages.
 *
 * @returns `isIncomplete`: the next run must request more pages
 */
export async function completeItems(
  db: Db,
  feed: Feed,
  items: readonly ItemWithHash[],
  {
    drafts,
    budgets,
    ...dependencies
  }: Omit<PageDependencies, 'budget'> & { drafts: ItemDrafts; budgets: PageBudgets },
): Promise<{ items: ItemWithHash[]; isIncomplete: boolean }> {
  const identified = await addCanonicalKeys(db, items, { ...dependencies, budget: budgets.canonical })
  return addFullTexts(db, feed, identified, { ...dependencies, drafts, budget: budgets.fullText })
}

const MAX_PAGES_PER_FEED = 10
const MAX_CANONICAL_PAGES_PER_RUN = 100
export const MAX_FULL_TEXT_PAGES_PER_RUN = 100
/** Consecutive failures after which no more pages of the feed are requested in this run. */
const MAX_FAILURES = 3
/** Time limit for all pages of one feed. */
const FULL_TEXT_TIMEOUT_MS = 15_000

/**
 * Requests pages of summarised items in turn, within the limits.
 *
 * @returns HTML, null for pages without the text; items whose page was not requested are missing
 */
export async function readFullTexts(
  items: readonly ItemWithHash[],
  { outbound, reader, signal, budget }: PageDependencies,
): Promise<Map<ItemWithHash, string | null>> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(FULL_TEXT_TIMEOUT_MS)])
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
 */
async function addFullTexts(
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
  const isUnread = (decision: StoredDecision) =>
    !('articleId' in decision) || hashes.get(decision.articleId) !== decision.item.hash
  const unread = summaries.filter(isUnread).map(({ item }) => item)
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

/** Time limit for all pages of one feed. */
const CANONICAL_TIMEOUT_MS = 5_000

/**
 * Adds the key of a page's canonical address (RFC 6596) to new items that link to a mobile, AMP or print page. Requests
 * each page once, since its item is known afterwards.
 */
async function addCanonicalKeys(
  db: Db,
  items: readonly ItemWithHash[],
  { outbound, reader, signal, budget }: PageDependencies,
): Promise<ItemWithHash[]> {
  const alternates = items.filter(({ sourceUrl }) => sourceUrl !== null && isAlternatePage(sourceUrl))
  const known = await findKnownKeys(
    db,
    alternates.flatMap(({ keys }) => keys),
  )
  const requested = new Set(
    alternates
      .filter(({ keys }) => !keys.some((key) => known.has(key)))
      .slice(0, Math.min(MAX_PAGES_PER_FEED, budget.pages)),
  )
  if (requested.size === 0) return [...items]
  budget.pages -= requested.size
  const limited = AbortSignal.any([signal, AbortSignal.timeout(CANONICAL_TIMEOUT_MS)])
  return Promise.all(
    items.map(async (item) => {
      if (item.sourceUrl === null || !requested.has(item)) return item
      const page = await requestPage(item.sourceUrl, { outbound, signal: limited })
      const head = page && (await reader.readPageHead(page))
      const key = head?.canonical ? canonicalKey(head.canonical, item.sourceUrl) : null
      return key === null ? item : { ...item, keys: [...new Set([key, ...item.keys])] }
    }),
  )
}

async function findKnownKeys(db: Db, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .select({ key: articleIdentities.key })
    .from(articleIdentities)
    .where(inArray(articleIdentities.key, keys))
  return new Set(rows.map(({ key }) => key))
}
