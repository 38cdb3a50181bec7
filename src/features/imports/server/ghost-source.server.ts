import { parseJson } from '#kernel/parameters.ts'
import { decodePath } from '#kernel/paths.ts'
import { collapseSpace } from '#kernel/text/text.ts'
import { convertHtml } from '../rules/convert-html.ts'
import { readGhostElement } from '../rules/ghost-html.ts'
import {
  ImportError,
  type ImportedArticle,
  type ImportedCategory,
  type ImportedPerson,
  type ImportedRedirect,
  type ImportedSubscriber,
  type ImportedTopic,
  type ImportItem,
  type ImportSource,
} from '../rules/import-item.ts'
import { lexicalToHtml } from '../rules/lexical-html.ts'
import { mobiledocToHtml } from '../rules/mobiledoc-html.ts'
import {
  httpsAddress,
  instantOf,
  isObject,
  lineOf,
  plainTextOf,
  type SourceRow,
  textOf,
} from '../rules/source-values.ts'
import { createLosses, type Losses } from '../rules/text-losses.ts'
import { type ArchiveFiles, readArchiveFile } from './archive-files.server.ts'
import { convertText, type TextSource } from './convert-text.server.ts'
import { GHOST_TABLES, type GhostTables, readGhostTables, type TableRow } from './ghost-tables.server.ts'
import { readJsonRecords } from './read-json.server.ts'
import { readStart } from './read-start.server.ts'
import { readSubscribers } from './subscriber-items.server.ts'

/** Ghost's placeholder for the address of its site. */
const SITE = '__GHOST_URL__'
const MAX_REDIRECTS_BYTES = 5_000_000

const pathsOf = (tables: readonly string[]) =>
  tables.flatMap((table) => [`$.data.${table}`, `$.db.*.data.${table}`])

const SITE_START_BYTES = 1_000

/**
 * Opens an export of Ghost 4 to 6: a JSON file, alone or in an archive with the folder `content` and lists of members. Null for
 * all others.
 */
export async function openGhost(files: ArchiveFiles): Promise<ImportSource | null> {
  const json = await findExport(files)
  if (json === undefined) return null
  const findContent = createContentIndex(files)
  return {
    format: 'ghost',
    siteUrl: null,
    async *items() {
      const tables = await readGhostTables(readRows(files, json, GHOST_TABLES))
      yield* peopleOf(tables)
      yield* tagsOf(tables)
      yield { kind: 'redirect', key: '/rss/', from: '/rss/', to: '/feed.xml', status: 301 }
      yield* readRedirects(files)
      yield* tableLosses(tables)
      for await (const { table, row } of readRows(files, json, ['posts', 'members']))
        yield* table === 'posts' ? articleItems(row, tables) : subscriberItems(row, tables)
      const now = new Date()
      for (const name of files.names.filter(isMemberList)) yield* readSubscribers(files, name, now)
    },
    async readFile(address) {
      const name = findContent(address)
      return name === undefined ? null : files.open(name)
    },
    async [Symbol.asyncDispose]() {},
  }
}

