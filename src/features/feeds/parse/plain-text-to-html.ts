import { escapeHtml } from '#kernel/text.ts'

const MARKUP =
  /<\/(?:p|div|a|b|i|em|strong|span|ul|ol|li|h[1-6]|blockquote|table)>|<(?:p|br|img|hr)(?:\s[^<>]*)?\/?>/i

const ADDRESS = /https?:\/\/[^\s<>"']+/g

/** A full stop or bracket after an address belongs to the sentence. */
const AFTER_ADDRESS = /(?<![.,;:!?)\]])[.,;:!?)\]]+$/

/** Lines of mail and of old systems are wrapped at 60 to 80 characters. */
const WRAPPED = { min: 50, max: 82 }

/** Preserves lines, unless they are wrapped, and links addresses. Text that is markup is returned as it is. */
export function plainTextToHtml(text: string): string {
  if (MARKUP.test(text)) return text
  const paragraphs = text
    .trim()
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => formatLines(paragraph.split('\n').map((line) => line.trim())))
  return paragraphs.length > 1 || paragraphs[0]?.includes('<br>')
    ? paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')
    : paragraphs.join('')
}

function formatLines(lines: string[]): string {
  const isWrapped =
    lines.length > 2 &&
    lines.slice(0, -1).every(({ length }) => length >= WRAPPED.min && length <= WRAPPED.max)
  return lines.map(linkAddresses).join(isWrapped ? ' ' : '<br>')
}

function linkAddresses(line: string): string {
  let html = ''
  let copied = 0
  for (const { 0: found, index } of line.matchAll(ADDRESS)) {
    const address = found.slice(0, found.length - (AFTER_ADDRESS.exec(found.slice(-10))?.[0].length ?? 0))
    html += `${escapeHtml(line.slice(copied, index))}<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`
    copied = index + address.length
  }
  return html + escapeHtml(line.slice(copied))
}
