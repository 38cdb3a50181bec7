import { absolutizeHtml } from '#kernel/text/absolutize-html.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { webAddress } from '#kernel/web-address.ts'
import { formatByline } from './feed-text.ts'
import { collectMedia, type MediaCandidate, type SourceMedia, type SourceText } from './source-feed.ts'
import type { XmlElement } from './xml-tree.ts'

/** Prefers the publisher's page to that of FeedBurner, and HTML to other types. */
export function readLink(element: XmlElement): string | undefined {
  const links = listChildren(element, 'link', 'atom:link')
  const original = findChild(element, 'feedburner:origlink')
  const alternates = links.filter(isAlternate)
  const written = alternates.find((link) => link.attributes.href === undefined && textOf(link) !== undefined)
  if (original && textOf(original)) return resolveAddress(textOf(original), original)
  if (written) return resolveAddress(textOf(written), written)
  const linked = alternates.filter(({ attributes }) => attributes.href?.trim())
  const alternate = linked.find(isPage) ?? linked[0]
  if (alternate) return resolveAddress(alternate.attributes.href, alternate)
  // The empty reference is the base (RFC 3986 §4.4).
  const empty = alternates.find(({ attributes }) => attributes.href?.trim() === '')
  if (empty?.base) return empty.base
  const content = findChild(element, 'content', 'atom:content')
  if (content?.attributes.src && isPage(content)) return resolveAddress(content.attributes.src, content)
  // CDF
  return resolveAddress(element.attributes.href, element)
}

function isPage({ attributes }: XmlElement): boolean {
  return /html/i.test(attributes.type ?? 'text/html')
}

/** A name or the equivalent URI (RFC 4287 §4.2.7.2). */
const ALTERNATE = /^(?:http:\/\/www\.iana\.org\/assignments\/relation\/)?alternate$/i

function isAlternate({ attributes }: XmlElement): boolean {
  const relation = attributes.rel?.trim() ?? ''
  return relation === '' || ALTERNATE.test(relation)
}

/** Prefers Dublin Core, since authors of RSS are email addresses, and elements with a name. */
export function readAuthors(element: XmlElement): string[] {
  const named = ['author', 'atom:author', 'itunes:author', 'managingeditor', 'googleplay:author'].map(
    (name) => listChildren(element, name).flatMap((author) => authorName(author) ?? []),
  )
  // RFC 4287 §4.2.1
  const source = findChild(element, 'source', 'atom:source')
  const candidates = [
    childTexts(element, 'dc:creator', 'dcterms:creator', 'dc:author'),
    ...named,
    source ? readAuthors(source) : [],
  ].filter((authors) => authors.length > 0)
  return candidates.find((authors) => formatByline(authors) !== '') ?? candidates[0] ?? []
}

/** "by <a>Jane Roe</a>" */
const INLINE = /^(?:a|b|div|em|i|p|span|strong)$/

function authorName(author: XmlElement): string | undefined {
  const named = childText(author, 'name', 'atom:name', 'email', 'atom:email')
  const isLine = author.children.every((child) => typeof child === 'string' || INLINE.test(child.name))
  return isLine ? textOf(author) : named
}

/** Returns the categories and keywords of an item, as its publisher shows them. */
export function readTopics(item: XmlElement): string[] {
  const lists = [item, ...listChildren(item, 'categories', 'tags')]
  const categories = lists
    .flatMap((list) =>
      listChildren(
        list,
        'category',
        'tag',
        'atom:category',
        'dc:subject',
        'media:category',
        'itunes:category',
      ),
    )
    .flatMap((category) => [...listValues(category), ...listChildren(category, 'itunes:category')])
  const keywords = listChildren(item, 'itunes:keywords', 'media:keywords', 'keywords').map(
    (list) => textOf(list) ?? list.attributes.text ?? '',
  )
  return [
    ...categories.map(
      (category) =>
        category.attributes.label ||
        category.attributes.term ||
        textOf(category) ||
        category.attributes.text ||
        '',
    ),
    ...keywords.flatMap((list) => list.split(',')),
  ]
}

const COVERS = [
  'itunes:image',
  'googleplay:image',
  'image',
  'thumb',
  'thumbnail',
  'post-thumbnail',
  'itunes:link',
]

