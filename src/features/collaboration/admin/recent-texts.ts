import type { Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import { authorOf, isReceived } from './collaboration-plugin.ts'

/** Text that another person has typed. */
type RecentText = { from: number; to: number; at: number; by: string }

const RECENT_MS = 60_000
const MAX_TEXTS = 100

/**
 * Follows what others have typed within the last minute.
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
      const [from, to] = [mapping.map(text.from, 1), mapping.map(text.to, -1)]
      if (from < to) left.push({ ...text, from, to })
      else if (!isReceived(transaction)) deleted.add(text.by)
    }
    texts = [...left, ...receivedTexts(transaction)].slice(-MAX_TEXTS)
    for (const by of deleted) onDeleted(by)
  }
}

function receivedTexts(transaction: Transaction): RecentText[] {
  const by = authorOf(transaction)
  if (!by) return []
  const { steps, mapping, time } = transaction
  return steps.flatMap((step, index) => {
    if (!(step instanceof ReplaceStep) || step.slice.size === 0) return []
    const rest = mapping.slice(index + 1)
    const [from, to] = [rest.map(step.from, 1), rest.map(step.from + step.slice.size, -1)]
    return from < to ? [{ from, to, at: time, by }] : []
  })
}
