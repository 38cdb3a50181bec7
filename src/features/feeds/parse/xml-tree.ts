import { Parser } from 'htmlparser2'
import { webAddress } from '#kernel/web-address.ts'
import { type Entities, repairXml, resolveEntities } from './xml-document.ts'

/** Names are canonical (`canonicalName`). */
export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (XmlElement | string)[]
  base: string | null
  language: string | null
  /** False if the document ends within it. */
  isClosed: boolean
}

type OpenElement = { element: XmlElement; tag: string; scope: Scope }

/** Feeds have about ten. */
export const MAX_DEPTH = 256
/** Bounds memory; 10 MB of articles have about 200,000. */
const MAX_ELEMENTS = 500_000
/** Parsing time grows with its square. */
const MAX_UNCLOSED = 40_000

const NO_NAMESPACES: Scope = Object.freeze(Object.create(null))

/** The message is a sentence for administrators. */
export class XmlLimitError extends Error {}

/**
 * Reads malformed XML too: an element without an end tag ends where the next element of a feed begins.
 *
 * @param text from the root element on
 * @param url of the document, the base of `xml:base`
 * @throws XmlLimitError
 */
export function parseXmlTree(text: string, url: string, entities: Entities = new Map()): XmlElement | null {
  const open: OpenElement[] = []
  let root: XmlElement | null = null
  let isCore: (uri: string) => boolean = () => false
  let count = 0
  let isComplete = false
  let opened: OpenElement | null = null
  let unclosed = 0

  const close = (from: number) => {
    for (const { element } of open.splice(from)) element.isClosed = true
  }

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        count += 1
        unclosed += 1
        if (unclosed > MAX_UNCLOSED)
          throw new XmlLimitError('Too many elements of the document have no end tag.')
        if (count > MAX_ELEMENTS) throw new XmlLimitError('The document has too many elements.')
        if (open.length >= MAX_DEPTH)
          throw new XmlLimitError('The elements of the document are nested too deeply.')
        const scope = extendScope(open.at(-1)?.scope ?? NO_NAMESPACES, attributes)
        if (root === null) isCore = coreNamespaces(tag, scope)
        const name = canonicalName(tag, scope, isCore)
        const start = missingEndTag(open, name, attributes)
        if (start !== -1) close(start)
        // Some servers send several documents in a row.
        const parent = open.at(-1)?.element ?? root ?? undefined
        const element = createElement(name, canonicalAttributes(attributes, scope), parent, url)
        if (parent) parent.children.push(element)
        root ??= element
        if (VOID.has(name)) {
          element.isClosed = true
          return
        }
        opened = { element, tag, scope }
        open.push(opened)
      },
      onclosetag(tag, isImplied) {
        unclosed -= 1
        // Ignores implied ends, except of empty elements: the parser infers the others from its own tree.
        if (isImplied && (isComplete || opened !== open.at(-1))) return
        const start = open.findLastIndex((candidate) => candidate.tag === tag)
        if (start !== -1) close(start)
        opened = null
      },
      ontext(value) {
        opened = null
        open.at(-1)?.element.children.push(value)
      },
      oncdatastart() {
        opened = null
      },
    },
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  parser.write(resolveEntities(repairXml(text), entities))
  isComplete = true
  parser.end()
  return root
}

/** Inherits instead of copying, since a hostile document can declare many prefixes in many nested elements. */
function extendScope(outer: Scope, attributes: Record<string, string>): Scope {
  let scope: Record<string, string> | undefined
  for (const [name, uri] of Object.entries(attributes)) {
    const prefix = name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice(6) : undefined
    if (prefix === undefined) continue
    scope ??= Object.create(outer) as Record<string, string>
    scope[prefix] = uri
  }
  return scope ?? outer
}

/** The document's own elements are in the root's namespace, whichever it is, or in none. */
function coreNamespaces(rootTag: string, scope: Scope): (uri: string) => boolean {
  const [prefix, local] = rootTag.includes(':') ? rootTag.split(':') : ['', rootTag]
  const own = local === 'rdf' ? unknownDefault(scope) : namespaceOf(prefix ?? '', scope)
  const isAtom = local === 'feed' || local === 'entry'
  return (uri) => uri === '' || uri === own || (isAtom && isAtomNamespace(uri))
}

/** The default namespace of RSS of an unknown version. */
function unknownDefault(scope: Scope): string | undefined {
  const uri = namespaceOf('', scope)
  return uri !== undefined && isKnownNamespace(uri) ? undefined : uri
}

