/** What an article's page does beyond being read, in one piece that is loaded with the first use of any of it. */
export { toggleBookmark } from '#features/reading/reader/change-bookmarks.ts'
export { finishCopy } from '#features/reading/reader/finish-copy.ts'
export { watchEmail } from '#features/reading/reader/watch-email.ts'
export { ProgressBar } from './ProgressBar.tsx'
