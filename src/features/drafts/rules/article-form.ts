import * as z from 'zod'
import { CATEGORIES } from '#kernel/category.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { MAX_TEXT_PARTS, walkHtml } from '#kernel/walk-html.ts'
import { MAX_URL_LENGTH } from '#kernel/web-address.ts'

/** Spec §2, Article manager. */
export const ARTICLE_LABELS = {
  title: 'Title',
  category: 'Category',
  author: 'Author',
  sourceName: 'Source Name',
  summary: 'Summary',
  content: 'Content',
  imageUrl: 'Image URL',
  imageAlt: 'Alternative Text',
  sourceUrl: 'Source URL',
  isBreaking: 'Breaking News',
  breakingUntil: 'Breaking Until',
} as const

export type ArticleField = keyof typeof ARTICLE_LABELS

/** In UTF-16 code units. */
export const MAX_TITLE_LENGTH = 2_000
const MAX_ALT_LENGTH = 1_000

export const ARTICLE_FIELDS = Object.keys(ARTICLE_LABELS) as ArticleField[]

const MIN_TIME = Date.parse('1000-01-01')
const MAX_TIME = Date.parse('9999-12-31')

/** Without control characters and surrounding white space. */
export const line = z.string().overwrite(toLine)
const text = z.string().overwrite(toText)

/** For stored forms. */
export const articleDraftSchema = z.object({
  title: line,
  category: z.enum(CATEGORIES),
  author: line,
  sourceName: line,
  /** Text with limited HTML. */
  summary: text,
  /** Text or HTML. */
  content: text,
  imageUrl: line,
  /** Empty for a decorative image, null if there is none. */
  imageAlt: line.nullable(),
  sourceUrl: line,
  isBreaking: z.boolean(),
  /** ISO 8601, UTC. Null for the default end (rules/breaking.ts). */
  breakingUntil: z.string().nullable().overwrite(toInstant),
}) satisfies z.ZodType<Record<ArticleField, string | boolean | null>>

export type ArticleForm = z.output<typeof articleDraftSchema>

/** Previews and drafts may be incomplete. Lengths are in UTF-16 units, as in the ingest. */
export const draftFormSchema = articleDraftSchema.extend({
  title: line.max(...limit('title', MAX_TITLE_LENGTH)),
  author: line.max(...limit('author', 200)),
  sourceName: line.max(...limit('sourceName', 2_000)),
  summary: text.max(...limit('summary', 200_000)),
  content: text
    .max(...limit('content', 1_000_000))
    .refine(
      hasDisplayableParts,
      `Content can have ${formatNumber(MAX_TEXT_PARTS)} tags and special characters at most`,
    ),
  imageUrl: line.max(...limit('imageUrl', MAX_URL_LENGTH)),
  imageAlt: line.max(...limit('imageAlt', MAX_ALT_LENGTH)).nullable(),
  sourceUrl: line.max(...limit('sourceUrl', MAX_URL_LENGTH)),
})

/** The fields that a publication requires (spec §5). */
export const articleFormSchema = draftFormSchema.extend({
  title: line.min(1, 'Article title is required').max(...limit('title', MAX_TITLE_LENGTH)),
  imageUrl: webAddress('imageUrl', /^$|^\/(storage\/article-images|samples(\/[\w-]+)*)\/[\w-][\w.-]*$/),
  sourceUrl: webAddress('sourceUrl', /^$/),
})

/** Spec §4. */
export const EMPTY_ARTICLE: Readonly<ArticleForm> = {
  title: '',
  category: 'News',
  author: '',
  sourceName: '',
  summary: '',
  content: '',
  imageUrl: '',
  imageAlt: null,
  sourceUrl: '',
  isBreaking: false,
  breakingUntil: null,
}

export function isDifferent(one: ArticleForm, other: ArticleForm): boolean {
  return ARTICLE_FIELDS.some((field) => one[field] !== other[field])
}

const OWN_FIELDS: ReadonlySet<ArticleField> = new Set(['category', 'isBreaking', 'breakingUntil'])

/** Whether two forms differ in a field that feeds write. */
export function isTextDifferent(one: ArticleForm, other: ArticleForm): boolean {
  return ARTICLE_FIELDS.some((field) => !OWN_FIELDS.has(field) && one[field] !== other[field])
}

/** Replaces the fields that feeds write. */
export function withFeedText(form: ArticleForm, text: ArticleForm): ArticleForm {
  const { category, isBreaking, breakingUntil } = form
  return { ...text, category, isBreaking, breakingUntil }
}

function limit(field: ArticleField, length: number): [number, { error: string; abort: true }] {
  const characters = formatNumber(length)
  return [
    length,
    { error: `${ARTICLE_LABELS[field]} can have ${characters} characters at most`, abort: true },
  ]
}

/** An http(s) URL, or text that matches `other`. */
function webAddress(field: ArticleField, other: RegExp) {
  const label = ARTICLE_LABELS[field]
  return line
    .max(...limit(field, MAX_URL_LENGTH))
    .refine((url) => other.test(url) || /^https?:\/\//i.test(url), {
      error: `${label} must start with http:// or https://`,
      abort: true,
    })
    .refine((url) => other.test(url) || URL.canParse(url), `${label} is not a valid URL`)
}

function toLine(text: string): string {
  return toText(text).replace(/[\p{Cc}\s]+/gu, ' ')
}

/** PostgreSQL cannot store U+0000 and lone surrogates. */
function toText(text: string): string {
  return text.replaceAll('\0', '').replaceAll('\r\n', '\n').toWellFormed().trim()
}

/** Null unless PostgreSQL and JavaScript can represent it. */
function toInstant(text: string | null): string | null {
  const time = Date.parse(text ?? '')
  return time >= MIN_TIME && time <= MAX_TIME ? new Date(time).toISOString() : null
}

/** Readers would not see the others. */
function hasDisplayableParts(html: string): boolean {
  return html.length <= MAX_TEXT_PARTS || walkHtml(html, {}, MAX_TEXT_PARTS) === html.length
}
