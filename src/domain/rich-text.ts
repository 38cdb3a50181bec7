import { walkHtml } from './walk-html.ts'

/** What the rich text editor can hold, each with the attributes that it keeps. It is a part of what readers are shown. */
const HELD = new Map<string, readonly string[]>([
  ...'p br strong em b i ul ol li blockquote h2 h3 h4 h5 h6'.split(' ').map((name) => [name, []] as const),
  ['a', ['href', 'target', 'rel']],
])

/**
 * What of an article's HTML the rich text editor could not hold, so that editing it there would lose it: elements as
 * `<table>`, attributes as `lang`, each once; empty where nothing would be lost.
 */
export function beyondRichText(html: string): string[] {
  const beyond = new Set<string>()
  const end = walkHtml(html, {
    open(name, attributes) {
      const held = HELD.get(name)
      if (!held) beyond.add(`<${name}>`)
      else
        for (const attribute of Object.keys(attributes)) if (!held.includes(attribute)) beyond.add(attribute)
    },
  })
  if (end < html.length) beyond.add('deeply nested elements')
  if (html.includes('<!--')) beyond.add('comments')
  return [...beyond]
}
