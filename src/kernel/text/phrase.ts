/** A text, or one for each plural category of the language (CLDR), in which `{name}` stands for a value. */
export type Translation = string | { readonly [category in Intl.LDMLPluralRule]?: string }

/** Translations by their English texts. A plural has the key of its form for several. */
export type Catalogue = Readonly<Record<string, Translation>>

export type Phrases = {
  catalogue: Catalogue
  pluralCategory(count: number): Intl.LDMLPluralRule
  writeNumber(value: number): string
  direction: 'ltr' | 'rtl'
}

type Values = Readonly<Record<string, string | number>>

let current: () => Phrases | undefined = () => undefined

/**
 * Sets the language of the whole process, or of the page in a browser; undefined is English. See `createPhrases`.
 *
 * @param read is called for each phrase
 */
export function setPhrases(read: () => Phrases | undefined): void {
  current = read
}

/** Returns the phrases in use; undefined for the English texts of the code. A change of the texts replaces the object. */
export const currentPhrases = () => current()

/** Returns the direction of the newspaper's texts, for parts of articles in other languages. */
export const direction = () => current()?.direction ?? 'ltr'

/**
 * Returns a text in the language of the newspaper, or of the admin area in English: `phrase('{count} min read', { count: 4 })`.
 * Texts without a translation stay English. Arguments but the values are literals, which `npm run check` reads.
 *
 * @param context tells texts apart that are the same only in English: "Search" on a button has the key "Search (button)"
 */
export function phrase(english: string, values?: Values, context?: string): string {
  return fillPhrase(translate(context ? `${english} (${context})` : english) ?? english, values).join('')
}

/** `plural(3, '{count} article', '{count} articles')`. The value `count` is the number. */
export function plural(count: number, one: string, other: string, values?: Values): string {
  const text = translate(other, count) ?? (count === 1 ? one : other)
  return fillPhrase(text, { count, ...values }).join('')
}

/** Returns the parts of a phrase whose values may be elements. */
export function phraseParts<Value>(
  english: string,
  values: Readonly<Record<string, Value>>,
): (string | Value)[] {
  return fillPhrase(translate(english) ?? english, values)
}

function translate(key: string, count = 0): string | undefined {
  const phrases = current()
  const found = phrases?.catalogue[key]
  return typeof found === 'object' ? (found[phrases?.pluralCategory(count) ?? 'other'] ?? found.other) : found
}

/** Returns text and values in turn. */
function fillPhrase<Value>(text: string, values?: Readonly<Record<string, Value>>): (string | Value)[] {
  if (!values) return [text]
  return text.split(/\{(\w+)\}/).map((part, index) => {
    const value = values[part] as Value
    if (index % 2)
      return typeof value === 'number' ? (current()?.writeNumber(value) ?? value.toLocaleString('en')) : value
    return part
  })
}
