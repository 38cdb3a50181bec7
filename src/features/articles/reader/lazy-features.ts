/** One lazy chunk. */
export { runBlocks } from '#features/blocks/reader/run-blocks.ts'
export { toggleBookmark } from '#features/reading/reader/change-bookmarks.ts'
export { copyLink, reportEmailFailure } from '#features/reading/reader/share-article.ts'
export { ReadingProgressBar } from './ReadingProgressBar.tsx'
