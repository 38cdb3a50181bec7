/** `text` cut to at most `limit` characters at the end of a word, with an ellipsis where something was cut. */
export function shorten(text: string, limit: number): string {
  const clean = text.replace(/\s+/g, ' ').trim()
  if (clean.length <= limit) return clean
  const cut = clean.slice(0, limit - 1)
  const lastSpace = cut.lastIndexOf(' ')
  const kept = lastSpace > limit / 2 ? cut.slice(0, lastSpace) : cut.replace(/[\ud800-\udbff]$/, '')
  return `${kept.replace(/[\s,;:–—-]+$/, '')}…`
}
