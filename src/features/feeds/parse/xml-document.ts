import { escapeHtml } from '#kernel/text/text.ts'
import { walkHtml } from '#kernel/text/walk-html.ts'

/** Size of a decompressed feed. */
export const MAX_FEED_BYTES = 15_000_000

/** From the root element on; `root` is its name in lower case. */
export type XmlDocument =
  | { kind: 'document'; root: string; text: string; entities: Entities }
  | { kind: 'invalid'; reason: string }

/** Nested ("billion laughs") or external entities. */
const HOSTILE_ENTITY = /<!ENTITY\s+[^\s%]\S*\s+(?:SYSTEM|PUBLIC|"[^"]*&(?!#)|'[^']*&(?!#))/i

export const NOT_XML = 'The document is not XML.'

/** Removes everything before the root element and reads harmless entities. */
export function removeProlog(text: string): XmlDocument {
  let at = text.indexOf('<')
  while (at !== -1) {
    const end = prologPartEnd(text, at)
    if (end === null) break
    if (HOSTILE_ENTITY.test(text.slice(at, end))) return invalid('The document declares custom entities.')
    at = text.indexOf('<', end)
  }
  const root = at === -1 ? undefined : /^<([\p{L}_][\w:.-]*)/u.exec(text.slice(at, at + 100))?.[1]
  if (root === undefined) return invalid(NOT_XML)
  return {
    kind: 'document',
    root: root.toLowerCase(),
    text: text.slice(at),
    entities: readEntities(text.slice(0, at)),
  }
}

/** Null at an element. */
function prologPartEnd(text: string, at: number): number | null {
  if (text.startsWith('<!--', at)) return after(text, '-->', at + 4)
  // Some lack the closing "?".
  if (/^<\?xml[\s-]/i.test(text.slice(at, at + 6))) return after(text, '>', at)
  if (text.startsWith('<?', at)) return after(text, '?>', at)
  if (/^<!doctype/i.test(text.slice(at, at + 9))) return documentTypeEnd(text, at + 9)
  return null
}

/** XML 1.0 §2.8 */
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

export type Entities = ReadonlyMap<string, string>

/** Without markup and other entities, which bounds the result. */
const DECLARATION =
  /<!ENTITY\s{1,10}([\p{L}_][\w.-]{0,63})\s{1,10}(?:"((?:[^"'<>&]|&#\w{1,8};){0,100})"|'((?:[^"'<>&]|&#\w{1,8};){0,100})')\s{0,10}>/gu

/** @param documentType an internal subset (XML 1.0 §4.2.1) */
export function readEntities(documentType: string): Entities {
  return new Map(
    Array.from(documentType.matchAll(DECLARATION), ([, name = '', text, other = '']) => [
      name,
      text ?? other,
    ]),
  )
}

/** Sections in which "&" is text, and references to entities that XML does not predefine. */
const REFERENCE =
  /<!\[CDATA\[.*?(?:\]\]>|$)|<!--.*?(?:-->|$)|&(?!(?:amp|lt|gt|quot|apos);)([\p{L}_][\w.-]{0,63});/gsu

/** HTML has about 2,200. */
const MAX_NAMES = 3_000
const MAX_DECLARED_REFERENCES = 10_000

/** Resolves declared entities and those of HTML, which feeds use undeclared. */
export function resolveEntities(xml: string, declared: Entities): string {
  const ofHtml = new Map<string, string>()
  let count = 0
  return xml.replace(REFERENCE, (match, name: string | undefined) => {
    if (name === undefined) return match
    const text = declared.get(name)
    if (text !== undefined) {
      count += 1
      return count > MAX_DECLARED_REFERENCES ? match : text
    }
    const known = ofHtml.get(name)
    if (known !== undefined || ofHtml.size === MAX_NAMES) return known ?? match
    const decoded = decodeReference(match)
    const resolved = decoded === match ? match : escapeHtml(decoded)
    ofHtml.set(name, resolved)
    return resolved
  })
}

function decodeReference(reference: string): string {
  let decoded = ''
  walkHtml(reference, {
    text(text) {
      decoded += text
    },
  })
  return decoded
}

const CDATA_START = '<![CDATA['
const CDATA_IN_OTHER_CASE = /<!\[cdata\[/gi

/** With any attributes that browsers accept. */
const TAG =
  /<\/?[\p{L}_:][\p{L}\p{N}_:.-]*(?:\s+[^\s<>"'/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s<>"']+))?)*\s*\/?>/uy

/** Quotation marks are missing, or too many. */
const BROKEN_TAG = /<[\p{L}_:][\p{L}\p{N}_:.-]*\s[^<>"']*["'][^<>]*>/uy

const ATTRIBUTE = /\s[^\s<>"'/=]+\s*=\s*(?:"[^"]*"|'[^']*')(?=[\s/]|$)/g

/** "</title" before another tag */
const HALF_END_TAG = /<\/[\p{L}_][\p{L}\p{N}_:.-]*\s*(?=<)/uy

/**
 * Escapes each "<" that begins no markup, completes end tags without ">", and drops broken attributes, so that an
 * error costs only its element. Leaves well-formed XML unchanged. Linear time.
 */
export function repairXml(given: string): string {
  const text = given.replace(CDATA_IN_OTHER_CASE, CDATA_START)
  const sections = createSectionFinder(text)
  let result = ''
  let copied = 0
  let at = text.indexOf('<')
  while (at !== -1) {
    const end = sections.endOf(at) ?? matchEnd(TAG, text, at)
    if (end !== null) {
      at = text.indexOf('<', end)
      continue
    }
    const halfEnd = matchEnd(HALF_END_TAG, text, at)
    const brokenEnd = matchEnd(BROKEN_TAG, text, at)
    result += text.slice(copied, at)
    if (halfEnd !== null) {
      result += `${text.slice(at, halfEnd).trimEnd()}>`
      copied = halfEnd
    } else if (brokenEnd !== null) {
      result += removeBrokenAttributes(text.slice(at, brokenEnd))
      copied = brokenEnd
    } else if (text.startsWith(CDATA_START, at)) {
      copied = at + CDATA_START.length
    } else {
      // Titles and descriptions are HTML, where `&lt;` could begin a tag.
      result += '&amp;lt;'
      copied = at + 1
    }
    at = text.indexOf('<', copied)
  }
  return result + text.slice(copied)
}

function removeBrokenAttributes(tag: string): string {
  const name = tag.split(/\s/, 1).join('')
  return `${name}${(tag.slice(0, -1).match(ATTRIBUTE) ?? []).join('')}${tag.endsWith('/>') ? '/' : ''}>`
}

function matchEnd(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

const SECTIONS: [start: string, end: string][] = [
  [CDATA_START, ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!', '>'],
]

/** CDATA sections, comments and instructions. */
function createSectionFinder(text: string) {
  const withoutEnd = new Set<string>()
  return {
    endOf(at: number): number | null {
      const section = SECTIONS.find(([start]) => text.startsWith(start, at))
      if (section === undefined) return null
      const [start, mark] = section
      if (withoutEnd.has(mark)) return null
      const end = text.indexOf(mark, at + start.length)
      if (end === -1) withoutEnd.add(mark)
      return end === -1 ? null : end + mark.length
    },
  }
}
