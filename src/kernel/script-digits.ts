const PLAIN = '0123456789+-=()in'
const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁱⁿ'
const SUBSCRIPT = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ᵢₙ'

/** "2" becomes "²", "n+1" becomes "ⁿ⁺¹", and "1.5" becomes "^1.5"; words such as "th" stay. */
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
  const isWord = characters.length > 1 && characters.every((character) => /\p{L}/u.test(character))
  if (characters.length === 0 || isWord || places.includes(-1)) return undefined
  return places.map((place) => equivalents[place]).join('')
}
