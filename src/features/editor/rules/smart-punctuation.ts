/** `inserted` replaces the typed character and `removed` characters before it. */
type PunctuationChange = { removed: number; inserted: string }

/** A quotation mark opens a quotation after these. */
const OPENING_CONTEXT = /(?:^|[\s([{<–—/“‘])$/

/** Words that begin with an apostrophe, and no quotation does. */
const ELISION = /‘(?:tis|twas|twere|twill|twould|til|em|nuff)$/i
/** “Rock ’n’ roll”. */
const AND = /‘n$/i
/** “The ’90s”. */
const DECADE = /‘\d0$/
/** “The class of ’68”; a quotation may begin with a number too. */
const YEAR = /\b(?:back in|boys of|class of|spirit of|spring of|summer of|autumn of|winter of) ‘\d\d$/i

/** @param before the text of the block before the character */
export function findSmartPunctuation(before: string, typed: string): PunctuationChange | undefined {
  switch (typed) {
    case '"':
      return { removed: 0, inserted: OPENING_CONTEXT.test(before) ? '“' : '”' }
    case "'":
      if (AND.test(before)) return toApostrophe(before, '’')
      return { removed: 0, inserted: OPENING_CONTEXT.test(before) ? '‘' : '’' }
    case '.':
      if (/(?:^|[^.])\.\.$/.test(before)) return { removed: 2, inserted: '…' }
      break
    case '-':
      if (before.endsWith('–')) return { removed: 1, inserted: '—' }
      if (/(?:^|[^-])-$/.test(before)) return { removed: 1, inserted: '–' }
      break
  }
  if (typed === 's' && DECADE.test(before)) return toApostrophe(before, typed)
  const isWordEnd = /^[^\p{L}\p{N}%]$/u.test(typed)
  return isWordEnd && (ELISION.test(before) || YEAR.test(before)) ? toApostrophe(before, typed) : undefined
}

/** The last opening mark was an apostrophe. */
function toApostrophe(before: string, typed: string): PunctuationChange {
  const word = before.slice(before.lastIndexOf('‘') + 1)
  return { removed: word.length + 1, inserted: `’${word}${typed}` }
}
