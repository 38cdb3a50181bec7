import { parseJsonFeed } from 'feedsmith'
import { SaxesParser } from 'saxes'
import { convertJsonFeed, expandVersion, repairJson } from './read-json-feed.ts'
import { readXmlFeed } from './read-xml-feed.ts'
import type { SourceFeed } from './source-feed.ts'
import { NOT_XML, removeProlog, type XmlDocument } from './xml-document.ts'
import { MAX_DEPTH, parseXmlTree, XmlLimitError } from './xml-tree.ts'

/** `rss` includes RSS 0.9x; `rdf` is RSS 1.0 and 1.1. */
export type FeedFormat = 'rss' | 'rdf' | 'atom' | 'cdf' | 'json'

/** `error`: first error of malformed XML; `reason`: a sentence for administrators. */
type ParseOutcome =
  | { kind: 'feed'; format: FeedFormat; feed: SourceFeed; error: string | null }
  | { kind: 'invalid'; reason: string }

/** Reads RSS, Atom 0.3 and 1.0, CDF and JSON Feed 1.x within `LIMITS`, and the complete items of malformed documents. Never throws. */
export function parseFeed(text: string, url: string): ParseOutcome {
  const start = repairCharacters(text).trimStart()
  if (start === '') return invalid('The document is empty.')
  try {
    const json = findJson(start)
    return json === -1 ? parseXml(start, url) : parseJson(start, json)
  } catch (error) {
    return invalid(error instanceof XmlLimitError ? error.message : NO_FEED)
  }
}

/** Server output, such as a warning in HTML, and prefixes that prevent use as a script. */
const BEFORE_JSON = /^(?:<br|<b>|(?:php )?(?:warning|notice|deprecated)\b|\)\]\}|for ?\(;;\)|while ?\(1\))/i
const JSON_FEED_START = /\{\s*"(?:version|title|home_page_url|feed_url|items)"\s*:/

/** -1 if there is none. */
function findJson(text: string): number {
  if (/^[{[]/.test(text)) return 0
  return BEFORE_JSON.test(text) && FEED_STARTS.every((pattern) => !pattern.test(text))
    ? text.search(JSON_FEED_START)
    : -1
}

/** U+0080 to U+009F, as characters or references, and references to surrogates. */
const BROKEN_CHARACTER =
  /[\u0080-\u009F]|&#(?:1[2-5]\d|x[89][\da-f]);|&#(5[56]\d{3}|xd[89ab][\da-f]{2});&#(5[67]\d{3}|xd[c-f][\da-f]{2});/gi

/** From byte 0x80 on. */
const WINDOWS_1252 = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 32 }, (_, n) => 0x80 + n),
)

/** Reads control characters as bytes of windows-1252 (HTML Living Standard §13.2.5.80), and joins surrogate pairs. */
function repairCharacters(text: string): string {
  return text.replace(BROKEN_CHARACTER, (match, high: string | undefined, low: string | undefined) => {
    if (high !== undefined) {
      const pair = String.fromCharCode(referencedCode(high), referencedCode(low ?? ''))
      return pair.isWellFormed() ? pair : match
    }
    const code = match.length === 1 ? match.charCodeAt(0) : referencedCode(match.slice(2, -1))
    return WINDOWS_1252[code - 0x80] ?? match
  })
}

function referencedCode(digits: string): number {
  return Number(digits.replace(/^x/i, '0x'))
}

function parseJson(text: string, start: number): ParseOutcome {
  const { value, error } = readJson(text.slice(start))
  const feed = convertJsonFeed(parseJsonFeed(expandVersion(value)))
  return { kind: 'feed', format: 'json', feed, error: start > 0 ? 'line 1: text before the document' : error }
}

/** @throws SyntaxError if not even the repaired text is JSON */
function readJson(text: string): { value: unknown; error: string | null } {
  try {
    return { value: JSON.parse(text), error: null }
  } catch (error) {
    const repaired = repairJson(text)
    if (repaired === null) throw error
    return { value: JSON.parse(repaired.text), error: repaired.error }
  }
}

