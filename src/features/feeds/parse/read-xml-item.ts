import { formatByline } from './feed-text.ts'
import { collectMedia, type MediaCandidate, type SourceMedia } from './source-feed.ts'
import {
  childText,
  childTexts,
  findChild,
  listChildren,
  listValues,
  resolveAddress,
  textOf,
} from './xml-text.ts'
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
