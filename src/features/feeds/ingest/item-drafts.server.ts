import type { Category } from '#kernel/category.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Deletion } from '../parse/normalise-feed.ts'
import type { KnownArticle } from './decide-items.ts'
import type { ItemWithHash } from './hash-item.server.ts'

export type HeldItem = Omit<Extract<KnownArticle, { kind: 'held' }>, 'kind'> & { keys: string[] }

/** The newsroom's drafts of held items. */
export type ItemDrafts = {
  /** Includes the held changes of published articles. */
  find(tx: Db, by: { keys: string[]; articleIds: string[] }): Promise<HeldItem[]>
  /** Null if there is no draft. */
  findContent(tx: Db, id: string): Promise<string | null>
  create(
    tx: Db,
    items: readonly NewHeldItem[],
    feed: { id: string; category: Category },
    now: Date,
  ): Promise<void>
  /**
   * Submits it for review, unless somebody has edited the draft.
   *
   * @returns whether the text was replaced
   */
  revise(tx: Db, revised: NewHeldItem & { articleId: string }, feedId: string, now: Date): Promise<boolean>
  /** Withdraws articles that their feed has deleted, or offers it where people decide. */
  deleteAtSource(
    tx: Db,
    feed: { id: string; newArticles: 'publish' | 'hold' },
    deletions: readonly Deletion[],
    now: Date,
  ): Promise<void>
  addKeys(tx: Db, id: string, keys: readonly string[]): Promise<void>
  /** Finds the feeds of articles that editors have changed, with the hashes of their newest items. */
  findFollowed(tx: Db, articleIds: readonly string[]): Promise<FollowedArticle[]>
  /** Offers the new text of an article that an editor has changed. */
  offer(tx: Db, changed: ChangedArticle, feedId: string, now: Date): Promise<void>
  /** Offers the new texts of articles whose drafts were edited. Call it before the articles are updated. */
  offerUpdates(tx: Db, changed: readonly ChangedArticle[], feedId: string, now: Date): Promise<void>
}

type FollowedArticle = { articleId: string; feedId: string; hash: string }

type ChangedArticle = { articleId: string; item: ItemWithHash }

type NewHeldItem = { item: ItemWithHash; keys: readonly string[] }
