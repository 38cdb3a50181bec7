import { escapeHtml } from '#kernel/text.ts'
import { walkHtml } from '#kernel/walk-html.ts'

/** The texts of entities by name, as XML. */
export type Entities = ReadonlyMap<string, string>

/** Texts without markup and other entities, which bounds the result. */
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

/** More are not resolved. HTML has about 2,200 entities. */
const MAX_NAMES = 3_000
const MAX_DECLARED_REFERENCES = 10_000

/** Replaces references to declared entities and to those of HTML, which feeds use without a declaration. */
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
