/** The longest tag that RFC 5646 §4.4.1 expects implementations to hold. */
export const MAX_LANGUAGE_TAG_LENGTH = 35

/** Undetermined, multiple languages, and no linguistic content (ISO 639-2). */
const UNKNOWN = ['und', 'mul', 'zxx']

/** Returns a language tag (BCP 47) as it is usually written, such as "pt-BR"; null if it is none, or names no language. */
export function toLanguageTag(text: string): string | null {
  const given = text.trim().replaceAll('_', '-')
  if (given.length > MAX_LANGUAGE_TAG_LENGTH) return null
  try {
    const [tag = 'und'] = Intl.getCanonicalLocales(given)
    // It may be longer than what was given: "sh" is "sr-Latn".
    if (tag.length > MAX_LANGUAGE_TAG_LENGTH) return null
    return languageSubtag(tag).length > 3 || UNKNOWN.includes(languageSubtag(tag)) ? null : tag
  } catch {
    return null
  }
}

/** Whether two tags name one language, such as "en-GB" and "en-US". */
export function isSameLanguage(one: string, other: string): boolean {
  return languageSubtag(one) === languageSubtag(other)
}

function languageSubtag(tag: string): string {
  return readTag(tag).language
}

/** A stored tag may be invalid: PostgreSQL checks its characters only. */
function readTag(tag: string): Intl.Locale {
  try {
    return new Intl.Locale(tag)
  } catch {
    return new Intl.Locale('und')
  }
}

const RIGHT_TO_LEFT_SCRIPTS = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr']

/** The articles of a newspaper rarely have more languages. */
const MAX_KNOWN_DIRECTIONS = 1_000
const directions = new Map<string, 'ltr' | 'rtl'>()

/** The usual script of the language decides unless the tag names another. */
export function languageDirection(tag: string): 'ltr' | 'rtl' {
  const known = directions.get(tag)
  if (known) return known
  const { script = '' } = readTag(tag).maximize()
  const direction = RIGHT_TO_LEFT_SCRIPTS.includes(script) ? 'rtl' : 'ltr'
  if (directions.size < MAX_KNOWN_DIRECTIONS) directions.set(tag, direction)
  return direction
}
