import type { Category } from '#kernel/category.ts'
import type { NormalisedItem } from '../parse/normalise-feed.ts'

/**
 * `hash` is the digest of `fingerprintItem`, `mark` that of `markItem`. `movedKeys` are those under which an item was stored
 * before its publisher moved to another host; they are read, and not written.
 */
export type ItemWithHash = NormalisedItem & { hash: string; mark: string; movedKeys?: string[] }

export type KnownArticle =
  | {
      kind: 'article'
      articleId: string
      /** The feed that updates it, or whose new texts are offered to its editors. Null if there is none. */
      feedId: string | null
      hash: string
      category: Category
      /** Written or edited by an editor. */
      isEditors: boolean
      title: string
      /** Null if the item had none. */
      date: Date | null
      /** As that of an item. */
      mark: string
      /** The key of its source. */
      link: string | null
    }
  /** The newest text awaits a decision. `isPublished`: readers see an earlier one. */
  | { kind: 'held'; articleId: string; feedId: string | null; hash: string; isPublished: boolean }
  | { kind: 'tombstone' }
