import { absolutizeHtml } from '#kernel/absolutize-html.ts'
import { escapeHtml } from '#kernel/text.ts'
import { webAddress } from '#kernel/web-address.ts'
import type { SourceText } from './source-feed.ts'
import type { XmlElement } from './xml-tree.ts'

/** Returns the first complete child, in the order of `names`. */
export function findChild(parent: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  return listChildren(parent, ...names).find((element) => element.isClosed)
}

export function listChildren(parent: XmlElement | undefined, ...names: string[]): XmlElement[] {
  const found = (parent?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== 'string' && names.includes(child.name),
  )
  return found.length > 1 ? names.flatMap((name) => found.filter((element) => element.name === name)) : found
}

/** Includes descendants; undefined if empty. */
export function textOf(element: XmlElement | undefined): string | undefined {
  if (element === undefined || !element.isClosed) return undefined
  const parts = element.children.map((child) => (typeof child === 'string' ? child : (textOf(child) ?? '')))
  return parts.join('').trim() || undefined
}

export function childText(parent: XmlElement | undefined, ...names: string[]): string | undefined {
  return childTexts(parent, ...names)[0]
}

export function childTexts(parent: XmlElement | undefined, ...names: string[]): string[] {
  return listChildren(parent, ...names)
    .flatMap(listValues)
    .flatMap((element) => textOf(element) ?? [])
}

/** The items of an RDF container, else the element. */
export function listValues(element: XmlElement): XmlElement[] {
  const container = findChild(element, 'rdf:bag', 'rdf:seq', 'rdf:alt')
  return container ? listChildren(container, 'rdf:li') : [element]
}

/** Against the `xml:base` in scope. */
export function resolveAddress(address: string | undefined, { base }: XmlElement): string | undefined {
  // Encoded twice, or within CDATA.
  const text = address?.trim().replace(/&(?:amp|#0?38);/g, '&')
  return text && base !== null ? (webAddress(text, base) ?? text) : text || undefined
}

const ESCAPED_TYPE = /^(?:html|text\/html|application\/xhtml\+xml)$/i
const PLAIN_TYPE = /^(?:text|text\/plain)$/i
const MARKUP_TYPE = /^(?:x?html|text\/html|application\/xhtml\+xml)$|[+/]xml$/i

/**
 * Reads a text construct (RFC 4287 §3.1, §4.1.3, and Atom 0.3's `mode`), or an RSS element with or without escaped elements.
 *
 * @param untyped the type of text without one
 * @returns null for media types such as images
 */
export function readText(element: XmlElement | undefined, untyped: SourceText['type']): SourceText | null {
  if (element === undefined || !element.isClosed) return null
  const { type = '', mode = '' } = element.attributes
  const hasElements = element.children.some((child) => typeof child !== 'string')
  if (hasElements || type.toLowerCase() === 'xhtml')
    return html(serialiseContent(element, isMixed(element)), null)
  const value = textOf(element)
  if (value === undefined) return null
  if (mode === 'base64' || isBinary(type)) {
    const decoded = decodeBase64(value, element.base)
    // A wrong type.
    return decoded === null && !BASE64.test(value) ? { value, type: 'text' } : decoded
  }
  if (ESCAPED_TYPE.test(type)) return html(value, element.base)
  if (PLAIN_TYPE.test(type)) return { value, type: 'text' }
  if (untyped === 'html' || MARKUP_TYPE.test(type)) return html(value, element.base)
  return { value, type: 'text' }
}

function html(value: string, base: string | null): SourceText {
  return { value: base === null ? value : absolutizeHtml(value, base), type: 'html' }
}

function isBinary(type: string): boolean {
  return type.includes('/') && !/^text\//i.test(type) && !MARKUP_TYPE.test(type)
}

const BASE64 = /^[A-Za-z0-9+/=\s]*$/

/** Null unless the bytes are text. */
function decodeBase64(value: string, base: string | null): SourceText | null {
  try {
    const bytes = Uint8Array.from(atob(value), (character) => character.charCodeAt(0))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return html(text, base)
  } catch {
    return null
  }
}

const VOID = new Set('area br col embed hr img input link meta source track wbr'.split(' '))
const ADDRESSES = new Set(['href', 'src', 'poster', 'cite'])

/** RSS with elements next to text that is markup, as in CDATA sections. */
function isMixed({ attributes: { type = '' }, children }: XmlElement): boolean {
  const isXhtml = type.toLowerCase() === 'xhtml'
  return !isXhtml && children.some((child) => typeof child === 'string' && TAGS.test(child))
}

const TAGS = /<\/?[a-z][a-z\d]{0,15}(?:\s[^<>]*)?\/?>/i

/** Serialises the content as HTML, without the `div` around XHTML (RFC 4287 §3.1.1.3). */
function serialiseContent(element: XmlElement, isTextMarkup: boolean): string {
  const children = element.children.filter((child) => typeof child !== 'string' || child.trim() !== '')
  const [only] = children
  const isWrapped =
    children.length === 1 &&
    typeof only === 'object' &&
    (only.name === 'xhtml:div' || only.name === 'div' || only.name === 'xhtml:body')
  return (isWrapped ? only : element).children
    .map((child) => (isTextMarkup && typeof child === 'string' ? child : serialise(child)))
    .join('')
    .trim()
}

function serialise(node: XmlElement | string): string {
  if (typeof node === 'string') return escapeHtml(node)
  const tag = node.name.slice(node.name.indexOf(':') + 1)
  const attributes = Object.entries(node.attributes).map(([name, value]) => {
    const address = ADDRESSES.has(name) ? (resolveAddress(value, node) ?? value) : value
    return ` ${name}="${escapeHtml(address)}"`
  })
  const content = node.children.map(serialise).join('')
  return `<${tag}${attributes.join('')}>${content}${VOID.has(tag) ? '' : `</${tag}>`}`
}
