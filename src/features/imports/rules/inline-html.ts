import { imageText } from '#kernel/text/image-text.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { MAX_TEXT_PARTS, walkHtml } from '#kernel/text/walk-html.ts'
import { linkHtml } from './block-html.ts'

/** Resolves addresses in the texts of a source, reads its own elements, and counts losses. */
export type TextContext = {
  /** Parses HTML into a DOM. Rules cannot import the library for it, which is for servers only. */
  parseHtml: (html: string) => HTMLElement
  /** Returns the address of a link as readers may follow it. */
  linkAddress: (address: string) => string
  /** Returns the address of an image or recording, as `readFile` of the source accepts it. */
  fileAddress: (address: string) => string
  /** Counts a loss. `what` is a plural noun; `example` is the text or address of the lost element. */
  lose: (what: string, example: string) => void
  /** Converts an element that only this source writes; empty to leave it out. Returns undefined for all others. */
  readSpecial?: (element: Element, context: TextContext) => string | undefined
}

export const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))

const STRUCTURE_PARTS = names(
  'caption colgroup col dd dt li tbody td tfoot th thead tr p div section h1 h2 h3 h4 h5 h6 figure figcaption blockquote dl ol pre table ul hr',
)
const INLINE = names('b bdi bdo code del em i ins s span strike strong sub sup')
/** These marks are lost; the words are kept. */
export const LOST_MARKS: ReadonlyMap<string, string> = new Map([
  ['u', 'underlined words'],
  ['mark', 'highlighted words'],
])
export const DROPPED = names(
  'base button canvas datalist head input link meta noscript optgroup option script select style template textarea title wbr',
)
export const LOST = new Map([
  ['applet', 'plug-ins'],
  ['form', 'forms'],
  ['math', 'formulas'],
  ['object', 'plug-ins'],
  ['svg', 'drawings (SVG)'],
])
export const MEDIA = names('img iframe video audio embed')
const KEPT_ATTRIBUTES = new Map([
  ['ol', ['start']],
  ['td', ['colspan', 'rowspan']],
  ['th', ['colspan', 'rowspan']],
])

/** Returns the inline elements of HTML, such as that of a caption. */
export function convertInline(html: string, context: TextContext): string {
  if (!/[<&]/.test(html)) return escapeHtml(html)
  const end = walkHtml(html, {}, MAX_TEXT_PARTS)
  return writeInline(context.parseHtml(html.slice(0, end)), context).trim()
}

export function writeInline(element: Element, context: TextContext): string {
  return [...element.childNodes].map((node) => writeNode(node, context)).join('')
}

/** Writes text and the elements that stay. Images and recordings are left to `hoistedMedia`. */
export function writeNode(node: Node, context: TextContext): string {
  if (node.nodeType === TEXT) return escapeHtml(node.nodeValue ?? '')
  if (!isElement(node)) return ''
  const name = node.localName
  if (name === 'br') return '<br>'
  if (name === 'hr') return '<hr>'
  if (MEDIA.has(name)) return escapeHtml(imageTextOf(node))
  if (name === 'figure' && hasMedia(node)) return ''
  if (name === 'input') return node.getAttribute('type') === 'checkbox' ? checkMark(node) : ''
  if (DROPPED.has(name)) return ''
  if (LOST.has(name)) return loseElement(node, context)
  const content = writeInline(node, context)
  // Its image follows the list.
  if (name === 'li' && hasMedia(node) && !hasText(content)) return ''
  if (name === 'a') return writeLink(node, content, context)
  if (name === 'q') return content && `“${content}”`
  const mark = LOST_MARKS.get(name)
  if (mark && hasText(content)) context.lose(mark, node.textContent ?? '')
  if (name === 'span' || !(INLINE.has(name) || STRUCTURE_PARTS.has(name))) return content
  const tag = name === 'h1' ? 'h2' : name === 'strike' ? 's' : name
  const isGroup = tag === 'div' || tag === 'section'
  return isGroup ? content && `${content} ` : `<${tag}${keptAttributes(node)}>${content}</${tag}>`
}

function checkMark(input: Element): string {
  return input.hasAttribute('checked') ? '☑ ' : '☐ '
}

function keptAttributes(element: Element): string {
  return [...(KEPT_ATTRIBUTES.get(element.localName) ?? []), 'lang', 'dir']
    .map((name) => {
      const value = element.getAttribute(name)
      return value && /^[\w-]{1,35}$/.test(value) ? ` ${name}="${value}"` : ''
    })
    .join('')
}

/** Links within the page are removed, since elements have no ids. */
function writeLink(link: Element, content: string, { linkAddress }: TextContext): string {
  const href = link.getAttribute('href')?.trim() ?? ''
  const classes = link.getAttribute('class') ?? ''
  if (/footnote-back/.test(classes)) return ''
  // Only Substack writes the number of a footnote without a superscript.
  if (/footnote-anchor/.test(classes)) return `<sup>${content}</sup>`
  const isAllowed = /^(?:https?:|mailto:|tel:|\/|\.|[^:#?]+(?:[/?#]|$))/i.test(href)
  return hasText(content) && isAllowed ? linkHtml(linkAddress(withScheme(href)), content) : content
}

export function trimBreaks(html: string): string {
  return html.replace(/^(?:\s|<br>)+/, '').replace(/(?<!\s|<br>)(?:\s|<br>)+$/, '')
}

export function hasText(html: string): boolean {
  return (
    html
      .replace(/<[^<>]*>/g, '')
      .replace(/&nbsp;/g, ' ')
      .trim() !== ''
  )
}

const ELEMENT = 1
const TEXT = 3

export function isElement(node: Node): node is Element {
  return node.nodeType === ELEMENT
}

export function loseElement(element: Element, { lose }: TextContext): string {
  lose(LOST.get(element.localName) ?? element.localName, element.textContent ?? '')
  return ''
}

export function imageTextOf(element: Element | null): string {
  return element?.localName === 'img' ? imageText(attributesOf(element)) : ''
}

function attributesOf(element: Element): Record<string, string> {
  return Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))
}

export function hasMedia(element: Element): boolean {
  return element.querySelector([...MEDIA].join()) !== null
}

export function withScheme(address: string): string {
  return address.startsWith('//') ? `https:${address}` : address
}
