import {
  childText,
  childTexts,
  findChild,
  listChildren,
  plainTextToHtml,
  readAuthors,
  readLink,
  readMedia,
  readText,
  readTopics,
} from './read-xml-fields.ts'
import {
  LIMITS,
  limitHtml,
  limitLine,
  limitLines,
  limitUrl,
  type SourceDeletion,
  type SourceFeed,
  type SourceItem,
  type SourceText,
  selectNewest,
} from './source-feed.ts'
import type { XmlElement } from './xml-tree.ts'

const PERIOD_MINUTES: Record<string, number> = {
  hourly: 60,
  daily: 1_440,
  weekly: 10_080,
  monthly: 43_200,
  yearly: 525_600,
}

/**
 * Feeds mix formats, so each field is read from the elements of all.
 *
 * @returns null without a feed
 */
export function readXmlFeed(root: XmlElement): SourceFeed | null {
  const channel = findDescendant(root, 'channel') ?? root
  const items = newest(listItems(root))
  if (items.length === 0 && !channel.children.some((child) => typeof child !== 'string')) return null
  const isAtom = root.name === 'feed' || root.name === 'entry'
  return {
    title: limitText(readFirst(channel, isAtom ? 'text' : 'html', 'title', 'atom:title', 'dc:title')),
    siteUrl: limitUrl(readLink(channel)),
    base: channel.base,
    language: limitLine(channel.language ?? childText(channel, 'language', 'dc:language')),
    ttlMinutes: readMinutes(channel),
    // RFC 4287 §4.2.1
    authors: isAtom ? limitLines(readAuthors(channel), LIMITS.authors) : [],
    dates: limitLines(childTexts(channel, ...PUBLISHED, ...UPDATED), LIMITS.dates),
    newUrl: limitUrl(childText(channel, 'itunes:new-feed-url')),
    deletions: readDeletions(root),
    items: items.map((item) => readItem(item, isAtom ? 'text' : 'html')),
  }
}

const PUBLISHED = [
  'pubdate',
  'published',
  'issued',
  'atom:published',
  'atom:issued',
  'atom:created',
  'dc:date',
  'dc:issued',
  'dc:created',
  'dcterms:issued',
  'dcterms:created',
  'dcterms:available',
  'dcterms:date',
  'prism:publicationdate',
  'created',
  'date',
  'publishdate',
  'publisheddate',
]
const BODIES = [
  'content:encoded',
  'yandex:full-text',
  'turbo:content',
  'fullitem',
  'xhtml:body',
  'body',
  'xhtml:div',
]
const UPDATED = [
  'updated',
  'modified',
  'atom:updated',
  'atom:modified',
  'dcterms:modified',
  'dc:modified',
  'prism:modificationdate',
  'dc:date',
  'lastbuilddate',
]

function readItem(item: XmlElement, untyped: SourceText['type']): SourceItem {
  const guid = findChild(item, 'guid', 'id', 'atom:id')
  const group = findChild(item, 'media:group')
  const media = [group, ...listChildren(item, 'media:content'), ...listChildren(group, 'media:content')]
  return {
    guid: limitUrl(
      childText(item, 'guid', 'id', 'atom:id') ??
        item.attributes['rdf:about'] ??
        childText(item, 'dc:identifier'),
    ),
    // RSS 2.0: isPermaLink defaults to true. Atom ids are often addresses.
    guidIsPermaLink: guid?.attributes.ispermalink?.toLowerCase() !== 'false',
    title: limitText(
      readFirst(item, untyped, 'title', 'dc:title') ??
        readFirst(item, 'text', 'atom:title', 'media:title', 'itunes:title') ??
        readFirstOf(media, 'media:title'),
    ),
    link: limitUrl(readLink(item)),
    base: item.base,
    descriptionHtml: limitHtml(
      htmlOf(
        readFirst(item, untyped, 'description', 'summary', 'abstract') ??
          readFirst(item, 'text', 'atom:summary') ??
          readFirst(item, 'html', 'dc:description', 'dcterms:abstract', 'media:description') ??
          readFirstOf(media, 'media:description') ??
          readFirst(
            item,
            'html',
            'itunes:summary',
            'googleplay:description',
            'itunes:subtitle',
            'media:text',
          ),
      ),
    ),
    contentHtml: limitHtml(htmlOf(readFirst(item, 'html', ...BODIES) ?? readContent(item, untyped))),
    authors: limitLines(readAuthors(item), LIMITS.authors),
    topics: limitLines(readTopics(item), LIMITS.topics),
    language: limitLine(childText(item, 'dc:language') ?? item.language ?? undefined),
    published: limitLines([...childTexts(item, ...PUBLISHED)], LIMITS.dates),
    updated: limitLines([...childTexts(item, ...UPDATED), item.attributes.lastmod ?? ''], LIMITS.dates),
    media: readMedia(item),
    origin: limitText(readOrigin(item, untyped)),
  }
}

