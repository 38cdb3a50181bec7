import { phraseParts } from './phrase.ts'
import { escapeHtml } from './text.ts'

/**
 * Returns a phrase as HTML: `phraseHtml('By {names}', { names: '<a href="/author/ada">Ada</a>' })`. Its own text is escaped,
 * values are HTML.
 */
export function phraseHtml(english: string, values: Readonly<Record<string, string>> = {}): string {
  const wrapped = Object.fromEntries(Object.entries(values).map(([name, html]) => [name, { html }]))
  return phraseParts(english, wrapped)
    .map((part) => (typeof part === 'string' ? escapeHtml(part) : part.html))
    .join('')
}
