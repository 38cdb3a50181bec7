/** A subset of platform/sanitise.server.ts. */
const SUPPORTED = new Map<string, readonly string[]>([
  ...'p br strong em b i ul li blockquote h2 h3 h4 h5 h6'.split(' ').map((name) => [name, []] as const),
  ['a', ['href', 'target', 'rel']],
  ['ol', ['start']],
])

/** A quoted value may contain "<" and ">". */
const START_TAG = /<([a-z][^\s/"'<>]*)((?:[\s/](?:"[^"]*"|'[^']*'|[^"'<>])*)?)>/gi
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g

/**
 * Lists elements (`<table>`), attributes (`lang`) and comments that rich text would lose. Regular expressions avoid
 * a parser in the browser.
 */
export function unsupportedHtml(html: string): string[] {
  const unsupported = new Set<string>()
  for (const [, tag = '', attributes = ''] of html.matchAll(START_TAG)) {
    const name = tag.toLowerCase()
    const supported = SUPPORTED.get(name)
    if (!supported) unsupported.add(`<${name}>`)
    else
      for (const [, attribute = ''] of attributes.matchAll(ATTRIBUTE))
        if (!supported.includes(attribute.toLowerCase())) unsupported.add(attribute.toLowerCase())
  }
  if (html.includes('<!--')) unsupported.add('comments')
  return [...unsupported]
}

const PARAGRAPH_ITEM = /<li><p>((?:(?!<\/?(?:p|li|ul|ol|blockquote|h[2-6])\b)[\s\S])*)<\/p><\/li>/g
const TRAILING_PARAGRAPHS = /(?<!<p><\/p>)(?:<p><\/p>)+$/

/** Removes paragraphs that the rich text editor adds. */
export function cleanEditorHtml(html: string): string {
  return html.replace(TRAILING_PARAGRAPHS, '').replace(PARAGRAPH_ITEM, '<li>$1</li>')
}
