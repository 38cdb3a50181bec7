import { formatNumber } from '#kernel/format-count.ts'
import type { ImportedKind, ImportResult } from '#kernel/import-states.ts'
import { type ImportReport, MISSING_CATEGORIES } from './import-report.ts'

export const KIND_LABELS: Record<ImportedKind, string> = {
  article: 'Articles and pages',
  person: 'People',
  category: 'Categories',
  topic: 'Topics',
  file: 'Images and recordings',
  redirect: 'Redirects',
  subscriber: 'Subscribers',
}

export const RESULT_LABELS: Record<ImportResult, string> = {
  created: 'New',
  updated: 'Changed',
  unchanged: 'Unchanged',
  matched: 'Already here',
  kept: 'Edited here',
  refused: 'Not imported',
}

const ADD_CATEGORIES = 'To keep categories, add them in the admin area (Categories) before the import.'

/** Returns a report as lines of plain text. */
export function describeReport({ items, losses }: ImportReport): string {
  const lines = Object.entries(KIND_LABELS).flatMap(([kind, label]) => {
    const results = items[kind as ImportedKind]
    if (!results) return []
    const counts = Object.entries(RESULT_LABELS).flatMap(([result, word]) => {
      const counted = results[result as ImportResult]
      return counted ? [`${formatNumber(counted.count)} ${word.toLowerCase()}`] : []
    })
    return [`${label}: ${counts.join(', ')}`]
  })
  if (lines.length === 0) lines.push('The export is empty.')
  if (losses.length > 0) lines.push('', 'Not imported, or changed:')
  for (const { what, count, examples } of losses)
    lines.push(`  ${what}: ${formatNumber(count)}${examples[0] ? `, such as: ${examples[0]}` : ''}`)
  if (losses.some(({ what }) => what === MISSING_CATEGORIES)) lines.push('', ADD_CATEGORIES)
  return lines.join('\n')
}
