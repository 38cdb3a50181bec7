import { htmlToText } from '#kernel/text/html-text.ts'
import { collapseSpace, truncateText } from '#kernel/text/text.ts'
import type { ImportLoss } from './import-item.ts'

const MAX_EXAMPLE = 200

/** Collects losses. @param article the title of the article that contains them; null for losses outside of articles */
export function createLosses(article: string | null) {
  const found = new Map<string, { count: number; example: string }>()
  return {
    lose(what: string, example: string, count = 1): void {
      const known = found.get(what)
      if (known) known.count += count
      else found.set(what, { count, example: shorten(example) })
    },
    items(): ImportLoss[] {
      return [...found].map(([what, { count, example }]) => ({
        kind: 'loss',
        what,
        count,
        example,
        article: article === example ? null : article,
      }))
    },
  }
}

export type Losses = ReturnType<typeof createLosses>

function shorten(example: string): string {
  const start = example.slice(0, 4_000)
  return truncateText(collapseSpace(/<[a-z!/]/i.test(start) ? htmlToText(start) : start), MAX_EXAMPLE)
}
