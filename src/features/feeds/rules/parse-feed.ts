import { MalformedError, parseAtomFeed, parseJsonFeed, parseRdfFeed, parseRssFeed } from 'feedsmith'
import { convertAtom, convertJsonFeed, convertRdf, convertRss } from './convert-feed.ts'
import { removeProlog } from './feed-document.ts'
import { LIMITS, type SourceFeed } from './source-feed.ts'

/** `rss` includes RSS 0.9x; `rdf` is RSS 1.0. */
export type FeedFormat = 'rss' | 'rdf' | 'atom' | 'json'

/** `reason` is a sentence for administrators. */
type ParseOutcome =
  | { kind: 'feed'; format: FeedFormat; feed: SourceFeed }
  | { kind: 'invalid'; reason: string }

const OPTIONS = { maxItems: LIMITS.items }

/** Parses RSS 0.9x, 1.0 and 2.0, Atom 0.3 and 1.0, and JSON Feed 1.x within `LIMITS`. Never throws. */
export function parseFeed(text: string): ParseOutcome {
  const start = text.trimStart()
  if (start === '') return invalid('The document is empty.')
  try {
    return start.startsWith('{')
      ? feed('json', convertJsonFeed(parseJsonFeed(start, OPTIONS)))
      : parseXmlFeed(start)
  } catch (error) {
    return invalid(describeParseError(error))
  }
}

function parseXmlFeed(text: string): ParseOutcome {
  const document = removeProlog(text)
  if (document.kind === 'invalid') return document
  switch (document.root.replace(/^.*:/, '')) {
    case 'rss':
      return feed('rss', convertRss(parseRssFeed(removeDefaultNamespace(document.text), OPTIONS)))
    case 'feed':
      return feed('atom', convertAtom(parseAtomFeed(document.text, OPTIONS)))
    case 'rdf':
      return feed('rdf', convertRdf(parseRdfFeed(rewriteEnclosures(document.text), OPTIONS)))
    case 'html':
      return invalid('This is a web page, not a feed.')
    default:
      return invalid(`This is not a feed: its root element is <${document.root}>.`)
  }
}

/** RSS 2.0 has no namespace; with one, the parser finds no elements. */
function removeDefaultNamespace(text: string): string {
  const end = text.indexOf('>')
  return text.slice(0, end).replace(/\sxmlns\s*=\s*(?:"[^"]*"|'[^']*')/i, '') + text.slice(end)
}

/** The parser does not support the RSS 1.0 enclosure module. */
function rewriteEnclosures(text: string): string {
  return text
    .replace(/<enc:enclosure\s([^<>]*)>/g, (_, attributes: string) => {
      const media = attributes
        .replace(/(?<!\w)(?:\w+:)?resource\s*=/, 'url=')
        .replace(/\benc:type\s*=/, 'type=')
      return `<media:content xmlns:media="http://search.yahoo.com/mrss/" ${media}>`
    })
    .replaceAll('</enc:enclosure>', '</media:content>')
}

/** Removes the document excerpt. */
function describeParseError(error: unknown): string {
  const cause = error instanceof MalformedError && error.cause instanceof Error ? error.cause : null
  if (cause === null) return 'The document contains no feed.'
  const message = cause.message.replace(/(?<!\s)\s+at position \d[\s\S]*$/, '').replace(/\.$/, '')
  return `The feed is malformed: ${message.slice(0, 200)}.`
}

function feed(format: FeedFormat, feed: SourceFeed): ParseOutcome {
  return { kind: 'feed', format, feed }
}

function invalid(reason: string): ParseOutcome {
  return { kind: 'invalid', reason }
}
