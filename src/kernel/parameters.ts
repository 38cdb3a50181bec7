/** Parses parameters as strings. The first of repeated ones counts, as in the page cache's key. */
export function parseParameters(query: string): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(query)) parameters[name] ??= value
  return parameters
}

/** Returns undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses a JSON object; undefined for other text. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text)
  return typeof value === 'object' && value && !Array.isArray(value) ? { ...value } : undefined
}

/** Adds a leading "?" unless empty. */
export function writeParameters(parameters: Record<string, unknown>): string {
  const written = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeParameter(String(value))}`],
  )
  return written.length > 0 ? `?${written.join('&')}` : ''
}

/** Encodes as browsers do (URL Standard, special-query percent-encode set). */
export function encodeParameter(value: string): string {
  return encodeURIComponent(value).replaceAll("'", '%27')
}

/** In UTF-16 code units. */
export const MAX_QUERY_LENGTH = 200

/** Removes control characters, since PostgreSQL cannot store NUL, and truncates long text. Undefined if empty. */
export function readLine(text: string): string | undefined {
  const line = text.replace(/\p{Cc}+/gu, ' ').trim()
  return line.slice(0, MAX_QUERY_LENGTH).toWellFormed().trim() || undefined
}

/** Accepts `YYYY-MM-DD`; undefined if invalid. */
export function readDay(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return undefined
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : undefined
}

/** Reads the texts among `raw` that have a parser, and leaves out what is invalid. */
export function parseFilter<Filter extends object>(
  parsers: { [Name in keyof Filter]-?: (text: string) => Filter[Name] },
  raw: Readonly<Record<string, unknown>>,
): Filter {
  const parsed = Object.keys(parsers).map((name) => {
    const value = raw[name]
    return [name, typeof value === 'string' ? parsers[name as keyof Filter](value) : undefined] as const
  })
  return Object.fromEntries(parsed.filter(([, value]) => value !== undefined)) as Filter
}
