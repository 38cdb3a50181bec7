import { posix } from 'node:path'
import { MAX_READ, toSlug } from '#kernel/slug.ts'
import { decodeText } from '#kernel/text/decode-text.ts'
import { htmlToText } from '#kernel/text/html-text.ts'
import { runWithin } from '#platform/process/run-within.server.ts'
import { convertHtml } from '../rules/convert-html.ts'
import {
  addressesOfPage,
  categoryOf,
  isHtml,
  isMarkdown,
  isPageFile,
  type PageFile,
  pathInSite,
  readPagePath,
} from '../rules/folder-pages.ts'
import { type FrontMatter, type PageFields, parseFrontMatter, readPageFields } from '../rules/front-matter.ts'
import type { ImportedArticle, ImportItem, ImportSource } from '../rules/import-item.ts'
import { markdownToHtml, notesToHtml } from '../rules/markdown-html.ts'
import { readMarkdownElement } from '../rules/note-callouts.ts'
import { NO_FIELDS } from '../rules/source-values.ts'
import { createLosses, type Losses } from '../rules/text-losses.ts'
import { type ArchiveFiles, readArchiveFile } from './archive-files.server.ts'
import { convertText } from './convert-text.server.ts'
import { commonFolder, createFolderIndex } from './folder-index.server.ts'
import { readHtmlPage } from './html-page.server.ts'
import { readStart } from './read-start.server.ts'

const MAX_TEXT_BYTES = 10_000_000
const MAX_CONFIG_BYTES = 1_000_000
const START_BYTES = 10
const MAX_MS = 2_000

/** A page of the folder, without its text. */
type Page = {
  name: string
  key: string
  file: PageFile
  fields: PageFields
  addresses: string[]
  date: string | null
}

/**
 * Opens a folder or an archive of Markdown or HTML with front matter, as Hugo, Jekyll, Eleventy and Obsidian keep it. Null without
 * such files. Beside Markdown, HTML without front matter is ignored, since it is the built site.
 */
export async function openFolder(files: ArchiveFiles): Promise<ImportSource | null> {
  const names = await listPages(files)
  if (names.length === 0) return null
  const index = createFolderIndex(files.names)
  return {
    format: 'folder',
    siteUrl: await readSiteUrl(files),
    async *items() {
      const all = await readPages(files, names)
      const pages = all.filter(({ fields }) => !fields.isPerson)
      const people = all.filter(({ fields }) => fields.isPerson)
      for (const page of people) yield await readPerson(files, page, index)
      yield* namesOf(pages, new Set(people.map(({ fields }) => keyOf(fields.title))))
      const addresses = new Map(pages.map(({ name, addresses: [address] }) => [name, address ?? null]))
      const findPage = (path: string, from: string) => {
        const name = index.findPage(path, from)
        return name === undefined ? null : (addresses.get(name) ?? null)
      }
      const now = new Date()
      for (const page of pages) yield* pageItems(files, page, { ...index, findPage }, now)
      yield* folderLosses(files)
    },
    readFile: (address) => files.open(address),
    async [Symbol.asyncDispose]() {},
  }
}

async function listPages(files: ArchiveFiles): Promise<string[]> {
  const pages = files.names.filter(isPageFile)
  const hasMarkdown = pages.some(isMarkdown)
  const kept: string[] = []
  for (const name of pages)
    if (!hasMarkdown || isMarkdown(name) || (await readStart(files, name, START_BYTES)).startsWith('---'))
      kept.push(name)
  return kept
}

