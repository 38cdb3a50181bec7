import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { collapseSpace } from '#kernel/text/text.ts'
import type { ImportedImage } from './import-item.ts'
import {
  httpsAddress,
  instantOf,
  isObject,
  lineOf,
  plainTextOf,
  type SourceRow,
  textOf,
} from './source-values.ts'

const MAX_LENGTH = 100_000
const MAX_VALUES = 100

export type FrontMatter = {
  fields: SourceRow
  /** The text below. */
  body: string
  /** The fields could not be read. */
  isDamaged: boolean
}

/** Splits a file into its front matter (YAML, TOML or JSON, as Jekyll, Hugo, Eleventy and Obsidian write it) and its text. */
export function parseFrontMatter(file: string): FrontMatter {
  const text = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const marks = { '---\n': '\n---', '+++\n': '\n+++', '{\n': '\n}' } as const
  const start = (Object.keys(marks) as (keyof typeof marks)[]).find((mark) => text.startsWith(mark))
  const end = start ? text.indexOf(marks[start], start.length - 1) : -1
  if (!start || end === -1 || end > MAX_LENGTH) return { fields: {}, body: text, isDamaged: false }
  const lineEnd = text.indexOf('\n', end + 1)
  const body = lineEnd === -1 ? '' : text.slice(lineEnd + 1)
  try {
    const fields = parseFields(start, text, end)
    return { fields: isObject(fields) ? fields : {}, body, isDamaged: !isObject(fields) && fields !== null }
  } catch {
    return { fields: {}, body, isDamaged: true }
  }
}

function parseFields(start: string, text: string, end: number): unknown {
  const inside = text.slice(start.length, Math.max(end, start.length))
  if (start === '+++\n') return parseToml(inside)
  if (start === '{\n') return JSON.parse(`{${inside}}`)
  return parseYaml(inside, { maxAliasCount: 20, uniqueKeys: false, logLevel: 'error' })
}

/** The fields of a page. Generators and themes have several names for each. */
export type PageFields = {
  title: string
  standfirst: string
  searchTitle: string | null
  searchDescription: string | null
  socialTitle: string | null
  /** Null if the file does not say. */
  isDraft: boolean | null
  isPage: boolean
  /** The title is the name of a person, and the text the biography. */
  isPerson: boolean
  isUnlisted: boolean
  language: string | null
  publishedAt: string | null
  updatedAt: string | null
  categories: string[]
  tags: string[]
  authors: string[]
  slug: string | null
  /** The address of the page, and former ones. */
  permalink: string | null
  aliases: string[]
  canonicalUrl: string | null
  image: ImportedImage | null
  /** https addresses. */
  links: string[]
  /** The names of all other fields. */
  others: string[]
}

