import { canonicalLink, hostOf } from './canonical-link.ts'

/** Longer keys would not fit into a database index; what has one is known by its other keys. */
const MAX_KEY = 600

/** What identifies an item of a feed; `date` is raw. */
export type Identifiable = {
  guid: string | null
  link: string | null
  title: string
  date: string | null
}

type Marks = { link: string | null; guid: string | null; title: string }

/**
 * The keys by which each item is known again, the strongest first, never none; the same story in another feed of its
 * publisher has one of them too. A link or guid that several different items of the document share, or a link to
 * the site's front page, identifies nothing. An item left with neither is known by its title and date.
 *
 * @param homes addresses that are not those of a story: of the site, and of the feed itself
 */
export function identityKeys(items: readonly Identifiable[], homes: readonly string[]): string[][] {
  const publisher = publisherOf(homes)
  const marks = items.map((item): Marks => {
    const link = item.link && linkKey(item.link)
    return {
      link,
      guid: item.guid && guidKey(item.guid, publisherOf([item.link ?? '', ...homes])),
      title: item.title,
    }
  })
  const fronts = new Set(
    homes.flatMap((home) => [linkKey(home), linkKey(URL.parse('/', home)?.href ?? home)]),
  )
  const sharedLinks = ambiguous(marks.map(({ link, guid, title }) => [link, guid ?? title]))
  const sharedGuids = ambiguous(marks.map(({ link, guid, title }) => [guid, link ?? title]))

  const identifies = (key: string | null): key is string =>
    key !== null && key.length <= MAX_KEY && !fronts.has(key)
  return items.map((item, index) => {
    const { link = null, guid = null } = marks[index] ?? {}
    const keys = [
      ...(identifies(link) && !sharedLinks.has(link) ? [link] : []),
      ...(identifies(guid) && !sharedGuids.has(guid) ? [guid] : []),
    ]
    return keys.length > 0 ? [...new Set(keys)] : [textKey(item, publisher)]
  })
}

function linkKey(link: string): string | null {
  const canonical = canonicalLink(link)
  return canonical === null ? null : `link:${canonical}`
}

/** A guid that is an address is compared as one. The number that the BBC puts behind "#" counts the edits. */
function guidKey(guid: string, publisher: string): string | null {
  const isAddress = /^https?:\/\/[^#]*(?:#\d*)?$/i.test(guid)
  return isAddress ? linkKey(guid) : `guid:${publisher}:${guid}`
}

function textKey({ title, date }: Identifiable, publisher: string): string {
  const text = `${title} ${date ?? ''}`.toLowerCase().replace(/\s+/g, ' ').trim()
  return `text:${publisher}:${text}`.slice(0, MAX_KEY).toWellFormed()
}

/** The keys that stand in items of different marks. */
function ambiguous(pairs: [key: string | null, mark: string][]): Set<string> {
  const seen = new Map<string, string>()
  const shared = new Set<string>()
  for (const [key, mark] of pairs) {
    if (key === null) continue
    if (seen.has(key) && seen.get(key) !== mark) shared.add(key)
    seen.set(key, mark)
  }
  return shared
}

function publisherOf(addresses: readonly string[]): string {
  const url = addresses.map((address) => URL.parse(address)).find((url) => url?.host)
  return url ? hostOf(url) : ''
}
