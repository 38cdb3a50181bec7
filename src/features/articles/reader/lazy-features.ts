import { followShareLinks } from '#features/reading/reader/share-article.ts'
import { datePrints } from './date-prints.ts'

/** One lazy chunk. */
export { toggleBookmark } from '#features/reading/reader/change-bookmarks.ts'
export { copyLink, reportEmailFailure } from '#features/reading/reader/share-article.ts'
export { ReadingProgressBar } from './ReadingProgressBar.tsx'
export { runText } from './run-text.ts'
export { showPlaceholder } from './show-placeholder.ts'

followShareLinks()
datePrints()