export function readPageFields(given: SourceRow): PageFields {
  const used = new Set<string>()
  const fields = new Map(Object.entries(given).map(([name, value]) => [foldName(name), value]))
  const find = (...names: string[]): unknown => {
    const name = names.find((one) => isFilled(fields.get(one)))
    for (const one of names) used.add(one)
    return name === undefined ? undefined : fields.get(name)
  }
  const description = plainTextOf(find('description', 'metadescription'))
  const standfirst = plainTextOf(
    find('standfirst', 'subtitle', 'dek', 'lead', 'lede', 'summary', 'excerpt', 'abstract'),
  )
  const published = find('published')
  const status = textOf(find('status', 'state')).toLowerCase()
  const draft = find('draft')
  const layout = textOf(find('type', 'layout')).toLowerCase()
  // Fields that do not matter here are not reported as lost.
  find('weight', 'toc', 'id', 'uid', 'comments', 'math', 'eleventynavigation', 'menu', 'cssclasses')
  return {
    title: plainTextOf(find('title', 'headline')),
    standfirst: standfirst || description,
    searchTitle: lineOf(find('searchtitle', 'seotitle', 'metatitle')),
    searchDescription: lineOf(find('searchdescription')) ?? (standfirst && description ? description : null),
    socialTitle: lineOf(find('socialtitle', 'ogtitle')),
    isDraft:
      draft === true || published === false || status === 'draft'
        ? true
        : draft === false || published === true || status === 'published'
          ? false
          : null,
    isPage: layout === 'page',
    isPerson: layout === 'person',
    language: lineOf(find('lang', 'language', 'locale')),
    isUnlisted: find('noindex', 'robotsnoindex', 'unlisted') === true,
    publishedAt: instantOf(
      find('date', 'publishdate', 'pubdate', 'publishedat', 'datepublished', 'created', 'createdat') ??
        (typeof published === 'boolean' ? undefined : published),
    ),
    updatedAt: instantOf(
      find('lastmod', 'lastmodifiedat', 'updated', 'updatedat', 'updateddate', 'modified', 'datemodified'),
    ),
    categories: listOf(find('categories', 'category', 'section'), ','),
    tags: listOf(find('tags', 'tag', 'keywords', 'topics'), ','),
    authors: listOf(find('authors', 'author', 'byline'), ','),
    slug: lineOf(find('slug')),
    permalink: pathOf(find('permalink', 'url')),
    aliases: listOf(find('aliases', 'alias', 'redirectfrom'), ' ').flatMap((alias) => pathOf(alias) ?? []),
    canonicalUrl: httpsAddress(find('canonical', 'canonicalurl')),
    image: readImageField(find),
    links: listOf(find('links'), ' ').flatMap((link) => httpsAddress(link) ?? []),
    others: [...fields]
      .flatMap(([name, value]) => (used.has(name) || !isFilled(value) ? [] : name))
      .slice(0, MAX_VALUES),
  }
}

/** "featured_image", "featuredImage" and "featured-image" are one name. */
const foldName = (name: string) => name.toLowerCase().replace(/[_\-\s]/g, '')

const isFilled = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

const IMAGES = [
  'featuredimage',
  'featureimage',
  'coverimage',
  'cover',
  'image',
  'heroimage',
  'hero',
  'banner',
  'thumbnail',
  'ogimage',
  'socialimage',
  'images',
]

function readImageField(find: (...names: string[]) => unknown): PageFields['image'] {
  const header = find('header')
  const found =
    find(...IMAGES) ??
    (isObject(header) ? (header.image ?? header.overlay_image ?? header.teaser) : undefined)
  const first = Array.isArray(found) ? found[0] : found
  const value: SourceRow = isObject(first) ? first : { src: first }
  const address = [value.src, value.image, value.url, value.path, value.relative]
    .map(textOf)
    .find(Boolean)
    ?.trim()
  const [alt, caption, credit] = ['alt', 'caption', 'credit'].map((part) =>
    find(...IMAGES.map((name) => name + part)),
  )
  if (!address) return null
  return {
    address: stripWikiLink(address),
    alt: lineOf(value.alt) ?? lineOf(alt),
    caption: plainTextOf(value.caption ?? caption),
    credit: plainTextOf(value.credit ?? credit),
  }
}

/** Obsidian writes "[[a.jpg]]". */
const stripWikiLink = (text: string) => text.replace(/^!?\[\[/, '').replace(/\]\]$/, '')

/** Reads a list, or a text with separators. Items may be objects with a name. */
function listOf(value: unknown, separator: string): string[] {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(separator) : [value]
  const names = items.map((item) => collapseSpace(textOf(isObject(item) ? (item.name ?? item.title) : item)))
  return [...new Set(names.map((name) => stripWikiLink(name).replace(/^#/, '')).filter(Boolean))].slice(
    0,
    MAX_VALUES,
  )
}

/** Returns the path of an address; null for patterns such as "/:year/:title/". */
function pathOf(value: unknown): string | null {
  const text = textOf(value).trim()
  const path = /^https?:/.test(text) ? (URL.parse(text)?.pathname ?? '') : text
  return path && !/[:{}\s]/.test(path) ? `/${path.replace(/^\/+/, '')}` : null
}
