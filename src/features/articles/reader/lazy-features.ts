/** The interactive features of the article page, in one lazy chunk. */
export { toggleBookmark } from '#features/reading/reader/change-bookmarks.ts'
export { copyLink } from '#features/reading/reader/copy-link.ts'
export { reportEmailFailure } from '#features/reading/reader/report-email-failure.ts'
export { ReadingProgressBar } from './ReadingProgressBar.tsx'
