import { canonicaliseLink, hostOf, standardPage } from './canonicalise-link.ts'

/** The limit of the database index. */
const MAX_KEY_LENGTH = 600

/** `date` is raw. */
export type Identifiable = {
  guid: string | null
  link: string | null
  title: string
  date: string | null
}

/** `page`: the standard page, if `link` is another form of it. */
type Marks = { page: string | null; link: string | null; guid: string | null; title: string }

/**
 * At least one key per item, strongest first. Skips links and guids that different items share; falls back to title and date.
 *
 * @param homes addresses of site and feed, which identify no article
 */
export function identityKeys(items: readonly Identifiable[], homes: readonly string[]): string[][] {
  const publisher = publisherOf(homes)
  // Parts of one page.
  const numbered = findShared(items.map(({ link }) => [link && editedAddress(link), link ?? '']))
  const marks = items.map((item): Marks => {
    const link = item.link && linkKey(item.link)
    const page = item.link && pageKey(item.link)
    return {
      page: page === link ? null : page,
      link,
      guid: item.guid && guidKey(item.guid, publisherOf([item.link ?? '', ...homes]), numbered),
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
    const keys = [
      ...(isIdentifying(page) && !sharedPages.has(page) ? [page] : []),
      ...(isIdentifying(link) && !sharedLinks.has(link) ? [link] : []),
      ...(isIdentifying(guid) && !sharedGuids.has(guid) ? [guid] : []),
    ]
    return keys.length > 0 ? [...new Set(keys)] : [textKey(item, publisher)]
  })
}

function linkKey(link: string): string | null {
  const canonical = canonicaliseLink(link)
  return canonical === null ? null : `link:${canonical}`
}

function pageKey(link: string): string | null {
  const page = standardPage(link)
  return page === null ? null : `link:${page}`
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
function guidKey(guid: string, publisher: string, numbered: ReadonlySet<string>): string | null {
  const address = editedAddress(guid)
  return address !== null && !numbered.has(address) ? linkKey(address) : `guid:${publisher}:${guid}`
}

/** Removes "#" and the edit count that the BBC appends to an address. Null for other guids. */
function editedAddress(guid: string): string | null {
  return /^https?:\/\/[^#]*(?=(?:#\d*)?$)/i.exec(guid)?.[0] ?? null
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
