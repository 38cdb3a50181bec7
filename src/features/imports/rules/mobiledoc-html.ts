import { parseJson } from '#kernel/parameters.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { imageHtml, linkHtml, pullQuoteHtml } from './block-html.ts'
import { GHOST_LINK, writeGhostCard } from './ghost-card.ts'
import { LOST_MARKS, type TextContext } from './inline-html.ts'
import { isObject } from './source-values.ts'

/** Types of sections and markers (Mobiledoc 0.3.2, MOBILEDOC.md). */
const [MARKUP_SECTION, IMAGE_SECTION, LIST_SECTION, CARD_SECTION] = [1, 2, 3, 10]
const ATOM_MARKER = 1

const MARKS: Readonly<Record<string, string>> = {
  b: 'strong',
  code: 'code',
  del: 's',
  em: 'em',
  i: 'em',
  s: 's',
  strike: 's',
  strong: 'strong',
  sub: 'sub',
  sup: 'sup',
}

type Mobiledoc = { atoms: unknown[]; cards: unknown[]; markups: unknown[]; sections: unknown[] }

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/**
 * Returns the text of a Mobiledoc, as Ghost stored it before Lexical.
 *
 * @returns null if it is not such a document
 */
export function mobiledocToHtml(json: string, context: TextContext): string | null {
  const parsed = parseJson(json)
  if (!isObject(parsed) || !Array.isArray(parsed.sections)) return null
  const document: Mobiledoc = {
    atoms: list(parsed.atoms),
    cards: list(parsed.cards),
    markups: list(parsed.markups),
    sections: parsed.sections,
  }
  return document.sections.map((section) => writeSection(list(section), document, context)).join('')
}

function writeSection(section: unknown[], document: Mobiledoc, context: TextContext): string {
  const [type, value, content] = section
  if (type === MARKUP_SECTION)
    return writeMarkupSection(String(value).toLowerCase(), list(content), document, context)
  if (type === IMAGE_SECTION && typeof value === 'string')
    return imageHtml({ address: context.fileAddress(value), alt: null })
  if (type === LIST_SECTION) {
    const tag = value === 'ol' ? 'ol' : 'ul'
    const items = list(content).map((item) => `<li>${writeMarkers(list(item), document, context)}</li>`)
    return items.length > 0 ? `<${tag}>${items.join('')}</${tag}>` : ''
  }
  if (type === CARD_SECTION) {
    const [name, payload] = list(document.cards[Number(value)])
    return typeof name === 'string' ? writeGhostCard(name, isObject(payload) ? payload : {}, context) : ''
  }
  return ''
}

function writeMarkupSection(
  tag: string,
  markers: unknown[],
  document: Mobiledoc,
  context: TextContext,
): string {
  const html = writeMarkers(markers, document, context)
  if (!html.trim()) return ''
  if (tag === 'blockquote') return `<blockquote><p>${html}</p></blockquote>`
  if (tag === 'aside' || tag === 'pull-quote') return pullQuoteHtml(`<p>${html}</p>`)
  if (!/^h[1-6]$/.test(tag)) return `<p>${html}</p>`
  const level = tag === 'h1' ? 'h2' : tag
  return `<${level}>${html}</${level}>`
}

/** A marker opens markups, writes its text, and closes a number of the open ones. */
function writeMarkers(markers: unknown[], document: Mobiledoc, context: TextContext): string {
  const open: string[] = []
  let html = ''
  for (const marker of markers) {
    const [type, opened, closed, value] = list(marker)
    for (const index of list(opened)) {
      const { start, end } = readMarkup(list(document.markups[Number(index)]), context)
      html += start
      open.push(end)
    }
    html +=
      type === ATOM_MARKER ? writeAtom(list(document.atoms[Number(value)])) : escapeHtml(String(value ?? ''))
    for (let left = Number(closed) || 0; left > 0 && open.length > 0; left -= 1) html += open.pop()
  }
  return html + open.toReversed().join('')
}

function writeAtom([name, text]: unknown[]): string {
  return name === 'soft-return' ? '<br>' : escapeHtml(typeof text === 'string' ? text : '')
}

function readMarkup([name, given]: unknown[], context: TextContext): { start: string; end: string } {
  const tag = String(name).toLowerCase()
  if (tag === 'a') {
    const attributes = list(given)
    const address = attributes[attributes.indexOf('href') + 1]
    if (typeof address === 'string' && GHOST_LINK.test(address))
      return { start: linkHtml(context.linkAddress(address), '').replace('</a>', ''), end: '</a>' }
  }
  const lost = LOST_MARKS.get(tag)
  if (lost) context.lose(lost, '')
  const element = Object.hasOwn(MARKS, tag) ? MARKS[tag] : undefined
  return element ? { start: `<${element}>`, end: `</${element}>` } : { start: '', end: '' }
}
