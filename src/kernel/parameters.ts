/**
 * Parses a query string without converting types: "007" is not a number. The first of repeated parameters counts, as in
 * the page cache's key.
 */
export function parseParameters(query: string): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(query)) parameters[name] ??= value
  return parameters
}

/** Serialises parameters with a leading "?", or to an empty string. */
export function writeParameters(parameters: Record<string, unknown>): string {
  const written = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeParameter(String(value))}`],
  )
  return written.length > 0 ? `?${written.join('&')}` : ''
}

/** Encodes as browsers do, including the apostrophe (URL Standard, special-query percent-encode set). */
export function encodeParameter(value: string): string {
  return encodeURIComponent(value).replaceAll("'", '%27')
}

/** UTF-16 units; longer queries are truncated. */
export const MAX_QUERY_LENGTH = 200

/** Normalises to one line without control characters, since PostgreSQL cannot store NUL. */
export function readLine(text: string): string | undefined {
  const line = text.replace(/\p{Cc}+/gu, ' ').trim()
  return line.slice(0, MAX_QUERY_LENGTH).toWellFormed().trim() || undefined
}

/** Returns a valid day as `YYYY-MM-DD`, else undefined. */
export function readDay(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return undefined
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : undefined
}