export function readMedia(item: XmlElement): SourceMedia[] {
  const groups = [item, ...listChildren(item, 'media:group')]
  const contents = groups.flatMap((group) => listChildren(group, 'media:content'))
  const thumbnails = [...groups, ...contents].flatMap((holder) => listChildren(holder, 'media:thumbnail'))
  const enclosures = [
    ...listChildren(item, 'enclosure', 'enc:enclosure'),
    ...listChildren(item, 'link', 'atom:link').filter(
      ({ attributes }) => attributes.rel?.toLowerCase() === 'enclosure',
    ),
    ...listChildren(item, 'content', 'atom:content').filter(({ attributes }) => attributes.src),
  ]
  const covers = listChildren(item, ...COVERS).filter(
    ({ name, attributes }) => name !== 'itunes:link' || attributes.rel?.toLowerCase() === 'image',
  )
  return collectMedia({
    contents: contents.map(toCandidate),
    thumbnails: thumbnails.map(toCandidate),
    enclosures: enclosures.map(toCandidate),
    covers: covers.map(toCandidate),
  })
}

function toCandidate(element: XmlElement): MediaCandidate {
  const { attributes } = element
  const address =
    attributes.url ??
    attributes.href ??
    attributes.src ??
    attributes.resource ??
    attributes['rdf:resource'] ??
    attributes['enc:resource'] ??
    attributes['enc:url'] ??
    childText(element, 'url') ??
    textOf(element)
  return {
    url: resolveAddress(address, element),
    type: attributes.type ?? attributes['enc:type'],
    medium: attributes.medium,
    width: pixels(attributes.width),
    height: pixels(attributes.height),
    // Titles are often file names.
    description: attributes.alt ?? childText(element, 'media:description'),
  }
}

function pixels(value: string | undefined): number | undefined {
  const number = Number.parseInt(value ?? '', 10)
  return Number.isNaN(number) ? undefined : number
}

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
function textOf(element: XmlElement | undefined): string | undefined {
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
function listValues(element: XmlElement): XmlElement[] {
  const container = findChild(element, 'rdf:bag', 'rdf:seq', 'rdf:alt')
  return container ? listChildren(container, 'rdf:li') : [element]
}

/** Resolves an address against the `xml:base` in scope. */
function resolveAddress(address: string | undefined, { base }: XmlElement): string | undefined {
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

const MARKUP =
  /<\/(?:p|div|a|b|i|em|strong|span|ul|ol|li|h[1-6]|blockquote|table)>|<(?:p|br|img|hr)(?:\s[^<>]*)?\/?>/i

const ADDRESS = /https?:\/\/[^\s<>"']+/g

/** A full stop or bracket after an address belongs to the sentence. */
const AFTER_ADDRESS = /(?<![.,;:!?)\]])[.,;:!?)\]]+$/

/** Lines of mail and of old systems are wrapped at 60 to 80 characters. */
const WRAPPED = { min: 50, max: 82 }

/** Preserves lines, unless they are wrapped, and links addresses. Text that is markup is returned as it is. */
export function plainTextToHtml(text: string): string {
  if (MARKUP.test(text)) return text
  const paragraphs = text
    .trim()
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => formatLines(paragraph.split('\n').map((line) => line.trim())))
  return paragraphs.length > 1 || paragraphs[0]?.includes('<br>')
    ? paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')
    : paragraphs.join('')
}

function formatLines(lines: string[]): string {
  const isWrapped =
    lines.length > 2 &&
    lines.slice(0, -1).every(({ length }) => length >= WRAPPED.min && length <= WRAPPED.max)
  return lines.map(linkAddresses).join(isWrapped ? ' ' : '<br>')
}

function linkAddresses(line: string): string {
  let html = ''
  let copied = 0
  for (const { 0: found, index } of line.matchAll(ADDRESS)) {
    const address = found.slice(0, found.length - (AFTER_ADDRESS.exec(found.slice(-10))?.[0].length ?? 0))
    html += `${escapeHtml(line.slice(copied, index))}<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`
    copied = index + address.length
  }
  return html + escapeHtml(line.slice(copied))
}