/** RFC 6721, also in RSS. */
function readDeletions(root: XmlElement): SourceDeletion[] {
  const entries = [root, ...listChildren(root, 'channel')].flatMap((parent) =>
    listChildren(parent, 'at:deleted-entry'),
  )
  return entries.slice(0, LIMITS.items).flatMap(({ attributes }) => {
    const [guid, when] = [limitUrl(attributes.ref), limitLine(attributes.when)]
    return guid && when ? [{ guid, when }] : []
  })
}

/** Prefers HTML to other alternatives, which Atom 0.3 puts into one element. */
function readContent(item: XmlElement, untyped: SourceText['type']): SourceText | null {
  const contents = listChildren(item, 'content', 'atom:content').flatMap((content) =>
    content.attributes.type?.startsWith('multipart/')
      ? listChildren(content, 'content', 'atom:content')
      : content,
  )
  const texts = contents
    .flatMap((content) => readText(content, untyped) ?? [])
    .filter(({ value }) => value !== '')
  return texts.find(({ type }) => type === 'html') ?? texts[0] ?? null
}

/** RSS `source` contains the title, Atom `source` an element. */
function readOrigin(item: XmlElement, untyped: SourceText['type']): SourceText | null {
  const source = findChild(item, 'source', 'atom:source')
  const title = findChild(source, 'title', 'atom:title')
  return title ? readText(title, 'text') : readText(source, untyped)
}

function readFirst(
  parent: XmlElement | undefined,
  untyped: SourceText['type'],
  ...names: string[]
): SourceText | null {
  for (const element of listChildren(parent, ...names)) {
    const text = readText(element, untyped)
    if (text !== null && text.value !== '') return text
  }
  return null
}

function readFirstOf(parents: readonly (XmlElement | undefined)[], name: string): SourceText | null {
  for (const parent of parents) {
    const text = readFirst(parent, 'text', name)
    if (text) return text
  }
  return null
}

function htmlOf(text: SourceText | null): string | undefined {
  return text?.type === 'text' ? plainTextToHtml(text.value) : text?.value
}

function limitText(text: SourceText | null): SourceText | null {
  const value = limitLine(text?.value)
  return text === null || value === null ? null : { value, type: text.type }
}

function readMinutes(channel: XmlElement): number | null {
  const ttl = Number(childText(channel, 'ttl'))
  if (ttl > 0) return ttl
  const period = PERIOD_MINUTES[childText(channel, 'sy:updateperiod')?.toLowerCase() ?? '']
  const frequency = Number(childText(channel, 'sy:updatefrequency') ?? 1)
  return period !== undefined && frequency > 0 ? Math.round(period / frequency) : null
}

function isItem({ name }: XmlElement): boolean {
  return name === 'item' || name === 'entry'
}

/** Finds items anywhere, except truncated ones. */
function listItems(element: XmlElement): XmlElement[] {
  if (isItem(element)) return element.isClosed ? [element] : []
  return element.children.flatMap((child) => (typeof child === 'string' ? [] : listItems(child)))
}

function findDescendant(element: XmlElement, name: string): XmlElement | undefined {
  if (element.name === name) return element
  if (isItem(element)) return undefined
  for (const child of element.children) {
    const found = typeof child === 'string' ? undefined : findDescendant(child, name)
    if (found) return found
  }
  return undefined
}

function newest(items: readonly XmlElement[]): readonly XmlElement[] {
  return selectNewest(items, (item) => childTexts(item, ...PUBLISHED, ...UPDATED))
}
