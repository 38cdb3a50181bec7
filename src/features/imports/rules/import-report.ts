import type { ImportedKind, ImportResult } from '#kernel/import-states.ts'
import { storableText } from '#kernel/text/text.ts'

/** Losses of one kind; `examples` are the first ones. */
export type ReportedLoss = { what: string; count: number; examples: string[] }

/** The number of items by what happens or happened to them, with titles of the first ones. */
export type ReportedItems = Partial<
  Record<ImportedKind, Partial<Record<ImportResult, { count: number; examples: string[] }>>>
>

export type ImportReport = {
  items: ReportedItems
  /** The most frequent first. */
  losses: ReportedLoss[]
}

/** The loss of categories that do not exist here. Whoever adds them first keeps them. */
export const MISSING_CATEGORIES = 'categories that do not exist here and become topics'

const MAX_EXAMPLES = 5
const MAX_EXAMPLE_LENGTH = 200
/** Names of losses may contain those of plug-ins, so their number is limited. */
const MAX_LOSSES = 300
const OTHER = 'other parts'

/** Counts items and losses within a bounded memory. */
export function createReport() {
  const items: ReportedItems = {}
  const losses = new Map<string, ReportedLoss>()
  return {
    addItem(kind: ImportedKind, result: ImportResult, title: string): void {
      items[kind] ??= {}
      items[kind][result] ??= { count: 0, examples: [] }
      const counted = items[kind][result]
      counted.count += 1
      addExample(counted.examples, title)
    },
    addLoss(what: string, count: number, example: string): void {
      const name = losses.has(what) || losses.size < MAX_LOSSES ? what.slice(0, 100) : OTHER
      const loss = losses.get(name) ?? { what: name, count: 0, examples: [] }
      losses.set(name, loss)
      loss.count += count
      addExample(loss.examples, example)
    },
    read(): ImportReport {
      return { items, losses: [...losses.values()].toSorted((one, other) => other.count - one.count) }
    },
  }
}

function addExample(examples: string[], example: string): void {
  const text = storableText(example.slice(0, MAX_EXAMPLE_LENGTH))
  if (text && examples.length < MAX_EXAMPLES && !examples.includes(text)) examples.push(text)
}

/** Counts the items of a report, without files. */
export function countItems({ file: _, ...items }: ReportedItems): number {
  return Object.values(items)
    .flatMap((results) => Object.values(results))
    .reduce((sum, { count }) => sum + count, 0)
}
