const PLAIN = '0123456789+-=()'
const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾'
const SUBSCRIPT = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'

/** "2" becomes "²", and "1.5" becomes "^1.5"; words such as "th" stay. */
export function superscript(text: string): string {
  const raised = replaceAll(text, SUPERSCRIPT)
  return raised ?? (/^\s*[-−+]?\d/.test(text) ? `^${text.trim()}` : text)
}

/** "2" becomes "₂"; words stay. */
export function subscript(text: string): string {
  return replaceAll(text, SUBSCRIPT) ?? text
}

/** Undefined if a character has no equivalent. */
function replaceAll(text: string, equivalents: string): string | undefined {
  const characters = [...text.replaceAll('−', '-').trim()]
  const places = characters.map((character) => PLAIN.indexOf(character))
  if (characters.length === 0 || places.includes(-1)) return undefined
  return places.map((place) => equivalents[place]).join('')
}
