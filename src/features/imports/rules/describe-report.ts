import { formatNumber } from '#kernel/format-count.ts'
import type { ImportedKind, ImportResult } from '#kernel/import-states.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { type ImportReport, MISSING_CATEGORIES } from './import-report.ts'

export const kindLabels = (): Record<ImportedKind, string> => ({
  article: phrase('Articles and pages'),
  person: phrase('People'),
  category: phrase('Categories'),
  topic: phrase('Topics'),
  file: phrase('Images and recordings'),
  redirect: phrase('Redirects'),
  subscriber: phrase('Subscribers'),
})

export const resultLabels = (): Record<ImportResult, string> => ({
  created: phrase('New'),
  updated: phrase('Changed'),
  unchanged: phrase('Unchanged'),
  matched: phrase('Already here'),
  kept: phrase('Edited here'),
  refused: phrase('Not imported'),
})

const addCategories = () =>
  phrase('To keep categories, add them in the admin area (Categories) before the import.')

/** Returns a report as lines of plain text. */
export function describeReport({ items, losses }: ImportReport): string {
  const lines = Object.entries(kindLabels()).flatMap(([kind, label]) => {
    const results = items[kind as ImportedKind]
    if (!results) return []
    const counts = Object.entries(resultLabels()).flatMap(([result, word]) => {
      const counted = results[result as ImportResult]
      return counted ? [`${formatNumber(counted.count)} ${word.toLowerCase()}`] : []
    })
    return [`${label}: ${counts.join(', ')}`]
  })
  if (lines.length === 0) lines.push(phrase('The export is empty.'))
  if (losses.length > 0) lines.push('', phrase('Not imported, or changed:'))
  for (const { what, count, examples } of losses)
    lines.push(`  ${what}: ${formatNumber(count)}${examples[0] ? `, such as: ${examples[0]}` : ''}`)
  if (losses.some(({ what }) => what === MISSING_CATEGORIES)) lines.push('', addCategories())
  return lines.join('\n')
}
