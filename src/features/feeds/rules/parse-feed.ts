import { MalformedError, parseAtomFeed, parseJsonFeed, parseRdfFeed, parseRssFeed } from 'feedsmith'
import { LIMITS } from './bounded.ts'
import { fromAtom } from './from-atom.ts'
import { fromJsonFeed } from './from-json-feed.ts'
import { fromRdf, fromRss } from './from-rss.ts'
import type { SourceFeed } from './source-feed.ts'
import { xmlDocument } from './xml-document.ts'

/** `reason` is a sentence for the administrator. */
type ParseOutcome = { kind: 'feed'; feed: SourceFeed } | { kind: 'invalid'; reason: string }

const OPTIONS = { maxItems: LIMITS.items }

/**
 * Reads a feed document: RSS 0.9x, 1.0 (RDF) and 2.0, Atom 0.3 and 1.0, JSON Feed 1.x. At most the first 500 items are
 * read, and no field without bound. Whatever else `text` may be ends as `invalid`; it never throws.
 */
export function parseFeed(text: string): ParseOutcome {
  const start = text.trimStart()
  if (start === '') return invalid('The document is empty.')
  try {
    return start.startsWith('{') ? feed(fromJsonFeed(parseJsonFeed(start, OPTIONS))) : parseXmlFeed(start)
  } catch (error) {
    return invalid(brokenBecause(error))
  }
}

function parseXmlFeed(text: string): ParseOutcome {
  const document = xmlDocument(text)
  if (document.kind === 'invalid') return document
  switch (document.root.replace(/^.*:/, '')) {
    case 'rss':
      return feed(fromRss(parseRssFeed(withoutDefaultNamespace(document.text), OPTIONS)))
    case 'feed':
      return feed(fromAtom(parseAtomFeed(document.text, OPTIONS)))
    case 'rdf':
      return feed(fromRdf(parseRdfFeed(withMediaEnclosures(document.text), OPTIONS)))
    case 'html':
      return invalid('This is a web page, not a feed.')
    default:
      return invalid(`This is not a feed: its root element is <${document.root}>.`)
  }
}

/** RSS 2.0 has no namespace; one that is declared all the same would hide every element from the parser. */
function withoutDefaultNamespace(text: string): string {
  const end = text.indexOf('>')
  return text.slice(0, end).replace(/\sxmlns\s*=\s*(?:"[^"]*"|'[^']*')/i, '') + text.slice(end)
}

/** The RSS 1.0 enclosure module, which the parser does not read, in terms of Media RSS, which it does. */
function withMediaEnclosures(text: string): string {
  return text
    .replace(/<enc:enclosure\s([^<>]*)>/g, (_, attributes: string) => {
      const media = attributes
        .replace(/(?<!\w)(?:\w+:)?resource\s*=/, 'url=')
        .replace(/\benc:type\s*=/, 'type=')
      return `<media:content xmlns:media="http://search.yahoo.com/mrss/" ${media}>`
    })
    .replaceAll('</enc:enclosure>', '</media:content>')
}

/** What the parser says is wrong, without the piece of the document that it may quote. */
function brokenBecause(error: unknown): string {
  const cause = error instanceof MalformedError && error.cause instanceof Error ? error.cause : null
  if (cause === null) return 'There is no feed in the document.'
  const message = cause.message.replace(/\s+at position \d[\s\S]*$/, '').replace(/\.$/, '')
  return `The feed is broken: ${message.slice(0, 200)}.`
}

function feed(feed: SourceFeed): ParseOutcome {
  return { kind: 'feed', feed }
}

function invalid(reason: string): ParseOutcome {
  return { kind: 'invalid', reason }
}
