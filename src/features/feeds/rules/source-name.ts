import { truncateText } from '#kernel/text.ts'
import { hostOf } from './canonical-link.ts'

const MAX_LENGTH = 100

/** What a feed adds to the name of its publication to say that it is a feed, or its newest part. */
const FEED_SUFFIX =
  /\s*(?:[-–—|:»]\s*(?:latest(?: news| headlines| stories)?|news feed|all (?:news|stories)|home ?page|front page|top stories|home)|[-–—|:»\s]\s*(?:rss(?: feed)?|neueste meldungen|aktuelle nachrichten|dernières (?:actualités|nouvelles)|últim[ao]s not[ií]cias|ultime notizie))$/i

/** The name of a publication: its feed's title without "- Latest news" and the like, else the host of its site. */
export function sourceName(title: string, siteUrl: string | null): string {
  const name = title.replace(FEED_SUFFIX, '').trim() || title
  return name ? truncateText(name, MAX_LENGTH) : hostName(siteUrl)
}

/** `headline` without " - Reuters", " | BBC News" at its end, which the page says beside it. */
export function withoutSourceName(headline: string, name: string): string {
  const match = /^(.+?)\s+[-–—|]\s+([^-–—|]+)$/.exec(headline)
  return match?.[1] && match[2]?.toLowerCase() === name.toLowerCase() ? match[1] : headline
}

function hostName(siteUrl: string | null): string {
  const url = siteUrl === null ? null : URL.parse(siteUrl)
  return url ? hostOf(url) : ''
}
