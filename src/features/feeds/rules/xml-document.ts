/** An XML document without its prolog, told by the name of its root element. */
type XmlDocument = { kind: 'document'; root: string; text: string } | { kind: 'invalid'; reason: string }

/** An entity that stands for other entities or for a file: the makings of a "billion laughs", never of news. */
const HOSTILE_ENTITY = /<!ENTITY\s+[^\s%]\S*\s+(?:SYSTEM|PUBLIC|"[^"]*&(?!#)|'[^']*&(?!#))/i

/**
 * Finds the root element of an XML or HTML document and drops what stands before it: declaration, comments and
 * document type. Entities that the document type declares are thereby unknown to whoever parses the rest; they are
 * never expanded.
 */
export function xmlDocument(text: string): XmlDocument {
  let at = text.indexOf('<')
  while (at !== -1) {
    const end = prologPartEnd(text, at)
    if (end === null) break
    if (HOSTILE_ENTITY.test(text.slice(at, end))) return invalid('The document declares entities of its own.')
    at = text.indexOf('<', end)
  }
  const root = at === -1 ? undefined : /^<([\p{L}_][\w:.-]*)/u.exec(text.slice(at, at + 100))?.[1]
  if (root === undefined) return invalid('The document is not XML.')
  return { kind: 'document', root: root.toLowerCase(), text: text.slice(at) }
}

/** Where the comment, instruction or document type that begins at `at` ends; null if an element begins there. */
function prologPartEnd(text: string, at: number): number | null {
  if (text.startsWith('<!--', at)) return after(text, '-->', at + 4)
  if (text.startsWith('<?', at)) return after(text, '?>', at)
  if (/^<!doctype/i.test(text.slice(at, at + 9))) return documentTypeEnd(text, at + 9)
  return null
}

/** Past the ">" that is in neither a quoted literal, nor a comment, nor the internal subset (XML 1.0 §2.8). */
function documentTypeEnd(text: string, start: number): number {
  let inSubset = false
  let at = start
  while (at < text.length) {
    const character = text.charAt(at)
    if (text.startsWith('<!--', at)) at = after(text, '-->', at)
    else if (character === '"' || character === "'") at = after(text, character, at + 1)
    else if (character === '>' && !inSubset) return at + 1
    else {
      if (character === '[') inSubset = true
      if (character === ']') inSubset = false
      at += 1
    }
  }
  return text.length
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at === -1 ? text.length : at + mark.length
}

function invalid(reason: string): XmlDocument {
  return { kind: 'invalid', reason }
}
