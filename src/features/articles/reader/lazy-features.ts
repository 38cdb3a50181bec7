/** The interactive features of the article page: one chunk, loaded when one of them is first used. */
export { toggleBookmark } from '#features/reading/reader/change-bookmarks.ts'
export { finishCopy } from '#features/reading/reader/finish-copy.ts'
export { watchEmail } from '#features/reading/reader/watch-email.ts'
export { ReadingProgressBar } from './ReadingProgressBar.tsx'
