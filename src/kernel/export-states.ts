export const EXPORT_STATES = ['running', 'done', 'cancelled', 'failed'] as const

export type ExportState = (typeof EXPORT_STATES)[number]

/** What an export has written so far, of how much. In the format `site`, files include pages, and more may be found. */
export type ExportProgress = {
  articles: number
  totalArticles: number
  files: number
  totalFiles: number
  bytes: number
}
