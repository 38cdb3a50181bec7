import type { DcNs, DcTermsNs, RdfFeed, RssFeed, SyNs } from 'feedsmith'
import { boundedHtml, boundedLine, boundedUrl, LIMITS } from './bounded.ts'
import { alternateLink } from './from-atom.ts'
import { mediaCandidates } from './media-candidates.ts'
import type { SourceFeed, SourceItem, SourceText } from './source-feed.ts'

const PERIOD_MINUTES: Record<string, number> = {
  hourly: 60,
  daily: 1_440,
  weekly: 10_080,
  monthly: 43_200,
  yearly: 525_600,
}

/** An RSS 0.9x or 2.0 document in the uniform shape. */
export function fromRss(feed: RssFeed.Feed<string>): SourceFeed {
  return {
    ...channel(feed),
    language: boundedLine(feed.language ?? feed.dc?.languages?.[0]),
    ttlMinutes: feed.ttl !== undefined && feed.ttl > 0 ? feed.ttl : syndicationMinutes(feed.sy),
    items: (feed.items ?? []).map((item) => ({
      ...story(item),
      guid: boundedUrl(item.guid?.value),
      // RSS 2.0: a guid is a permanent link unless it says that it is not.
      guidIsPermaLink: item.guid?.isPermaLink !== false,
      descriptionHtml: boundedHtml(
        item.description ??
          item.dc?.descriptions?.[0] ??
          item.media?.description?.value ??
          item.itunes?.summary,
      ),
      // Where both are given, dc:creator is the name and author the address of the same person.
      authors: authors(
        creators(item.dc, item.dcterms) ?? item.authors?.map(({ name, email }) => name ?? email),
      ),
      published: boundedLine(item.pubDate ?? item.atom?.published ?? firstDate(item.dc, item.dcterms)),
      updated: boundedLine(
        item.atom?.updated ?? item.dcterms?.modified?.[0] ?? firstDate(item.dc, item.dcterms),
      ),
      media: mediaCandidates({ ...item, covers: [item.itunes?.image] }),
      origin: html(item.source?.title),
    })),
  }
}

/** An RSS 0.90 or 1.0 (RDF) document in the uniform shape. */
export function fromRdf(feed: RdfFeed.Feed<string>): SourceFeed {
  return {
    ...channel(feed),
    language: boundedLine(feed.dc?.languages?.[0]),
    ttlMinutes: syndicationMinutes(feed.sy),
    items: (feed.items ?? []).map((item) => ({
      ...story(item),
      guid: boundedUrl(item.rdf?.about),
      guidIsPermaLink: true,
      descriptionHtml: boundedHtml(item.description ?? item.dc?.descriptions?.[0]),
      authors: authors(creators(item.dc, item.dcterms)),
      published: boundedLine(firstDate(item.dc, item.dcterms)),
      updated: boundedLine(item.dcterms?.modified?.[0]),
      media: mediaCandidates(item),
      origin: null,
    })),
  }
}

type Channel = RssFeed.Feed<string> | RdfFeed.Feed<string>
type Item = RssFeed.Item<string> | RdfFeed.Item<string>

function channel(feed: Channel): Pick<SourceFeed, 'title' | 'siteUrl' | 'base' | 'authors'> {
  return {
    title: html(feed.title ?? feed.dc?.titles?.[0]),
    siteUrl: boundedUrl(feed.link ?? alternateLink(feed.atom?.links)),
    base: boundedUrl(feed.xml?.base),
    // A managing editor or dc:creator of the channel answers for the feed; it did not write the items.
    authors: [],
  }
}

function story(item: Item): Pick<SourceItem, 'title' | 'link' | 'base' | 'contentBase' | 'contentHtml'> {
  return {
    title: html(item.title ?? item.dc?.titles?.[0]),
    link: boundedUrl(item.link ?? alternateLink(item.atom?.links)),
    base: boundedUrl(item.xml?.base),
    contentBase: null,
    contentHtml: boundedHtml(item.content?.encoded),
  }
}

/** RSS says nowhere whether a title is HTML; in the wild it is. */
function html(value: string | undefined): SourceText | null {
  const line = boundedLine(value)
  return line === null ? null : { value: line, type: 'html' }
}

function creators(dc?: DcNs.ItemOrFeed<string>, terms?: DcTermsNs.ItemOrFeed<string>): string[] | undefined {
  return dc?.creators ?? terms?.creators
}

function authors(names: (string | undefined)[] = []): string[] {
  return names.flatMap((name) => boundedLine(name) ?? []).slice(0, LIMITS.authors)
}

function firstDate(dc?: DcNs.ItemOrFeed<string>, terms?: DcTermsNs.ItemOrFeed<string>): string | undefined {
  return dc?.dates?.[0] ?? terms?.issued?.[0] ?? terms?.created?.[0]
}

function syndicationMinutes(sy: SyNs.Feed<string> | undefined): number | null {
  const period = PERIOD_MINUTES[sy?.updatePeriod?.toLowerCase() ?? '']
  const frequency = sy?.updateFrequency ?? 1
  return period !== undefined && frequency > 0 ? Math.round(period / frequency) : null
}
