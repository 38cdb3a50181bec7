/** Encoded tags that no text shows by chance. */
const ENCODED_TAG = /&lt;(?:\/(?:p|div|a|b|i|em|strong|span|ul|ol|li|h[1-6]|blockquote)&gt;|(?:br|img)\b)/i

const CHARACTERS: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", '#039': "'", amp: '&' }

/** HTML that a feed has encoded once more than its format asks for, decoded; any other HTML as it is. */
export function unescapedMarkup(html: string): string {
  if (/<[a-z!/]/i.test(html) || !ENCODED_TAG.test(html)) return html
  return html.replace(/&(lt|gt|quot|#0?39|amp);/g, (reference, name: string) => CHARACTERS[name] ?? reference)
}