/** The file is named after the site, and other programs choose other names, so it is recognised by its content. */
async function findExport(files: ArchiveFiles): Promise<string | undefined> {
  for (const name of files.names.filter((name) => /\.json$/i.test(name) && name.split('/').length <= 3)) {
    const start = await readStart(files, name, SITE_START_BYTES)
    if (/^\s*\{\s*"(?:db"\s*:\s*\[\s*\{\s*"(?:meta|data)"|(?:meta|data)"\s*:\s*\{)/.test(start)) return name
  }
  return undefined
}

async function* readRows(
  files: ArchiveFiles,
  json: string,
  tables: readonly string[],
): AsyncGenerator<TableRow> {
  const content = await files.open(json)
  if (!content) throw new ImportError(`The export has no file ${json}.`)
  for await (const { table, record } of readJsonRecords(content, pathsOf(tables)))
    if (isObject(record)) yield { table, row: record }
}

const isMemberList = (name: string) => /(?:^|\/)members[^/]*\.csv$/i.test(name)

/** Addresses of the site become paths, which redirect to the imported pages. */
const toPath = (address: string) => (address.startsWith(SITE) ? address.slice(SITE.length) || '/' : address)

const GHOST_TEXTS: TextSource = { linkAddress: toPath, fileAddress: toPath, readSpecial: readGhostElement }

const PROFILES: Readonly<Record<string, string>> = {
  facebook: 'https://www.facebook.com/',
  twitter: 'https://x.com/',
  threads: 'https://www.threads.net/@',
  bluesky: 'https://bsky.app/profile/',
  instagram: 'https://www.instagram.com/',
  linkedin: 'https://www.linkedin.com/in/',
  tiktok: 'https://www.tiktok.com/@',
  youtube: 'https://www.youtube.com/@',
  mastodon: '',
}

function* peopleOf({ users }: GhostTables): Generator<ImportedPerson> {
  for (const [key, user] of users) {
    const name = lineOf(user.name) ?? lineOf(user.slug)
    if (!key || !name) continue
    const links = Object.entries(PROFILES).map(([network, profile]) => {
      const handle = textOf(user[network]).trim().replace(/^@/, '')
      return handle && httpsAddress(/^https?:/.test(handle) ? handle : profile && profile + handle)
    })
    yield {
      kind: 'person',
      key,
      addresses: [...addressesOf('/author/', user.slug), ...addressesOf('/author/', user.slug, 'rss/')],
      name,
      slug: lineOf(user.slug),
      biography: plainTextOf(user.bio),
      links: [httpsAddress(user.website), ...links].filter((link): link is string => Boolean(link)),
      image: imageOf(user.profile_image, null, ''),
    }
  }
}

const isInternal = (tag: SourceRow) => tag.visibility === 'internal' || textOf(tag.name).startsWith('#')

/** As in Ghost, the first tag of an article is its primary tag, which becomes the category. All others become topics. */
function* tagsOf(tables: GhostTables): Generator<ImportedTopic | ImportedCategory> {
  const [categories, topics] = [new Set<string>(), new Set<string>()]
  for (const post of tables.tagsOf.keys()) {
    const [first, ...others] = publicTags(post, tables)
    if (first) categories.add(first)
    for (const other of others) topics.add(other)
  }
  for (const [key, tag] of tables.tags) {
    const name = lineOf(tag.name)
    if (!key || !name || isInternal(tag)) continue
    const common = {
      key,
      addresses: [...addressesOf('/tag/', tag.slug), ...addressesOf('/tag/', tag.slug, 'rss/')],
      name,
      slug: lineOf(tag.slug),
      description: plainTextOf(tag.description),
    }
    const isCategory = categories.has(key)
    if (isCategory) yield { ...common, kind: 'category' }
    if (topics.has(key) || !isCategory)
      yield { ...common, kind: 'topic', image: imageOf(tag.feature_image, null, '') }
  }
}

function publicTags(post: string, { tags, tagsOf }: GhostTables): string[] {
  return (tagsOf.get(post) ?? []).filter((id) => {
    const tag = tags.get(id)
    return tag && lineOf(tag.name) && !isInternal(tag)
  })
}

function addressesOf(folder: string, slug: unknown, end = ''): string[] {
  const name = lineOf(slug)
  return name ? [`${folder}${encodeURIComponent(name)}/${end}`] : []
}

function imageOf(address: unknown, alt: string | null, caption: string) {
  const path = textOf(address).replace(SITE, '')
  return path ? { address: path, alt, caption, credit: '' } : null
}

function* tableLosses({ tags, snippets }: GhostTables): Generator<ImportItem> {
  const losses = createLosses(null)
  for (const tag of tags.values()) if (isInternal(tag)) losses.lose('internal tags', textOf(tag.name))
  for (const name of snippets) losses.lose('snippets', name)
  yield* losses.items()
}

function* articleItems(post: SourceRow, tables: GhostTables): Generator<ImportItem> {
  const key = textOf(post.id) || textOf(post.uuid) || textOf(post.slug)
  if (!key) return
  const losses = createLosses(collapseSpace(textOf(post.title)).slice(0, 200) || key)
  yield articleOf(key, post, tables, losses)
  yield* losses.items()
}

function articleOf(key: string, post: SourceRow, tables: GhostTables, losses: Losses): ImportedArticle {
  const row: SourceRow = { ...post, ...tables.meta.get(key) }
  const isPage = row.type === 'page' || row.page === true || row.page === 1
  const [category = null, ...topics] = publicTags(key, tables)
  const people = tables.authorsOf.get(key) ?? [textOf(row.author_id)]
  const title = collapseSpace(textOf(row.title))
  const { state, publishedAt } = stateOf(row, losses, title)
  reportSettings(row, losses)
  return {
    kind: 'article',
    key,
    type: isPage ? 'page' : 'post',
    addresses:
      state === 'draft' && !publishedAt
        ? []
        : [...addressesOf('/', row.slug), ...addressesOf('/', row.slug, 'amp/')],
    title: title === '(Untitled)' ? '' : title,
    standfirst: collapseSpace(textOf(row.custom_excerpt)),
    html: htmlOf(row, losses),
    state,
    createdAt: instantOf(row.created_at),
    publishedAt,
    updatedAt: instantOf(row.updated_at),
    people: people.filter((id) => tables.users.has(id)),
    topics,
    category,
    image: imageOf(
      row.feature_image || row.image,
      lineOf(row.feature_image_alt),
      plainTextOf(row.feature_image_caption),
    ),
    slug: lineOf(row.slug),
    searchTitle: lineOf(row.meta_title),
    searchDescription: lineOf(row.meta_description),
    socialTitle: lineOf(row.og_title) ?? lineOf(row.twitter_title),
    canonicalUrl: httpsAddress(row.canonical_url),
    isUnlisted: false,
    language: lineOf(row.locale),
  }
}

/** Texts with restricted access become drafts, since everyone could read them here. */
function stateOf(
  { status, visibility, published_at, email_only }: SourceRow,
  losses: Losses,
  title: string,
): Pick<ImportedArticle, 'state' | 'publishedAt'> {
  const publishedAt = instantOf(published_at)
  const audience = textOf(visibility) || 'public'
  const isDraft = (what: string) => {
    losses.lose(what, title)
    return { state: 'draft' as const, publishedAt }
  }
  if (status !== 'published' && status !== 'scheduled' && status !== 'sent')
    return { state: 'draft', publishedAt: null }
  if (status === 'sent' || email_only === true || email_only === 1)
    return isDraft('articles sent by email only, which become drafts')
  if (audience !== 'public') return isDraft('articles for members only, which become drafts')
  if (!publishedAt) return isDraft('articles without a date, which become drafts')
  return { state: status, publishedAt }
}

function reportSettings(row: SourceRow, { lose }: Losses): void {
  const code = textOf(row.codeinjection_head) + textOf(row.codeinjection_foot)
  if (code.trim()) lose('articles with code injection', code)
  if (textOf(row.custom_template)) lose('articles with a custom template', textOf(row.custom_template))
  const social = textOf(row.og_image) || textOf(row.twitter_image)
  if (social && social !== row.feature_image) lose('images for social networks', social)
  const description = textOf(row.og_description) || textOf(row.twitter_description)
  if (description && description !== row.meta_description && description !== row.custom_excerpt)
    lose('descriptions for social networks', description)
}

/** Prefers the document that Ghost's editor opens to the HTML that readers got. */
function htmlOf(row: SourceRow, losses: Losses): string {
  const html = textOf(row.html).replaceAll(SITE, '')
  return convertText(GHOST_TEXTS, losses, html, (context) => {
    const lexical = row.lexical ? lexicalToHtml(textOf(row.lexical), context) : null
    const mobiledoc =
      lexical === null && row.mobiledoc ? mobiledocToHtml(textOf(row.mobiledoc), context) : null
    return lexical ?? mobiledoc ?? convertHtml(html, context)
  })
}

/** Reads a member from the JSON file. Exports of the admin area have a list of members (CSV) instead. */
function* subscriberItems(member: SourceRow, tables: GhostTables): Generator<ImportedSubscriber> {
  const email = textOf(member.email).trim()
  if (!email) return
  yield {
    kind: 'subscriber',
    key: textOf(member.id) || email,
    email,
    name: lineOf(member.name),
    subscribedAt: instantOf(member.created_at),
    consent: consentOf(member, tables),
  }
}

function consentOf(
  { id, email_disabled, subscribed }: SourceRow,
  { receivers }: GhostTables,
): ImportedSubscriber['consent'] {
  if (email_disabled === true || email_disabled === 1) return 'withdrawn'
  // Ghost 5 and later.
  if (receivers.size > 0) return receivers.has(textOf(id)) ? 'given' : 'withdrawn'
  if (subscribed === undefined || subscribed === null) return 'unknown'
  return subscribed === true || subscribed === 1 ? 'given' : 'withdrawn'
}

/** Reads redirects.json. Redirects with patterns are not supported here, so they are lost. */
async function* readRedirects(files: ArchiveFiles): AsyncGenerator<ImportItem> {
  const name = files.names.find((one) => /(?:^|\/)redirects\.json$/.test(one))
  const bytes = name && (await readArchiveFile(files, name, MAX_REDIRECTS_BYTES))
  const rows = bytes ? parseJson(bytes.toString()) : undefined
  if (!Array.isArray(rows)) return
  const losses = createLosses(null)
  for (const row of rows.filter(isObject)) {
    const from = textOf(row.from)
      .replace(/^\^/, '')
      .replace(/(?:\/\?)?\$$/, '')
    const to = textOf(row.to)
    if (!from.startsWith('/') || /[()[\]*+?|\\^$]/.test(from) || /\$\d/.test(to))
      losses.lose('redirects with patterns', `${from} → ${to}`)
    else yield redirectOf(from, to, row.permanent !== false)
  }
  yield* losses.items()
}

function redirectOf(from: string, to: string, isPermanent: boolean): ImportedRedirect {
  return { kind: 'redirect', key: from, from, to, status: isPermanent ? 301 : 302 }
}

const CONTENT_FOLDERS = ['images', 'media', 'files']

/** Finds the files of the folder `content`, wherever it is in the archive. For resized images, finds the original. */
function createContentIndex({ names }: ArchiveFiles): (address: string) => string | undefined {
  const index = new Map<string, string>()
  for (const name of names.toReversed()) {
    const path = contentPath(name)
    if (path) index.set(path, name)
  }
  return (address) => {
    const path = decodePath(URL.parse(address, 'https://site.invalid')?.pathname ?? '')
    return path.includes('/content/') ? index.get(contentPath(path) ?? '') : undefined
  }
}

/** Returns the path below `content`, such as `images/2024/05/a.jpg`. */
function contentPath(path: string): string | undefined {
  const folders = path.split('/')
  const start = folders.findIndex((folder) => CONTENT_FOLDERS.includes(folder))
  if (start === -1) return undefined
  const isResized = folders[start] === 'images' && folders[start + 1] === 'size'
  return [folders[start], ...folders.slice(start + (isResized ? 3 : 1))].join('/')
}
