import * as z from 'zod'
import { uploadNameOf } from '#features/media/rules/variant.ts'
import { MAX_BYLINE_LENGTH, readByline, writeByline } from '#features/people/rules/byline.ts'
import { findCategory } from '#kernel/category.ts'
import { MAX_LANGUAGE_TAG_LENGTH, toLanguageTag } from '#kernel/text/language-tag.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { storableText } from '#kernel/text/text.ts'
import { MAX_TEXT_PARTS, walkHtml } from '#kernel/text/walk-html.ts'
import {
  ARTICLE_FIELDS,
  type ArticleField,
  type ArticleForm,
  FIELD_NAMES,
  fieldOf,
  isFeedField,
  type LimitedField,
  mapFields,
} from './article-fields.ts'

const MIN_TIME = Date.parse('1000-01-01')
const MAX_TIME = Date.parse('9999-12-31')
/** Twice as long as `toISOString` writes. */
const MAX_INSTANT_LENGTH = 48

/** Without control characters and surrounding white space. */
export const line = z.string().overwrite(toLine)
const text = z.string().overwrite(toText)

type FieldSchemas = { [Name in ArticleField]: z.ZodType<ArticleForm[Name], ArticleForm[Name]> }

/** For stored forms. */
export const articleDraftSchema = z.object(mapFields((name) => schemaOf(name)) as FieldSchemas)

/** Previews and drafts may be incomplete. Lengths are in UTF-16 units, as in the ingest. */
export const draftFormSchema = z
  .object(mapFields((name) => schemaOf(name, { isLimited: true })) as FieldSchemas)
  .extend({
    content: text.max(...limitOf(ARTICLE_FIELDS.content)).refine(hasDisplayableParts, {
      error: () =>
        phrase('Content can have {max} tags and special characters at most', { max: MAX_TEXT_PARTS }),
    }),
  })

/** The fields that a publication requires (spec §5). */
export const articleFormSchema = draftFormSchema.extend({
  title: line
    .min(1, { error: () => phrase('Article title is required') })
    .max(...limitOf(ARTICLE_FIELDS.title)),
  imageUrl: webAddress(
    ARTICLE_FIELDS.imageUrl,
    /^$|^\/(storage\/article-images|samples(\/[\w-]+)*)\/[\w-][\w.-]*$/,
  ),
  socialImage: draftFormSchema.shape.socialImage.refine(
    (address) => address === null || uploadNameOf(address) !== undefined,
    { error: () => phrase('Choose the social image from the library') },
  ),
  sourceUrl: webAddress(ARTICLE_FIELDS.sourceUrl, /^$/),
  canonicalUrl: draftFormSchema.shape.canonicalUrl.refine(
    (url) => url === null || (/^https:\/\/[^/@\\]+(\/|$)/i.test(url) && URL.canParse(url)),
    { error: () => phrase('Canonical URL must be an address that starts with https://') },
  ),
})

export function isDifferent(one: ArticleForm, other: ArticleForm): boolean {
  return FIELD_NAMES.some((name) => one[name] !== other[name])
}

/** Whether two forms differ in a field that feeds write. */
export function isTextDifferent(one: ArticleForm, other: ArticleForm): boolean {
  return FIELD_NAMES.some((name) => isFeedField(name) && one[name] !== other[name])
}

/** Replaces the fields that feeds write. */
export function withFeedText(form: ArticleForm, text: ArticleForm): ArticleForm {
  return mapFields((name) => (isFeedField(name) ? text : form)[name]) as ArticleForm
}

function schemaOf(name: ArticleField, { isLimited = false } = {}) {
  const field = fieldOf(name)
  if (field.type === 'category')
    return z.string().refine(findCategory, { error: () => phrase('Choose a category') })
  if (field.type === 'switch')
    return field.default === null
      ? z
          .boolean()
          .nullable()
          .overwrite((isOn) => isOn || null)
      : z.boolean()
  const limitedTo = (limit: number) =>
    isLimited ? z.string().max(...limitOf({ label: field.label, limit })) : z.string()
  if (field.type === 'instant') return limitedTo(MAX_INSTANT_LENGTH).nullable().overwrite(toInstant)
  if (field.type === 'byline')
    return limitedTo(MAX_BYLINE_LENGTH)
      .nullable()
      .overwrite((byline) => writeByline(readByline(byline)))
  if (field.type === 'language') return limitedTo(MAX_LANGUAGE_TAG_LENGTH).nullable().overwrite(toTag)
  const unlimited = field.type === 'html' ? text : line
  const value = isLimited ? unlimited.max(...limitOf(field)) : unlimited
  if (field.default !== null) return value
  return field.type === 'image-alt' ? value.nullable() : value.nullable().overwrite((text) => text || null)
}

function limitOf({
  label,
  limit,
}: Pick<LimitedField, 'label' | 'limit'>): [number, { error: () => string; abort: true }] {
  return [
    limit,
    {
      error: () => phrase('{label} can have {limit} characters at most', { label: label(), limit }),
      abort: true,
    },
  ]
}

/** An http(s) URL, or text that matches `other`. */
function webAddress(field: LimitedField, other: RegExp) {
  const { label } = field
  return line
    .max(...limitOf(field))
    .refine((url) => other.test(url) || /^https?:\/\//i.test(url), {
      error: () => phrase('{label} must start with http:// or https://', { label: label() }),
      abort: true,
    })
    .refine((url) => other.test(url) || URL.canParse(url), {
      error: () => phrase('{label} is not a valid URL', { label: label() }),
    })
}

function toLine(text: string): string {
  return toText(text).replace(/[\p{Cc}\s]+/gu, ' ')
}

/** PostgreSQL cannot store U+0000 and lone surrogates. */
function toText(text: string): string {
  return storableText(text).replaceAll('\r\n', '\n').trim()
}

function toTag(text: string | null): string | null {
  return text === null ? null : toLanguageTag(text)
}

/** Null unless PostgreSQL and JavaScript can represent it. */
function toInstant(text: string | null): string | null {
  const time = Date.parse(text ?? '')
  return time >= MIN_TIME && time <= MAX_TIME ? new Date(time).toISOString() : null
}

/** Readers would not see the rest. */
function hasDisplayableParts(html: string): boolean {
  return html.length <= MAX_TEXT_PARTS || walkHtml(html, {}, MAX_TEXT_PARTS) === html.length
}
