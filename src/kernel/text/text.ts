/** Removes invisible characters that no script needs. */
export function collapseSpace(text: string): string {
  return (
    text
      .replace(/\s+/g, ' ')
      .replace(/[\p{Cc}\u00AD\u200B\u2060]/gu, '')
      // Stacked marks ("Zalgo" text) would overlap other lines.
      .replace(/(\p{M}{4})\p{M}+/gu, '$1')
      .trim()
  )
}

/** As {@link collapseSpace}, but keeps no-break spaces, which French has before its punctuation. */
export function collapseBreakingSpace(text: string): string {
  return text.replace(/[^\u00A0\u202F]+/g, collapseSpace).trim()
}

/** Letters and digits that stand for others, but that Unicode does not decompose. */
export const FOLDED_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' },
  ...{ ٱ: 'ا', ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك', ـ: '' },
  ...{ '٠': '0', '١': '1', '٢': '2', '٣': '3', '٤': '4', '٥': '5', '٦': '6', '٧': '7', '٨': '8', '٩': '9' },
  ...{ '۰': '0', '۱': '1', '۲': '2', '۳': '3', '۴': '4', '۵': '5', '۶': '6', '۷': '7', '۸': '8', '۹': '9' },
}

/** Removes NUL, and replaces lone surrogates, which PostgreSQL cannot store. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Lower case, without accents and ligatures, with one form of each Arabic letter and ASCII digits. In SQL: `search_fold`. */
export function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^ -~]/g, (letter) => FOLDED_LETTERS[letter] ?? letter)
}

/** Truncates to `max` UTF-16 units at a word boundary, with "…". */
export function truncateText(text: string, max: number): string {
  if (text.length <= max) return text
  const head = text.slice(0, max)
  const space = head.lastIndexOf(' ')
  // Scripts without spaces are cut anywhere, except in a surrogate pair.
  const cut = space > max / 2 ? head.slice(0, space) : head.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.replace(/(?<![\s\p{Pd},;:.…([{«“‘])[\s\p{Pd},;:.…([{«“‘]+$/u, '')}…`
}

const DESCRIPTION_LENGTH = 300

/** Meta description (spec §5). */
export function descriptionOf(text: string): string {
  return truncateText(collapseSpace(text), DESCRIPTION_LENGTH)
}

/** Not after abbreviations such as "Mr." and "U.S." */
const SENTENCE_END = /(?:(?<!(?<!\p{L})\p{Lu}\p{L}{0,2})\.|[!?。！？])["'”’»)\]]*(?=\s+[^\p{Ll}\s]|$)/gu

/** Truncates after a sentence if that leaves more than half of `max`, or else at a word. */
export function truncateAtSentence(text: string, max: number): string {
  if (text.length <= max) return text
  const end = [...text.slice(0, max).matchAll(SENTENCE_END)]
    .map((match) => match.index + match[0].length)
    .findLast((index) => index > max / 2 && /\s/.test(text.charAt(index)))
  return end === undefined ? truncateText(text, max) : text.slice(0, end)
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

/** Blank lines separate paragraphs. */
export function textToHtml(text: string): string {
  const paragraphs = escapeHtml(text).split(/\n[^\S\n]*\n\s*/)
  return paragraphs.length > 1
    ? paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')
    : paragraphs.join('')
}

/** Returns structured data (schema.org) as JSON for a script element. */
export function writeJsonLd(data: object): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
}
