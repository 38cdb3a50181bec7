/** What the rich text editor can hold, each with the attributes that it keeps. It is a part of what readers are shown. */
const HELD = new Map<string, readonly string[]>([
  ...'p br strong em b i ul ol li blockquote h2 h3 h4 h5 h6'.split(' ').map((name) => [name, []] as const),
  ['a', ['href', 'target', 'rel']],
])

/** A tag that opens, with its attributes, as HTML parsers see it: ">" within a quoted value does not end it. */
const TAG = /<([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g

/**
 * What of an article's HTML the rich text editor could not hold, so that editing it there would lose it: elements as
 * `<table>`, attributes as `lang`, each once; empty where nothing would be lost. It does without a parser, which would be
 * sent to the browser for this alone.
 */
export function beyondRichText(html: string): string[] {
  const beyond = new Set<string>()
  for (const [, tag = '', attributes = ''] of html.matchAll(TAG)) {
    const name = tag.toLowerCase()
    const held = HELD.get(name)
    if (!held) beyond.add(`<${name}>`)
    else
      for (const [, attribute = ''] of attributes.matchAll(ATTRIBUTE))
        if (!held.includes(attribute.toLowerCase())) beyond.add(attribute.toLowerCase())
  }
  if (html.includes('<!--')) beyond.add('comments')
  return [...beyond]
}

/** A list's item that is one paragraph of words and nothing else. */
const PARAGRAPH_ITEM = /<li><p>((?:(?!<\/?(?:p|li|ul|ol|blockquote|h[2-6])\b)[\s\S])*)<\/p><\/li>/g

/** Where the cursor stood last. */
const EMPTY_END = /(?:<p><\/p>)+$/

/**
 * HTML of a rich text editor as somebody would write it: without the paragraphs that it puts into all items of lists, and
 * without empty ones at the end.
 */
export function plainHtml(html: string): string {
  return html.replace(EMPTY_END, '').replace(PARAGRAPH_ITEM, '<li>$1</li>')
}
