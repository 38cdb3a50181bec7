/** The text is JSON if `error` describes all that was wrong with it, for example "line 3: trailing comma". */
type RepairedJson = { text: string; error: string }

/**
 * Repairs trailing commas, invalid characters in strings, and text after the document, and completes a truncated JSON
 * Feed after its last complete object. Linear time.
 *
 * @returns null if nothing was repaired, or if no item is complete
 */
export function repairJson(given: string): RepairedJson | null {
  let first: { index: number; reason: string } | undefined
  const text = given.replace(FAULT, (token, index: number) => {
    const repaired = token === ',' ? '' : repairString(token)
    if (repaired !== token)
      first ??= { index, reason: token === ',' ? 'trailing comma' : 'invalid character in a string' }
    return repaired
  })
  const end = findEnd(text)
  if (end === null) return null
  if (end.reason !== null) first ??= { index: given.trimEnd().length, reason: end.reason }
  return first ? { text: end.text, error: `line ${lineOf(given, first.index)}: ${first.reason}` } : null
}

/** Strings, possibly truncated, and trailing commas. */
const FAULT = /"(?:[^"\\]|\\.)*"?|,(?=\s*[\]}])/gs

const IN_STRING = /\\(?:["\\/bfnrt]|u[\da-f]{4})|[\p{Cc}\\]/giu

function repairString(string: string): string {
  return string.replace(IN_STRING, (part) => {
    if (part.length > 1) return part
    return part === '\\' ? '' : `\\u00${part.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
}

/** Brackets, and strings, since they may contain brackets. */
const TOKEN = /[{}[\]]|"(?:[^"\\]|\\.)*"?/gs

/** Ends the document after its root, or else after its last complete item. */
function findEnd(text: string): { text: string; reason: string | null } | null {
  const open: string[] = []
  let end: number | null = null
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(token)
    else if (token === '}' || token === ']') {
      open.pop()
      if (open.length === 0) {
        const isLast = text.slice(index + 1).trim() === ''
        return { text: text.slice(0, index + 1), reason: isLast ? null : 'text after the document' }
      }
      // In a list of the document: an item, for example.
      if (token === '}' && open.length === 2 && open[1] === '[') end = index + 1
    }
  }
  return end === null ? null : { text: `${text.slice(0, end)}]}`, reason: 'unexpected end' }
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
