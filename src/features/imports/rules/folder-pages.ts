import type { PageFields } from './front-matter.ts'

/** Folders of generators without texts, and folders of built sites. */
const NO_TEXTS =
  /(?:^|\/)(?:_(?:data|includes|layouts|sass|site)|archetypes|i18n|layouts|node_modules|resources|templates|themes|vendor)\//
const ABOUT_THE_FOLDER =
  /(?:^|\/)(?:changelog|code_of_conduct|contributing|licen[cs]e|readme|security)\.(?:md|markdown)$/i
/** Folders whose names are not categories. */
const COMMON_FOLDERS = /^(?:_?posts?|_drafts|articles?|blog|content|drafts|en|notes|pages|site|src|stories)$/i

export const isTextFolder = (name: string) => COMMON_FOLDERS.test(name)
export const isMarkdown = (name: string) => /\.(?:md|markdown)$/i.test(name)
export const isHtml = (name: string) => /\.html?$/i.test(name)

/** Whether a file may be an article. Sections have files of their own (`_index.md`). */
export function isPageFile(name: string): boolean {
  if (!(isMarkdown(name) || isHtml(name))) return false
  return !(NO_TEXTS.test(name) || ABOUT_THE_FOLDER.test(name) || /(?:^|\/)_index\.\w+$/.test(name))
}

/** Returns the path below the folder in which generators keep texts. */
export function pathInSite(path: string): string {
  return path.replace(/^(?:src\/content|content|source|src|docs)\//, '')
}

const DATED = /^(\d{4})-(\d{2})-(\d{2})-(.+)$/

export type PageFile = {
  folders: string[]
  /** Without the date and the ending. */
  slug: string
  /** The date in the name, as Jekyll requires it: ISO 8601. */
  date: string | null
  isDraft: boolean
  isPost: boolean
}

/** Reads the path of a file below the folder of texts. */
export function readPagePath(path: string): PageFile {
  const folders = path.split('/')
  const file = (folders.pop() ?? '').replace(/\.\w+$/, '')
  // The page of a folder, beside its images.
  const base = file === 'index' && folders.length > 0 ? (folders.pop() ?? file) : file
  const [, year, month, day, rest] = DATED.exec(base) ?? []
  return {
    folders,
    slug: rest ?? base,
    date: year ? `${year}-${month}-${day}` : null,
    isDraft: folders.includes('_drafts') || folders.includes('drafts'),
    isPost: folders.includes('_posts'),
  }
}

/** Returns the addresses that a page has with the defaults of Jekyll, Hugo and Eleventy. The first is the main one. */
export function addressesOfPage(
  { folders, slug: fileSlug, isPost }: PageFile,
  { permalink, aliases, slug, categories }: Pick<PageFields, 'permalink' | 'aliases' | 'slug' | 'categories'>,
  date: string | null,
): string[] {
  if (permalink) return [permalink, ...aliases]
  const name = slug ?? fileSlug
  const encode = (parts: readonly string[]) => parts.map((part) => encodeURIComponent(part)).join('/')
  if (isPost && date) {
    const day = date.slice(0, 10).split('-')
    const dated = encode([...day, name])
    const grouped = encode([...categories.map((one) => one.toLowerCase()), ...day, name])
    return [...new Set([`/${grouped}.html`, `/${dated}.html`, `/${grouped}/`, `/${dated}/`, ...aliases])]
  }
  const path = encode([...folders.filter((folder) => !folder.startsWith('_')), name])
  return [`/${path}/`, `/${path}.html`, ...aliases]
}

/** Returns the category of a page: that of its fields, else its folder. */
export function categoryOf(
  { folders }: PageFile,
  { categories }: Pick<PageFields, 'categories'>,
): string | null {
  return categories[0] ?? folders.find((folder) => !COMMON_FOLDERS.test(folder)) ?? null
}
