/** The most that a subscription list may hold, in UTF-16 units: a thousand feeds take a fifth of it. */
export const LONGEST_OPML = 1_000_000
