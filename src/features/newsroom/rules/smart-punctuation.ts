/** `inserted` replaces the typed character and `removed` characters before it. */
export type PunctuationChange = { removed: number; inserted: string }

/** A quotation mark opens a quotation after these. */
const OPENING_CONTEXT = /(?:^|[\s([{<–—/“‘])$/

/** @param before the text of the block before the character */
export function findSmartPunctuation(before: string, typed: string): PunctuationChange | undefined {
  switch (typed) {
    case '"':
      return { removed: 0, inserted: OPENING_CONTEXT.test(before) ? '“' : '”' }
    case "'":
      return { removed: 0, inserted: OPENING_CONTEXT.test(before) ? '‘' : '’' }
    case '.':
      return /(?:^|[^.])\.\.$/.test(before) ? { removed: 2, inserted: '…' } : undefined
    case '-':
      if (before.endsWith('–')) return { removed: 1, inserted: '—' }
      return /(?:^|[^-])-$/.test(before) ? { removed: 1, inserted: '–' } : undefined
    default:
      return undefined
  }
}
