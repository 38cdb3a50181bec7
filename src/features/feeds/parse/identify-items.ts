import { canonicaliseLink, hostOf, partOf, standardPage } from './canonicalise-link.ts'

/** The limit of the database index. */
const MAX_KEY_LENGTH = 600
/** Leaves space for the feed. */
const MAX_ITEM_ID_LENGTH = 550

/** `date` is raw. */
export type Identifiable = {
  guid: string | null
  link: string | null
  title: string
  date: string | null
}

export type ItemIdentity = {
  /** Identifies the item within its feed: the key of a guid that is an address, else the guid. Null without a guid that distinguishes it. */
  itemId: string | null
  /** Identify the item among all feeds, strongest first; at least one. */
  keys: string[]
}

/** `page`: the standard page, if `link` is another form of it. */
type Marks = { page: string | null; link: string | null; guid: string | null; title: string }

/**
 * Skips links and guids that different items share; falls back to title and date.
 *
 * @param homes addresses of site and feed, which identify no article
 */
export function identifyItems(items: readonly Identifiable[], homes: readonly string[]): ItemIdentity[] {
  const publisher = publisherOf(homes)
  // Parts of one page.
  const numbered = findShared(items.map(({ link }) => [link && editedAddress(link), link ?? '']))
  const marks = items.map((item): Marks => {
    const link = item.link && linkKey(item.link)
    const page = item.link && pageKey(item.link)
    return {
      page: page === link ? null : page,
      link,
      guid: item.guid && guidOf(item.guid, item.link, numbered),
      title: item.title,
    }
  })
  const homeKeys = new Set(
    homes.flatMap((home) => [linkKey(home), linkKey(URL.parse('/', home)?.href ?? home)]),
  )
  const sharedLinks = findShared(marks.map(({ link, guid, title }) => [link, guid ?? title]))
  const sharedPages = findShared(marks.map(({ page, link, title }) => [page ?? link, title]))
  const sharedGuids = findShared(marks.map(({ link, guid, title }) => [guid, link ?? title]))

  const isIdentifying = (key: string | null): key is string =>
    key !== null && key.length <= MAX_KEY_LENGTH && !homeKeys.has(key)
  return items.map((item, index) => {
    const { page = null, link = null, guid = null } = marks[index] ?? {}
    const itemId =
      isIdentifying(guid) && guid.length <= MAX_ITEM_ID_LENGTH && !sharedGuids.has(guid) ? guid : null
    const addresses = [
      ...(itemId !== null && isLinkKey(itemId) ? [itemId] : []),
      ...(isIdentifying(page) && !sharedPages.has(page) ? [page] : []),
      ...(isIdentifying(link) && !sharedLinks.has(link) ? [link] : []),
    ]
    const named =
      itemId !== null && !isLinkKey(itemId)
        ? [`guid:${publisherOf([item.link ?? '', ...homes])}:${itemId}`].filter(isIdentifying)
        : []
    const found = addresses.length > 0 ? addresses : named
    return { itemId, keys: found.length > 0 ? [...new Set(found)] : [textKey(item, publisher)] }
  })
}

/** The key of an item within its feed. */
export function feedKey(feedId: string, itemId: string): string {
  return `${feedKeyPrefix(feedId)}${itemId}`
}

export function feedKeyPrefix(feedId: string): string {
  return `feed:${feedId}:`
}

export function isLinkKey(key: string): boolean {
  return key.startsWith('link:')
}

/** The key of an address. */
export function linkKey(link: string): string | null {
  const canonical = canonicaliseLink(link)
  return canonical === null ? null : `link:${canonical}${partOf(link)}`
}

function pageKey(link: string): string | null {
  const page = standardPage(link)
  return page === null ? null : `link:${page}${partOf(link)}`
}

/** Null if the canonical address is on another site, not that of an article, or too long. */
export function canonicalKey(canonical: string, pageUrl: string): string | null {
  const page = standardPage(canonical)
  const declaring = standardPage(pageUrl)
  if (page === null || declaring === null || !page.includes('/')) return null
  const [host = '', ownHost = ''] = [page, declaring].map((address) => address.split('/')[0])
  const isSameSite = host === ownHost || host.endsWith(`.${ownHost}`) || ownHost.endsWith(`.${host}`)
  const key = `link:${page}`
  return isSameSite && key.length <= MAX_KEY_LENGTH ? key : null
}

/** @param numbered addresses whose "#" and number identify the item */
function guidOf(guid: string, link: string | null, numbered: ReadonlySet<string>): string {
  const address = editedAddress(guid)
  if (address === null || numbered.has(address)) return guid
  const isPart = guid.length > address.length + 1 && URL.parse(guid)?.hash === URL.parse(link ?? '')?.hash
  return isPart ? guid : (linkKey(address) ?? guid)
}

/** Removes "#" and the edit count that the BBC appends to an address. Null for other guids. */
function editedAddress(guid: string): string | null {
  return /^https?:\/\/[^#]*(?=(?:#\d{0,3})?$)/i.exec(guid)?.[0] ?? null
}

function textKey({ title, date }: Identifiable, publisher: string): string {
  const text = `${title} ${date ?? ''}`.toLowerCase().replace(/\s+/g, ' ').trim()
  return `text:${publisher}:${text}`.slice(0, MAX_KEY_LENGTH).toWellFormed()
}

/** A host; equal keys have equal publishers. */
export function publisherOfKey(key: string): string {
  return /^(?:link|guid|text):([^:/?]*)/.exec(key)?.[1] ?? ''
}

function findShared(pairs: [key: string | null, mark: string][]): Set<string> {
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
