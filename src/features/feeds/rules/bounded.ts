/** The longest of each field that is kept, in UTF-16 units. */
export const LIMITS = { items: 500, line: 2_000, url: 2_048, html: 200_000, authors: 20, media: 50 } as const

/** A line of a feed, at most 2,000 characters long; null for none. Storable: without NUL and lone surrogates. */
export function boundedLine(value: string | undefined): string | null {
  return storable(value?.slice(0, LIMITS.line))
}

/** An address or an identifier; a longer one than 2,048 is none, since a part of it would be another. */
export function boundedUrl(value: string | undefined): string | null {
  return value !== undefined && value.length <= LIMITS.url ? storable(value) : null
}

/** HTML of at most 200,000 characters, never cut within a tag. */
export function boundedHtml(value: string | undefined): string | null {
  if (value === undefined || value.length <= LIMITS.html) return storable(value)
  const head = value.slice(0, LIMITS.html)
  return storable(head.lastIndexOf('<') > head.lastIndexOf('>') ? head.slice(0, head.lastIndexOf('<')) : head)
}

function storable(value: string | undefined): string | null {
  return value?.replaceAll('\0', '').toWellFormed().trim() || null
}
