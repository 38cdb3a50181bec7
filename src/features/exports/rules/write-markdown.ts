import TurndownService from 'turndown'
import { stringify } from 'yaml'
import { uploadNameOf } from '#features/media/rules/variant.ts'
import { categoryName } from '#kernel/category.ts'
import { type ExportedArticle, type ExportedPerson, replacePaths } from './exported-article.ts'

/** The path from an article to the root of the archive. */
const ROOT = '../../'
export const MARKDOWN_FILES = 'files'

/** Elements that Markdown cannot express remain HTML. */
const KEPT = 'table figure iframe video audio picture aside dl sub sup ins del s details cite'.split(' ')

/** The path of an article, such as `articles/2026/baths-reopen-0f8fad5b.md`. */
export function markdownPath({ id, slug, publishedAt }: ExportedArticle): string {
  return `articles/${publishedAt.slice(0, 4)}/${slug}-${id.slice(0, 8)}.md`
}

/** Writes an article with the front matter that Hugo, Eleventy and Jekyll read. */
export function writeMarkdown(article: ExportedArticle, { origin }: { origin: string }): string {
  const { image } = article
  const fields = {
    id: article.id,
    title: article.title,
    slug: article.slug,
    date: article.publishedAt,
    lastmod: article.updatedAt,
    description: article.summary,
    authors: article.people.filter(({ role }) => role === '').map(({ name }) => name),
    credits: article.people.filter(({ role }) => role !== '').map(({ name, role }) => ({ name, role })),
    categories: [categoryName(article.category)],
    tags: article.topics.map(({ name }) => name),
    image: image && (image.url.startsWith('/') ? toFile(image.url, origin) : image.url),
    image_alt: image?.alt,
    image_caption: image?.caption,
    image_credit: image?.credit,
    aliases: [article.path],
    canonical_url: article.canonicalUrl,
    search_title: article.searchTitle,
    search_description: article.searchDescription,
    social_title: article.socialTitle,
    noindex: article.isUnlisted || null,
    lang: article.language,
    source: article.source,
    sponsored_by: article.sponsoredBy,
  }
  return `---\n${writeFields(fields)}---\n\n${toMarkdown(replacePaths(article.html, (path) => toFile(path, origin)))}\n`
}

/** Writes a person with front matter, and the biography as text. */
export function writeMarkdownPerson(person: ExportedPerson, { origin }: { origin: string }): string {
  const { id, name, slug, biography, links, imageUrl } = person
  const image = imageUrl && toFile(imageUrl, origin).replace(ROOT, '../')
  return `---\n${writeFields({ id, type: 'person', title: name, slug, links, image })}---\n\n${turndown().escape(biography)}\n`
}

function writeFields(fields: Record<string, unknown>): string {
  const known = Object.entries(fields).filter(
    ([, value]) =>
      value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return stringify(Object.fromEntries(known), { lineWidth: 0 })
}

function toFile(path: string, origin: string): string {
  const name = uploadNameOf(path)
  return name === undefined ? origin + path : `${ROOT}${MARKDOWN_FILES}/${name}`
}

/** Stands for a comment, which turndown removes. */
const SEPARATOR = '\uE000'

function toMarkdown(html: string): string {
  // Two lists in a row would be one.
  const separated = html.replace(/<\/(ul|ol)>\s{0,10}(?=<\1[ >])/g, `$&<p>${SEPARATOR}</p>`)
  return turndown().turndown(separated).replaceAll(SEPARATOR, '<!-- -->')
}

let service: TurndownService | undefined

function turndown(): TurndownService {
  service ??= createTurndown()
  return service
}

function createTurndown(): TurndownService {
  const created = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---',
  })
  created.keep(KEPT as (keyof HTMLElementTagNameMap)[])
  return created
}
