import type { ExportProgress } from '#kernel/export-states.ts'
import { formatBytes } from '#kernel/format-bytes.ts'
import { formatNumber } from '#kernel/format-count.ts'

export function startProgress(): ExportProgress {
  return { articles: 0, totalArticles: 0, files: 0, totalFiles: 0, bytes: 0 }
}

/** "1,200 of 10,000 articles, 0 of 340 files, 3.4 MB" */
export function describeProgress({
  articles,
  totalArticles,
  files,
  totalFiles,
  bytes,
}: ExportProgress): string {
  const parts = [`${formatNumber(articles)} of ${formatNumber(totalArticles)} articles`]
  if (totalFiles > 0) parts.push(`${formatNumber(files)} of ${formatNumber(totalFiles)} files`)
  return [...parts, formatBytes(bytes)].join(', ')
}
