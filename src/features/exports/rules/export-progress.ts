import type { ExportProgress } from '#kernel/export-states.ts'
import { formatBytes } from '#kernel/format-bytes.ts'
import { phrase } from '#kernel/text/phrase.ts'

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
  const parts = [phrase('{articles} of {totalArticles} articles', { articles, totalArticles })]
  if (totalFiles > 0) parts.push(phrase('{files} of {totalFiles} files', { files, totalFiles }))
  return [...parts, formatBytes(bytes)].join(', ')
}
