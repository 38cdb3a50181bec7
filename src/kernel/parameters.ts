/**
 * The parameters of an address as texts, as they were written: a reader who searches for "007" does not mean a number.
 * Of one that is repeated the first counts, as it does where the server tells pages apart.
 */
export function parseParameters(query: string): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(query)) parameters[name] ??= value
  return parameters
}

/** The query of an address with its "?", or empty; encoded as the server's addresses are. What is undefined is left out. */
export function writeParameters(parameters: Record<string, unknown>): string {
  const written = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeParameter(String(value))}`],
  )
  return written.length > 0 ? `?${written.join('&')}` : ''
}

/** As browsers write a query: they also encode the apostrophe (URL standard, special-query percent-encode set). */
export function encodeParameter(value: string): string {
  return encodeURIComponent(value).replaceAll("'", '%27')
}

/** What the search box takes, in UTF-16 units; what is longer is cut, as the box cuts what is pasted into it. */
export const LONGEST_QUERY = 200

/** One line of a text; control characters, such as NUL, which PostgreSQL cannot hold, count as spaces. */
export function readLine(text: string): string | undefined {
  const line = text.replace(/\p{Cc}+/gu, ' ').trim()
  return line.slice(0, LONGEST_QUERY).toWellFormed().trim() || undefined
}

/** A day of the calendar, `YYYY-MM-DD`; anything else is undefined. */
export function readDay(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return undefined
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : undefined
}
