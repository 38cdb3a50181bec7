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

/** By prefix; '' is the default namespace. The only prototype is the outer scope. */
export type Scope = Readonly<Record<string, string>>

export function namespaceOf(prefix: string, scope: Scope): string | undefined {
  return scope[prefix]
}

/**
 * Names an element or attribute by the reader's prefix: "title", "dc:creator", "xhtml:div". Names in unknown namespaces
 * equal no known one.
 *
 * @param name in lower case
 * @param isCore for namespaces of the document's own elements, which have no prefix
 */
export function canonicalName(name: string, scope: Scope, isCore: (uri: string) => boolean): string {
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

export function isKnownNamespace(uri: string): boolean {
  return PREFIX_OF_URI.has(normaliseUri(uri))
}

export function isAtomNamespace(uri: string): boolean {
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
