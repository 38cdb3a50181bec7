import type { Category } from '#kernel/category.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { ItemWithHash, KnownArticle } from '../rules/known-article.ts'

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
  addKeys(tx: Db, id: string, keys: readonly string[]): Promise<void>
}

type NewHeldItem = { item: ItemWithHash; keys: readonly string[] }