function canonicalAttributes(attributes: Record<string, string>, scope: Scope): Record<string, string> {
  const isUnprefixed = (uri: string) => uri === ''
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
      if (name.startsWith('xmlns')) return []
      return [[name.includes(':') ? canonicalName(name, scope, isUnprefixed) : name, value]]
    }),
  )
}

function createElement(
  name: string,
  attributes: Record<string, string>,
  parent: XmlElement | undefined,
  url: string,
): XmlElement {
  const outer = parent?.base ?? null
  const declared = attributes['xml:base']
  return {
    name,
    attributes,
    children: [],
    base: declared === undefined ? outer : (webAddress(declared, outer ?? url) ?? outer),
    language: attributes['xml:lang'] ?? parent?.language ?? null,
    isClosed: false,
  }
}

const VOID = new Set(['br', 'hr', 'img', 'wbr'].flatMap((name) => [name, `xhtml:${name}`]))

const ITEMS = new Set(['item', 'entry'])

/** Contain text only. */
const LINES = new Set(
  'author title link guid id pubdate published updated issued modified created category comments language ttl'.split(
    ' ',
  ),
)
const LINE_EXTENSION =
  /^(?:dc|dcterms|prism|sy|slash|feedburner):|^itunes:(?!owner|category)|^media:(?:title|description|credit|keywords|text|rating|copyright|category)$/
/** Known, and not HTML. */
const EXTENSION = /^(?!xhtml:|xml:|rdf:)[a-z]+:/
/** May contain HTML. */
const TEXTS = new Set('description summary content content:encoded xhtml:body body'.split(' '))
/** Not in HTML. */
const NOT_HTML = new Set(
  'guid pubdate published updated item entry content category comments author enclosure'.split(' '),
)
/** Contain nothing, as does `link` with an address. */
const EMPTY = new Set(['enclosure', 'media:thumbnail', 'itunes:image', 'atom:link'])
/** End at the next of the same name, as in HTML. */
const PARAGRAPHS = new Set(['p', 'li', 'xhtml:p', 'xhtml:li'])

/** Finds the open element that lacks an end tag, as `name` cannot be its child; -1 if there is none. */
function missingEndTag(
  open: readonly OpenElement[],
  name: string,
  attributes: Record<string, string>,
): number {
  const item = openItem(open)
  const isNewItem = ITEMS.has(name)
  if (isNewItem && item !== -1) return item
  const last = open.at(-1)?.element
  if (last && (isEmpty(last) || (PARAGRAPHS.has(name) && last.name === name))) return open.length - 1
  const text = open.findIndex(
    ({ element }, index) => index > item && (isLine(element.name) || TEXTS.has(element.name)),
  )
  const holder = open[text]?.element.name
  if (holder === undefined) return -1
  const isSibling = isLine(holder)
    ? isNewItem || isLine(name) || TEXTS.has(name) || EXTENSION.test(name)
    : NOT_HTML.has(name) || EXTENSION.test(name) || (name === 'link' && attributes.href === undefined)
  return isSibling ? text : -1
}

function isLine(name: string): boolean {
  return LINES.has(name) || LINE_EXTENSION.test(name)
}

function isEmpty({ name, attributes }: XmlElement): boolean {
  return EMPTY.has(name) || (name === 'link' && attributes.href !== undefined)
}

/** A feed within an item has its own items. */
function openItem(open: readonly OpenElement[]): number {
  const start = open.findLastIndex(({ element }) => ITEMS.has(element.name) || element.name === 'feed')
  const name = open[start]?.element.name
  return name !== undefined && ITEMS.has(name) ? start : -1
}

