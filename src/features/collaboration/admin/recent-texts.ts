import type { Transaction } from '@tiptap/pm/state'
import { authorOf, isReceived } from './collaboration-plugin.ts'
import { insertedRanges, mapRange, type TextRange } from './text-ranges.ts'

/** Text that another person has typed, and when it was received. */
type RecentText = TextRange & { at: number; by: string }

const RECENT_MS = 60_000
const MAX_TEXTS = 100

/**
 * Tracks text that others have typed within the last minute.
 *
 * @param onDeleted called with the id of a person when all of such a text is deleted in this editor
 * @returns a function to call with each transaction of the editor
 */
export function createRecentTexts(onDeleted: (by: string) => void): (transaction: Transaction) => void {
  let texts: RecentText[] = []
  return (transaction) => {
    if (!transaction.docChanged) return
    const { mapping, time } = transaction
    const left: RecentText[] = []
    const deleted = new Set<string>()
    for (const text of texts) {
      if (time - text.at > RECENT_MS) continue
      const next = mapRange(text, mapping)
      if (next) left.push(next)
      else if (!isReceived(transaction)) deleted.add(text.by)
    }
    const by = authorOf(transaction)
    const received = by ? insertedRanges(transaction).map((range) => ({ ...range, at: time, by })) : []
    texts = [...left, ...received].slice(-MAX_TEXTS)
    for (const by of deleted) onDeleted(by)
  }
}
