/** What an article's page does beyond being read, in one piece that is loaded with the first use of any of it. */
export { toggleBookmark } from '#features/bookmarks/change-bookmarks.ts'
export { finishCopy } from '#features/sharing/finish-copy.ts'
export { watchEmail } from '#features/sharing/watch-email.ts'
export { ProgressBar } from './ProgressBar.tsx'
