import * as Y from 'yjs'
import { MAX_DEPTH } from './update-limits.ts'

/** A subset of platform/sanitise.server.ts. */
const SUPPORTED = new Map<string, readonly string[]>([
  ...'p br strong em b i sub sup ul li blockquote h2 h3 h4 h5 h6'
    .split(' ')
    .map((name) => [name, []] as const),
  ['a', ['href', 'target', 'rel']],
  ['ol', ['start']],
])

/** A quoted value may contain "<" and ">". */
const START_TAG = /<([a-z][^\s/"'<>]*)((?:[\s/](?:"[^"]*"|'[^']*'|[^"'<>])*)?)>/gi
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g

/** Lists elements (`<table>`), attributes (`lang`) and comments. Regular expressions avoid a parser in the browser. */
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

/** Removes paragraphs that the editor adds. */
export function cleanEditorHtml(html: string): string {
  return html.replace(TRAILING_PARAGRAPHS, '').replace(PARAGRAPH_ITEM, '<li>$1</li>')
}

/** Other headings become `h2`. */
const HEADING_LEVELS = [2, 3, 4, 5, 6]

/** As in platform/sanitise.server.ts. */
const SCHEMES = ['http', 'https', 'mailto', 'tel']

/** Outermost first, as Tiptap nests them. */
const MARKS = ['link', 'bold', 'italic', 'subscript', 'superscript'] as const

type Mark = { name: (typeof MARKS)[number]; start: string; end: string }

/**
 * Returns the HTML of Tiptap's `getHTML` for the nodes and marks of admin/rich-text-document.ts. Omits others, links
 * that publication removes, and elements below `MAX_DEPTH`.
 */
export function richTextHtml(content: Y.XmlFragment): string {
  return blocksHtml(content, 0)
}

/** Takes linear time, and no stack space for each level. */
export function isDeeperThan(content: Y.XmlFragment, depth: number): boolean {
  let level = childElements(content)
  for (let count = 0; level.length > 0; count += 1) {
    if (count > depth) return true
    level = level.flatMap(childElements)
  }
  return false
}

function blocksHtml(parent: Y.XmlFragment, depth: number): string {
  if (depth > MAX_DEPTH) return ''
  return childElements(parent)
    .map((block) => blockHtml(block, depth + 1))
    .join('')
}

function blockHtml(block: Y.XmlElement, depth: number): string {
  switch (block.nodeName) {
    case 'paragraph':
      return `<p>${inlineHtml(block)}</p>`
    case 'heading': {
      const level = Number(block.getAttribute('level'))
      const name = HEADING_LEVELS.includes(level) ? `h${level}` : 'h2'
      return `<${name}>${inlineHtml(block)}</${name}>`
    }
    case 'blockquote':
      return `<blockquote>${blocksHtml(block, depth)}</blockquote>`
    case 'bulletList':
      return `<ul>${itemsHtml(block, depth)}</ul>`
    case 'orderedList':
      return `<ol${listAttributes(block)}>${itemsHtml(block, depth)}</ol>`
    default:
      return ''
  }
}

function itemsHtml(list: Y.XmlElement, depth: number): string {
  return childElements(list)
    .filter(({ nodeName }) => nodeName === 'listItem')
    .map((item) => `<li>${blocksHtml(item, depth + 1)}</li>`)
    .join('')
}

function listAttributes(list: Y.XmlElement): string {
  const { start, type }: { start?: unknown; type?: unknown } = list.getAttributes()
  return [
    typeof start === 'number' && Number.isSafeInteger(start) && start !== 1 ? ` start="${start}"` : '',
    typeof type === 'string' && /^[AaIi]$/.test(type) ? ` type="${type}"` : '',
  ].join('')
}

/** Writes marks that consecutive texts share once, as ProseMirror does. */
function inlineHtml(block: Y.XmlElement): string {
  const html: string[] = []
  let open: Mark[] = []

  function enter(marks: Mark[]): void {
    let shared = 0
    while (shared < open.length && open[shared]?.start === marks[shared]?.start) shared += 1
    for (const { end } of open.slice(shared).reverse()) html.push(end)
    for (const { start } of marks.slice(shared)) html.push(start)
    open = marks
  }

  for (const child of block.toArray()) {
    if (child instanceof Y.XmlText)
      for (const { insert, attributes } of child.toDelta()) {
        if (typeof insert !== 'string' || insert === '') continue
        enter(toMarks(attributes ?? {}))
        html.push(escapeText(insert))
      }
    else if (child instanceof Y.XmlElement && child.nodeName === 'hardBreak') {
      enter([])
      html.push('<br>')
    }
  }
  enter([])
  return html.join('')
}

function toMarks(attributes: Record<string, unknown>): Mark[] {
  // Marks that may overlap have a suffix.
  const byName = new Map(Object.entries(attributes).map(([key, value]) => [key.split('--', 1)[0], value]))
  return MARKS.flatMap((name): Mark[] => {
    const value = byName.get(name)
    if (!isRecord(value)) return []
    if (name === 'bold') return [{ name, start: '<strong>', end: '</strong>' }]
    if (name === 'italic') return [{ name, start: '<em>', end: '</em>' }]
    if (name === 'subscript') return [{ name, start: '<sub>', end: '</sub>' }]
    if (name === 'superscript') return [{ name, start: '<sup>', end: '</sup>' }]
    const { href } = value
    if (typeof href !== 'string' || !isPermittedLink(href)) return []
    const start = ['target', 'rel', 'href'].map((key) => attributeHtml(key, value[key])).join('')
    return [{ name, start: `<a${start}>`, end: '</a>' }]
  })
}

/** Browsers ignore white space and control characters in schemes. */
function isPermittedLink(href: string): boolean {
  const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(href.replace(/[\p{Cc}\s]+/gu, '')) ?? []
  return scheme === undefined || SCHEMES.includes(scheme.toLowerCase())
}

function attributeHtml(name: string, value: unknown): string {
  return typeof value === 'string' ? ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"` : ''
}

/** HTML standard, 13.3. */
function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('\u00a0', '&nbsp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function childElements(parent: Y.XmlFragment): Y.XmlElement[] {
  return parent.toArray().filter((child) => child instanceof Y.XmlElement)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
