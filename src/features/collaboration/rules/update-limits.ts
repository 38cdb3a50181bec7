/** `EditorNotices` adds that the text is saved on this device and will be sent again. */
export const TOO_SLOW =
  'This article takes too long to save. Continue in a new article if this happens again.'

export const TOO_MANY_CHANGES = 'Too many changes at once. Copy the text to a new article in parts.'

/** Sizes are of Yjs updates (version 1). */
export const MAX_UPDATE_BYTES = 1024 * 1024
/** More take too long to apply. */
export const MAX_UPDATE_STRUCTS = 100_000
/** Includes what remains of deleted text. */
export const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024
/** How deeply rich text can be nested. */
export const MAX_DEPTH = 100
/** For an awareness update. */
export const MAX_PRESENCE_BYTES = 4 * 1024
