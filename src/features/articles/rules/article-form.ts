import type { Category } from '#kernel/category.ts'

/** What an editor writes of an article, as the form holds it (spec §2, Article manager): an empty text is none. */
export type ArticleForm = {
  title: string
  category: Category
  author: string
  sourceName: string
  /** Text with limited HTML. */
  summary: string
  /** Text or HTML. */
  content: string
  /** An http(s) address, or the path of an image of our own. */
  imageUrl: string
  sourceUrl: string
  isBreaking: boolean
}

/** A new article (spec §4): category News, not breaking. */
export const NEW_ARTICLE: Readonly<ArticleForm> = {
  title: '',
  category: 'News',
  author: '',
  sourceName: '',
  summary: '',
  content: '',
  imageUrl: '',
  sourceUrl: '',
  isBreaking: false,
}

/** The fields by the names that the screen gives them, in its order. */
export const ARTICLE_LABELS: Readonly<Record<keyof ArticleForm, string>> = {
  title: 'Title',
  category: 'Category',
  author: 'Author',
  sourceName: 'Source Name',
  summary: 'Summary',
  content: 'Content',
  imageUrl: 'Image URL',
  sourceUrl: 'Source URL',
  isBreaking: 'Breaking News',
}

export const ARTICLE_FIELDS = Object.keys(ARTICLE_LABELS) as (keyof ArticleForm)[]

type TextField = Exclude<keyof ArticleForm, 'category' | 'isBreaking'>

/** The longest of each field, in UTF-16 units. A feed brings no more either (domain/feeds/bounded.ts). */
export const LONGEST: Readonly<Record<TextField, number>> = {
  title: 2_000,
  author: 200,
  sourceName: 2_000,
  summary: 200_000,
  content: 1_000_000,
  imageUrl: 2_048,
  sourceUrl: 2_048,
}

export type ArticleErrors = Partial<Record<keyof ArticleForm, string>>

/** Where our own images are, as an article's `image_url` names them: uploads and the sample edition. */
const OWN_IMAGE = /^\/(storage\/article-images|samples(\/[\w-]+)*)\/[\w-][\w.-]*$/

/** What keeps an article from being stored (spec §5), by field; nothing for a sound one. */
export function checkArticle(form: ArticleForm): ArticleErrors {
  const errors: ArticleErrors = {}
  for (const [field, most] of Object.entries(LONGEST) as [TextField, number][])
    if (form[field].length > most)
      errors[field] = `${ARTICLE_LABELS[field]} can have ${most.toLocaleString('en-GB')} characters at most`
  if (form.title.trim() === '') errors.title = 'Article title is required'
  for (const field of ['imageUrl', 'sourceUrl'] as const) {
    const address = form[field].trim()
    const isOwn = field === 'imageUrl' && OWN_IMAGE.test(address)
    const error = address && !isOwn ? addressError(ARTICLE_LABELS[field], address) : undefined
    if (error) errors[field] ??= error
  }
  return errors
}

function addressError(label: string, address: string): string | undefined {
  if (!/^https?:\/\//i.test(address)) return `${label} must start with http:// or https://`
  return URL.canParse(address) ? undefined : `${label} is not a web address`
}

/** The article as it is stored: what must be one line is one, and nothing has what PostgreSQL cannot hold. */
export function tidyArticle(form: ArticleForm): ArticleForm {
  const { title, author, sourceName, imageUrl, sourceUrl } = form
  return {
    title: oneLine(title),
    category: form.category,
    author: oneLine(author),
    sourceName: oneLine(sourceName),
    summary: storable(form.summary).trim(),
    content: storable(form.content).trim(),
    imageUrl: oneLine(imageUrl),
    sourceUrl: oneLine(sourceUrl),
    isBreaking: form.isBreaking,
  }
}

function oneLine(text: string): string {
  return storable(text)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

function storable(text: string): string {
  return text.replaceAll('\0', '').replaceAll('\r\n', '\n').toWellFormed()
}
