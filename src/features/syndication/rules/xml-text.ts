import { escapeHtml } from '#kernel/text.ts'

/** What XML 1.0 §2.2 does not allow in a document, not even escaped. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** `text` with the characters that XML may hold; half of a surrogate pair becomes U+FFFD. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(NOT_XML, '')
}

/** Any text as the content of an XML element. */
export function escapeXml(text: string): string {
  return escapeHtml(xmlText(text))
}
