/** `inserted` replaces the typed character and `removed` characters before it. */
type PunctuationChange = { removed: number; inserted: string }

type Marks = { double: [opening: string, closing: string]; single: [opening: string, closing: string] }

const ENGLISH: Marks = { double: ['“', '”'], single: ['‘', '’'] }
const GERMAN: Marks = { double: ['„', '“'], single: ['‚', '‘'] }
const SPANISH: Marks = { double: ['«', '»'], single: ['‘', '’'] }
const FRENCH: Marks = { double: ['«\u00a0', '\u00a0»'], single: ['‘', '’'] }

/** By language. All others use the English ones. */
const MARKS = new Map([
  ['ar', SPANISH],
  ['de', GERMAN],
  ['es', SPANISH],
  ['fr', FRENCH],
])

/** A quotation mark opens a quotation after these. “ closes one in German. */
const OPENING_CONTEXT = /(?:^|[\s([{<–—/“‘])$/
const GERMAN_OPENING_CONTEXT = /(?:^|[\s([{<–—/„‚])$/

/** Words that begin with an apostrophe, and no quotation does. */
const ELISION = /‘(?:tis|twas|twere|twill|twould|til|em|nuff)$/i
/** “Rock ’n’ roll”. */
const AND = /‘n$/i
/** “The ’90s”. */
const DECADE = /‘\d0$/
/** “The class of ’68”; a quotation may begin with a number too. */
const YEAR = /\b(?:back in|boys of|class of|spirit of|spring of|summer of|autumn of|winter of) ‘\d\d$/i

/**
 * @param before the text of the block before the character
 * @param language BCP 47, of the text
 */
export function findSmartPunctuation(
  before: string,
  typed: string,
  language: string,
): PunctuationChange | undefined {
  const marks = MARKS.get(language.split('-', 1)[0] ?? '') ?? ENGLISH
  const opens = (marks === GERMAN ? GERMAN_OPENING_CONTEXT : OPENING_CONTEXT).test(before)
  switch (typed) {
    case '"':
      return { removed: 0, inserted: marks.double[opens ? 0 : 1] }
    case "'":
      if (marks === ENGLISH && AND.test(before)) return toApostrophe(before, '’')
      if (opens) return { removed: 0, inserted: marks.single[0] }
      return { removed: 0, inserted: isQuoted(before, marks) ? marks.single[1] : '’' }
    case '.':
      if (/(?:^|[^.])\.\.$/.test(before)) return { removed: 2, inserted: '…' }
      break
    case '-':
      if (before.endsWith('–')) return { removed: 1, inserted: '—' }
      if (/(?:^|[^-])-$/.test(before)) return { removed: 1, inserted: '–' }
      break
  }
  if (marks !== ENGLISH) return
  if (typed === 's' && DECADE.test(before)) return toApostrophe(before, typed)
  const isWordEnd = /^[^\p{L}\p{N}%]$/u.test(typed)
  return isWordEnd && (ELISION.test(before) || YEAR.test(before)) ? toApostrophe(before, typed) : undefined
}

/** Whether a quotation in single marks has begun. */
function isQuoted(before: string, { single: [opening, closing] }: Marks): boolean {
  return before.lastIndexOf(opening) > before.lastIndexOf(closing)
}

/** The last opening mark was an apostrophe. */
function toApostrophe(before: string, typed: string): PunctuationChange {
  const word = before.slice(before.lastIndexOf('‘') + 1)
  return { removed: word.length + 1, inserted: `’${word}${typed}` }
}
