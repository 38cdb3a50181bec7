export const EXPORT_STATES = ['running', 'done', 'cancelled', 'failed'] as const

export type ExportState = (typeof EXPORT_STATES)[number]

/** The progress of an export. In the format `site`, files include pages, and `totalFiles` may grow. */
export type ExportProgress = {
  articles: number
  totalArticles: number
  files: number
  totalFiles: number
  bytes: number
}
