import type { AtomFeed } from 'feedsmith'
import { escapeHtml } from '#kernel/text.ts'
import { boundedHtml, boundedLine, boundedUrl, LIMITS } from './bounded.ts'
import { mediaCandidates } from './media-candidates.ts'
import type { SourceFeed, SourceItem, SourceText } from './source-feed.ts'

type Link = { href?: string; rel?: string; type?: string }

/** An Atom 0.3 or 1.0 document in the uniform shape (RFC 4287). */
export function fromAtom(feed: AtomFeed.Feed<string>): SourceFeed {
  return {
    title: line(feed.title),
    siteUrl: boundedUrl(alternateLink(feed.links)),
    base: boundedUrl(feed.xml?.base),
    language: boundedLine(feed.xml?.lang),
    ttlMinutes: null,
    authors: names(feed.authors),
    items: (feed.entries ?? []).map(fromEntry),
  }
}

/** The address of the page that a feed or an entry is about: the link whose `rel` is alternate, HTML before others. */
export function alternateLink(links: readonly Link[] | undefined): string | undefined {
  const alternates = (links ?? []).filter((link) => link.href && (link.rel ?? 'alternate') === 'alternate')
  return (alternates.find((link) => (link.type ?? 'text/html').includes('html')) ?? alternates[0])?.href
}

function fromEntry(entry: AtomFeed.Entry<string>): SourceItem {
  return {
    guid: boundedUrl(entry.id),
    // RFC 4287 §4.2.6: an id need not be an address, even if it looks like one.
    guidIsPermaLink: false,
    title: line(entry.title),
    link: boundedUrl(alternateLink(entry.links) ?? entry.content?.src),
    base: boundedUrl(entry.xml?.base),
    contentBase: boundedUrl(entry.content?.xml?.base),
    descriptionHtml: boundedHtml(
      html(entry.summary) ?? entry.media?.description?.value ?? mediaDescription(entry),
    ),
    contentHtml: boundedHtml(html(entry.content)),
    // RFC 4287 §4.2.1: an entry without authors has those of its source.
    authors: names(entry.authors ?? entry.source?.authors).concat(
      entry.authors ? [] : (entry.dc?.creators ?? []),
    ),
    published: boundedLine(entry.published ?? entry.dcterms?.issued?.[0] ?? entry.dc?.dates?.[0]),
    updated: boundedLine(entry.updated ?? entry.dcterms?.modified?.[0]),
    media: mediaCandidates({
      media: entry.media,
      enclosures: entry.links
        ?.filter((link) => link.rel === 'enclosure')
        .map(({ href, type }) => ({ url: href, type })),
      covers: [entry.itunes?.image],
    }),
    origin: line(entry.source?.title),
  }
}

/** Video sites put the only text of an entry into its media group. */
function mediaDescription(entry: AtomFeed.Entry<string>): string | undefined {
  return entry.media?.groups?.find((group) => group.description)?.description?.value
}

/** RFC 4287 §3.1.1: text without a type is plain; XHTML has been unwrapped to markup. */
function line(text: AtomFeed.Text | undefined): SourceText | null {
  const value = boundedLine(text?.value)
  return value === null ? null : { value, type: isMarkup(text?.type) ? 'html' : 'text' }
}

function html(content: AtomFeed.Content | undefined): string | undefined {
  if (content?.value === undefined) return undefined
  if (isMarkup(content.type)) return content.value
  // Content of any other media type (an image in base64, say) is nothing to read.
  return /^(?:text|text\/plain)?$/i.test(content.type ?? '') ? escapeHtml(content.value) : undefined
}

function isMarkup(type: string | undefined): boolean {
  return /^(?:x?html|text\/html|application\/xhtml\+xml)$/i.test(type ?? '')
}

function names(persons: readonly AtomFeed.Person[] | undefined): string[] {
  return (persons ?? []).flatMap((person) => boundedLine(person.name) ?? []).slice(0, LIMITS.authors)
}