const NO_FEED = 'The document contains no feed.'

const FORMATS = new Map<string, FeedFormat>([
  ['rss', 'rss'],
  ['rdf', 'rdf'],
  ['feed', 'atom'],
  ['entry', 'atom'],
  ['channel', 'cdf'],
])

/** Its root element is named like CDF's (inamidst.com/rss1.1). */
const RSS_11_START = /^<(?:[\w.-]+:)?channel\s[^>]*["']http:\/\/purl\.org\/net\/rss1\.1#?["']/i

const FEED_STARTS = [/<\?xml\s/i, /<(?:[\w.-]+:)?(?:rss|rdf|feed)[\s>]/i]

function parseXml(text: string, url: string): ParseOutcome {
  const first = removeProlog(text)
  if (first.kind === 'document' && localName(first.root) === 'html')
    return invalid('This is a web page, not a feed.')
  const document = isFeedRoot(first) || isHostile(first) ? first : (findFeedDocument(text) ?? first)
  if (document.kind === 'invalid') return document
  const root = localName(document.root)
  const tree = parseXmlTree(addRoot(root, document.text), url, document.entities)
  const format = RSS_11_START.test(document.text) ? 'rdf' : FORMATS.get(root)
  const feed = tree && readXmlFeed(tree)
  if (feed && (format || feed.items.length > 0))
    return { kind: 'feed', format: format ?? 'rss', feed, error: findXmlError(text) }
  return invalid(format ? NO_FEED : `This is not a feed: its root element is <${document.root}>.`)
}

/** Finds a feed at the start of a document or after server output; undefined if there is none. */
function findFeedDocument(text: string): XmlDocument | undefined {
  for (const pattern of FEED_STARTS) {
    const start = text.search(pattern)
    const document = start === -1 ? undefined : removeProlog(text.slice(start))
    if (document && (isHostile(document) || isFeedRoot(document))) return document
  }
  return undefined
}

function isHostile(document: XmlDocument): boolean {
  return document.kind === 'invalid' && document.reason !== NOT_XML
}

function isFeedRoot(document: XmlDocument): boolean {
  if (document.kind === 'invalid') return false
  const root = localName(document.root)
  return FORMATS.has(root) || root === 'item'
}

/** Wraps items that have no root element, since only the first one would be read. */
function addRoot(name: string, items: string): string {
  if (name === 'item') return `<rss><channel>${items}</channel></rss>`
  return name === 'entry' ? `<feed>${items}</feed>` : items
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function invalid(reason: string): ParseOutcome {
  return { kind: 'invalid', reason }
}

/** Finds the first violation of XML 1.0 and its namespaces, for example "line 12: unexpected close tag". */
function findXmlError(text: string): string | null {
  const parser = new SaxesParser({ xmlns: true })
  // A document type may declare entities that are not part of the document.
  let hasDocumentType = false
  let found: string | null = null
  let depth = 0
  const report = (line: string | number | undefined, reason: string) => {
    found = `line ${line}: ${reason.slice(0, 200).replace(/\.$/, '')}`
    throw new Error(found)
  }
  parser.on('doctype', () => {
    hasDocumentType = true
  })
  parser.on('opentag', () => {
    depth += 1
    // The parser searches all open elements for a namespace.
    if (depth > MAX_DEPTH) report(parser.line, 'too deeply nested elements')
  })
  parser.on('closetag', () => {
    depth -= 1
  })
  parser.on('error', ({ message }) => {
    const [, line, reason = message] = /^(\d+):\d+: (.*)$/s.exec(message) ?? []
    if (hasDocumentType && reason.startsWith('undefined entity')) return
    report(line, reason)
  })
  try {
    parser.write(text).close()
  } catch (error) {
    if (found === null) throw error
  }
  return found
}
