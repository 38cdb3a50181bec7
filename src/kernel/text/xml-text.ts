import { escapeHtml } from './text.ts'

/** Characters that XML does not allow, even escaped (XML 1.0 §2.2). */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Removes invalid characters; a lone surrogate becomes U+FFFD. */
export function cleanXmlText(text: string): string {
  return text.toWellFormed().replace(NOT_XML, '')
}

export function escapeXml(text: string): string {
  return escapeHtml(cleanXmlText(text))
}
