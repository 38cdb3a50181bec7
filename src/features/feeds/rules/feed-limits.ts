// Apart from opml.ts, so that the import dialog does not load the feed parser.

/** Of a subscription list, in UTF-16 units; a thousand feeds take a fifth of it. */
export const MAX_OPML_LENGTH = 1_000_000

export const OPML_TOO_LARGE = 'The file is larger than 1 MB.'

/** Articles of a feed are counted up to here; an exact count of a large site would be slow. */
export const MAX_COUNTED_ARTICLES = 1_000