/** Reads the address of the site from the settings of Hugo or Jekyll. */
async function readSiteUrl(files: ArchiveFiles): Promise<string | null> {
  const settings = files.names.filter((name) => /^(?:[^/]+\/)?(?:_?config|hugo)\.(?:toml|ya?ml)$/.test(name))
  for (const name of settings) {
    const text = decodeText((await readArchiveFile(files, name, MAX_CONFIG_BYTES)) ?? new Uint8Array())
    const [, address] = /^(?:baseurl|url)[ \t]*[:=][ \t]*["']?(https?:\/\/[^\s"'#]{1,500})/im.exec(text) ?? []
    if (address) return address
  }
  return null
}

async function readFile(files: ArchiveFiles, name: string): Promise<FrontMatter> {
  const text = decodeText((await readArchiveFile(files, name, MAX_TEXT_BYTES)) ?? new Uint8Array())
  try {
    return runWithin(MAX_MS, () => parseFrontMatter(text))
  } catch {
    return { fields: {}, body: text, isDamaged: true }
  }
}

async function readPages(files: ArchiveFiles, names: readonly string[]): Promise<Page[]> {
  const pages: Page[] = []
  const prefix = commonFolder(files.names)
  for (const name of names) {
    const { fields: given, body } = await readFile(files, name)
    const own = readPageFields(given)
    const fields = isHtml(name) && !own.title ? { ...own, ...readHtmlPage(body).fields } : own
    const path = name.slice(prefix.length)
    const file = readPagePath(pathInSite(path))
    const date = fields.publishedAt ?? (file.date && `${file.date}T00:00:00.000Z`)
    pages.push({
      name,
      key: path,
      file,
      fields,
      date,
      addresses: addressesOfPage(file, fields, date),
    })
  }
  return pages
}

/** Long texts are not turned into slugs, which contain only the start of a text: two texts could have the same slug. */
const keyOf = (text: string) =>
  text.length > MAX_READ ? text : toSlug(text, Number.POSITIVE_INFINITY) || text

async function readPerson(
  files: ArchiveFiles,
  page: Page,
  index: Pick<Index, 'findFile'>,
): Promise<ImportItem> {
  const { title, slug, links } = page.fields
  const { body } = await readFile(files, page.name)
  return {
    kind: 'person',
    key: keyOf(title),
    name: title,
    slug,
    biography: htmlToText(runWithin(MAX_MS, () => markdownToHtml(body))),
    links,
    image: imageOf(page, index),
    addresses: [],
  }
}

function imageOf({ name, fields: { image } }: Page, { findFile }: Pick<Index, 'findFile'>) {
  return image && { ...image, address: findFile(image.address, name) ?? image.address }
}

/** @param known the keys of people who have a page */
function namesOf(pages: readonly Page[], known: ReadonlySet<string>): ImportItem[] {
  const [people, categories, topics] = [
    new Map<string, ImportItem>(),
    new Map<string, ImportItem>(),
    new Map<string, ImportItem>(),
  ]
  for (const { file, fields } of pages) {
    for (const name of fields.authors) {
      const common = { key: keyOf(name), name, slug: null, image: null, addresses: [] }
      if (!known.has(common.key) && !people.has(common.key))
        people.set(common.key, { ...common, kind: 'person', biography: '', links: [] })
    }
    const category = categoryOf(file, fields)
    if (category && !categories.has(keyOf(category))) {
      const addresses = [`/categories/${keyOf(category)}/`, `/${keyOf(category)}/`]
      const item = {
        key: keyOf(category),
        name: titleFromSlug(category),
        slug: null,
        description: '',
      }
      categories.set(item.key, { ...item, kind: 'category', addresses })
    }
    for (const name of topicsOf(fields)) {
      const common = { key: keyOf(name), name, slug: null, description: '', image: null }
      if (!topics.has(common.key))
        topics.set(common.key, { ...common, kind: 'topic', addresses: [`/tags/${keyOf(name)}/`] })
    }
  }
  return [...people.values(), ...categories.values(), ...topics.values()]
}

/** Returns the topics of a page: its tags, and all categories but the first. */
function topicsOf({ tags, categories }: PageFields): string[] {
  return [...new Set([...tags, ...categories.slice(1)])]
}

/** Names of folders and files are in lower case, with hyphens. */
function titleFromSlug(name: string): string {
  return /^[a-z\d-]+$/.test(name) ? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ') : name
}

type Index = Omit<ReturnType<typeof createFolderIndex>, 'findPage'> & {
  findPage: (path: string, from: string) => string | null
}

async function* pageItems(
  files: ArchiveFiles,
  page: Page,
  index: Index,
  now: Date,
): AsyncGenerator<ImportItem> {
  const { name, key, file, fields, addresses } = page
  const losses = createLosses(fields.title || key)
  const { body, isDamaged } = await readFile(files, name)
  if (isDamaged) losses.lose('front matter that cannot be read', name)
  for (const field of fields.others) losses.lose('other fields of front matter', field)
  const text = writeText(page, body, index, losses)
  const { title, html } = takeTitle(fields.title, text)
  const category = categoryOf(file, fields)
  yield {
    ...NO_FIELDS,
    kind: 'article',
    key,
    type: fields.isPage ? 'page' : 'post',
    addresses,
    title: title || titleFromSlug(file.slug),
    standfirst: fields.standfirst,
    html,
    ...stateOf(page, now),
    updatedAt: fields.updatedAt,
    people: fields.authors.map(keyOf),
    topics: topicsOf(fields).map(keyOf),
    category: category && keyOf(category),
    image: imageOf(page, index),
    slug: fields.slug ?? file.slug,
    searchTitle: fields.searchTitle,
    searchDescription: fields.searchDescription,
    socialTitle: fields.socialTitle,
    canonicalUrl: fields.canonicalUrl,
    isUnlisted: fields.isUnlisted,
    language: fields.language,
  }
  yield* losses.items()
}

/** A file without a date becomes a draft, since notes have none and were never published. */
function stateOf({ file, fields, date }: Page, now: Date): Pick<ImportedArticle, 'state' | 'publishedAt'> {
  const isDraft = fields.isDraft ?? file.isDraft
  if (isDraft || (!date && !fields.isPage)) return { state: 'draft', publishedAt: null }
  const publishedAt = date ?? fields.updatedAt
  if (!publishedAt) return { state: 'draft', publishedAt: null }
  return { state: new Date(publishedAt) > now ? 'scheduled' : 'published', publishedAt }
}

function writeText({ name }: Page, body: string, index: Index, losses: Losses): string {
  const source = {
    linkAddress(address: string) {
      const file = index.findFile(address, name)
      const page = index.findPage(address, name)
      if (file !== undefined && page === null) losses.lose('files for download, which are not imported', file)
      return page ?? address
    },
    fileAddress: (address: string) => index.findFile(address, name) ?? address,
    readSpecial: readMarkdownElement,
  }
  if (!isMarkdown(name)) {
    const { html } = readHtmlPage(body)
    return convertText(source, losses, html, (context) => convertHtml(html, context))
  }
  const context = { findNote: (note: string) => index.findPage(`${note}.md`, name), lose: losses.lose }
  return convertText(source, losses, body, (textContext) =>
    convertHtml(notesToHtml(body, context), textContext),
  )
}

/** Removes a heading at the start that repeats the title. Without a title, it becomes the title. */
function takeTitle(title: string, html: string): { title: string; html: string } {
  const end = html.startsWith('<h2>') ? html.indexOf('</h2>') : -1
  if (end === -1) return { title, html }
  const heading = htmlToText(html.slice('<h2>'.length, end))
  return title === '' || heading === title
    ? { title: heading, html: html.slice(end + '</h2>'.length) }
    : { title, html }
}

function* folderLosses({ names }: ArchiveFiles): Generator<ImportItem> {
  const losses = createLosses(null)
  for (const name of names) {
    if (/(?:^|\/)_index\.\w+$/.test(name)) losses.lose('pages of sections', name)
    if (/\.mdx$/.test(name)) losses.lose('MDX files', posix.basename(name))
  }
  yield* losses.items()
}
