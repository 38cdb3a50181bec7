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
