import { type Category, GENERAL_CATEGORY } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { MAX_URL_LENGTH } from '#kernel/web-address.ts'

type TextType =
  /** A line of text. */
  | 'line'
  | 'url'
  /** Text or HTML. */
  | 'html'
  | 'image'
  /** Empty for a decorative image, null if there is none. */
  | 'image-alt'
  /** The permanent address of an image of the library. */
  | 'library-image'

/** `limit` is in UTF-16 code units. */
type FieldKind =
  | { type: TextType; limit: number }
  | { type: 'category' }
  | { type: 'switch' }
  /** ISO 8601, UTC. */
  | { type: 'instant' }
  /** As `writeByline` returns it. */
  | { type: 'byline' }
  /** As `toLanguageTag` returns it. */
  | { type: 'language' }

type FieldType = FieldKind['type']

type Field = {
  /** On screens and in messages. */
  label: () => string
  /**
   * Also the value of texts that were stored before the field existed. That of a field that is added later is null, which the
   * form hash ignores: otherwise all published articles would look changed.
   */
  default: string | boolean | null
  /** The section of the editor that shows it. Settings sections render lines and URLs from this declaration. */
  section: 'Text' | 'Article' | 'Image' | 'Source' | 'Search and social'
  /** Feeds write it; editors who change it detach the article from its feed (decision 12). */
  isFromFeed?: true
} & FieldKind

export type LimitedField = Extract<Field, { limit: number }>

/**
 * The fields of an article, in the order of screens (spec §2, Article manager). Forms, drafts, revisions and their differences,
 * checks and the editor's settings derive from them. The columns are in schema/articles.ts.
 */
export const ARTICLE_FIELDS = {
  title: {
    label: () => phrase('Title'),
    type: 'line',
    default: '',
    limit: 2_000,
    section: 'Text',
    isFromFeed: true,
  },
  category: {
    label: () => phrase('Category'),
    type: 'category',
    default: GENERAL_CATEGORY,
    section: 'Article',
  },
  author: {
    label: () => phrase('Author'),
    type: 'line',
    default: '',
    limit: 200,
    section: 'Article',
    isFromFeed: true,
  },
  /** The people of the byline, instead of `author`, which then has their names in plain text. */
  byline: { label: () => phrase('Byline'), type: 'byline', default: null, section: 'Article' },
  sourceName: {
    label: () => phrase('Source Name'),
    type: 'line',
    default: '',
    limit: 2_000,
    section: 'Source',
    isFromFeed: true,
  },
  /** With limited markup. */
  summary: {
    label: () => phrase('Summary'),
    type: 'html',
    default: '',
    limit: 200_000,
    section: 'Text',
    isFromFeed: true,
  },
  content: {
    label: () => phrase('Content'),
    type: 'html',
    default: '',
    limit: 1_000_000,
    section: 'Text',
    isFromFeed: true,
  },
  imageUrl: {
    label: () => phrase('Image URL'),
    type: 'image',
    default: '',
    limit: MAX_URL_LENGTH,
    section: 'Image',
    isFromFeed: true,
  },
  imageAlt: {
    label: () => phrase('Alternative Text'),
    type: 'image-alt',
    default: null,
    limit: 1_000,
    section: 'Image',
    isFromFeed: true,
  },
  sourceUrl: {
    label: () => phrase('Source URL'),
    type: 'url',
    default: '',
    limit: MAX_URL_LENGTH,
    section: 'Source',
    isFromFeed: true,
  },
  /** The advertiser who pays for the article, which readers see labelled. */
  sponsoredBy: {
    label: () => phrase('Sponsored By'),
    type: 'line',
    default: null,
    limit: 100,
    section: 'Article',
  },
  isBreaking: { label: () => phrase('Breaking News'), type: 'switch', default: false, section: 'Article' },
  /** Null for the default end (rules/breaking.ts). */
  breakingUntil: {
    label: () => phrase('Breaking Until'),
    type: 'instant',
    default: null,
    section: 'Article',
  },
  /** Null for the language of the newspaper. Feeds set it for new articles only. */
  language: { label: () => phrase('Language'), type: 'language', default: null, section: 'Article' },
  /** Written as a slug; the headline's if null. */
  slug: {
    label: () => phrase('URL Slug'),
    type: 'line',
    default: null,
    limit: 80,
    section: 'Search and social',
  },
  searchTitle: {
    label: () => phrase('Search Headline'),
    type: 'line',
    default: null,
    limit: 200,
    section: 'Search and social',
  },
  searchDescription: {
    label: () => phrase('Description'),
    type: 'line',
    default: null,
    limit: 300,
    section: 'Search and social',
  },
  socialTitle: {
    label: () => phrase('Social Headline'),
    type: 'line',
    default: null,
    limit: 200,
    section: 'Search and social',
  },
  /** For link previews, instead of the lead image. */
  socialImage: {
    label: () => phrase('Social Image'),
    type: 'library-image',
    default: null,
    limit: 300,
    section: 'Search and social',
  },
  /** The original address, for texts first published elsewhere. */
  canonicalUrl: {
    label: () => phrase('Canonical URL'),
    type: 'url',
    default: null,
    limit: MAX_URL_LENGTH,
    section: 'Search and social',
  },
  /** True or null. */
  isUnlisted: {
    label: () => phrase('Hide from Search Engines'),
    type: 'switch',
    default: null,
    section: 'Search and social',
  },
} as const satisfies Record<string, Field>

export type ArticleField = keyof typeof ARTICLE_FIELDS

type FieldValue<Declared extends Field> =
  | (Declared['type'] extends 'category' ? Category : Declared['type'] extends 'switch' ? boolean : string)
  | (Declared['default'] extends null ? null : never)

export type ArticleForm = { [Name in ArticleField]: FieldValue<(typeof ARTICLE_FIELDS)[Name]> }

/** The fields whose type is one of these. */
export type FieldOfType<Type extends FieldType> = {
  [Name in ArticleField]: (typeof ARTICLE_FIELDS)[Name]['type'] extends Type ? Name : never
}[ArticleField]

type FeedField = {
  [Name in ArticleField]: (typeof ARTICLE_FIELDS)[Name] extends { isFromFeed: true } ? Name : never
}[ArticleField]

export const FIELD_NAMES = Object.keys(ARTICLE_FIELDS) as ArticleField[]

export function fieldOf(name: ArticleField): Field {
  return ARTICLE_FIELDS[name]
}

export function isFieldOfType<Type extends FieldType>(
  name: ArticleField,
  ...types: Type[]
): name is FieldOfType<Type> {
  return (types as FieldType[]).includes(fieldOf(name).type)
}

export function isFeedField(name: ArticleField): name is FeedField {
  return fieldOf(name).isFromFeed === true
}

export function mapFields<Value>(read: (name: ArticleField) => Value): Record<ArticleField, Value> {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, read(name)])) as Record<ArticleField, Value>
}

/** Spec §4. */
export const EMPTY_ARTICLE = mapFields((name) => fieldOf(name).default) as Readonly<ArticleForm>
