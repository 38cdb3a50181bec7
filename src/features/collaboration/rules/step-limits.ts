import { phrase } from '#kernel/text/phrase.ts'

/** `EditorNotices` adds that the text is saved on this device and will be sent again. */
export const tooSlow = () =>
  phrase('This article takes too long to save. Continue in a new article if this happens again.')

export const tooManyChanges = () =>
  phrase('Too many changes at once. Copy the text to a new article in parts.')

/** Size of a batch as JSON. */
export const MAX_BATCH_BYTES = 1024 * 1024
export const MAX_BATCH_STEPS = 2_000
/** How deeply blocks can be nested. */
export const MAX_DEPTH = 100
/** More than a text of `MAX_TEXT_PARTS` has: two for each paragraph, which is three parts. */
export const MAX_NODES = 100_000