/** The empty prefix is RSS, and Atom within an Atom feed. */
const NAMESPACES: [prefix: string, uris: string][] = [
  [
    '',
    'http://backend.userland.com/rss http://backend.userland.com/rss2 http://backend.userland.com/rss091 ' +
      'http://blogs.law.harvard.edu/tech/rss http://cyber.law.harvard.edu/rss/rss.html ' +
      'http://purl.org/rss/1.0 http://purl.org/net/rss1.1 http://my.netscape.com/rdf/simple/0.9 ' +
      'http://channel.netscape.com/rdf/simple/0.9 http://purl.org/rss/1.0/modules/rss091 ' +
      'http://example.com/newformat http://example.com/necho http://purl.org/echo uri/of/echo/namespace ' +
      'http://purl.org/pie',
  ],
  ['atom', 'http://www.w3.org/2005/atom http://purl.org/atom/ns'],
  ['at', 'http://purl.org/atompub/tombstones/1.0'],
  ['rdf', 'http://www.w3.org/1999/02/22-rdf-syntax-ns http://www.w3.org/tr/rdf-syntax'],
  ['dc', 'http://purl.org/dc/elements/1.1 http://purl.org/dc/elements/1.0'],
  ['dcterms', 'http://purl.org/dc/terms'],
  ['content', 'http://purl.org/rss/1.0/modules/content'],
  [
    'media',
    'http://search.yahoo.com/mrss http://www.rssboard.org/media-rss http://video.search.yahoo.com/mrss ' +
      'http://tools.search.yahoo.com/mrss',
  ],
  ['itunes', 'http://www.itunes.com/dtds/podcast-1.0.dtd http://itunes.com/dtds/podcast-1.0.dtd'],
  ['googleplay', 'http://www.google.com/schemas/play-podcasts/1.0'],
  ['xhtml', 'http://www.w3.org/1999/xhtml'],
  ['yandex', 'http://news.yandex.ru'],
  ['turbo', 'http://turbo.yandex.ru'],
  ['feedburner', 'http://rssnamespace.org/feedburner/ext/1.0'],
  ['sy', 'http://purl.org/rss/1.0/modules/syndication'],
  ['enc', 'http://purl.oclc.org/net/rss_2.0/enc http://purl.oclc.org/net/rss_2.0/enc#'],
  [
    'prism',
    'http://prismstandard.org/namespaces/1.2/basic http://prismstandard.org/namespaces/basic/1.2 ' +
      'http://prismstandard.org/namespaces/basic/2.0 http://prismstandard.org/namespaces/basic/2.1 ' +
      'http://prismstandard.org/namespaces/basic/3.0',
  ],
  ['xml', 'http://www.w3.org/xml/1998/namespace'],
]

const PREFIX_OF_URI = new Map(
  NAMESPACES.flatMap(([prefix, uris]) => uris.split(' ').map((uri): [string, string] => [uri, prefix])),
)

/** Other prefixes that feeds use undeclared. */
const PREFIX_ALIASES: Readonly<Record<string, string>> = { a10: 'atom', dct: 'dcterms', rss: '' }

const KNOWN_PREFIXES = new Set(NAMESPACES.map(([prefix]) => prefix))

/** Namespaces by prefix; '' is the default namespace. The only prototype is the outer scope. */
type Scope = Readonly<Record<string, string>>

function namespaceOf(prefix: string, scope: Scope): string | undefined {
  return scope[prefix]
}

/**
 * Names an element or attribute by the reader's prefix: "title", "dc:creator", "xhtml:div". Names in unknown namespaces
 * equal no known one.
 *
 * @param name in lower case
 * @param isCore for namespaces of the document's own elements, which have no prefix
 */
function canonicalName(name: string, scope: Scope, isCore: (uri: string) => boolean): string {
  const colon = name.indexOf(':')
  const prefix = colon === -1 ? '' : name.slice(0, colon)
  const local = name.slice(colon + 1)
  const uri = namespaceOf(prefix, scope)
  if (uri !== undefined && isCore(uri)) return local
  const declared = uri === undefined ? undefined : PREFIX_OF_URI.get(normaliseUri(uri))
  const known = declared ?? usualPrefix(prefix, uri)
  if (known === undefined) return `${prefix || 'foreign'}?:${local}`
  return known === '' ? local : `${known}:${local}`
}

/** The usual meaning of a prefix that is undeclared or has an unknown URI. */
function usualPrefix(prefix: string, uri: string | undefined): string | undefined {
  if (uri === undefined && Object.hasOwn(PREFIX_ALIASES, prefix)) return PREFIX_ALIASES[prefix]
  const isUsual = KNOWN_PREFIXES.has(prefix) && (uri === undefined || prefix !== '')
  return isUsual ? prefix : undefined
}

function isKnownNamespace(uri: string): boolean {
  return PREFIX_OF_URI.has(normaliseUri(uri))
}

function isAtomNamespace(uri: string): boolean {
  return PREFIX_OF_URI.get(normaliseUri(uri)) === 'atom'
}

/** Feeds vary case, protocol and last character. */
function normaliseUri(uri: string): string {
  return uri
    .trim()
    .toLowerCase()
    .replace(/[/#]$/, '')
    .replace(/^https:/, 'http:')
}
