import type { Node } from '@tiptap/pm/model'
import { ARTICLE_FIELDS, type ArticleForm, EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { articleFormSchema } from '#features/drafts/rules/article-form.ts'
import { readForm, unsupportedHtml } from '#features/drafts/rules/draft-document.ts'
import { toDocument } from '#features/drafts/server/draft-document.server.ts'
import {
  type BylineEntry,
  MAX_BYLINE_PEOPLE,
  namesOfWriters,
  writeByline,
} from '#features/people/rules/byline.ts'
import type { Category } from '#kernel/category.ts'
import { toSlug } from '#kernel/slug.ts'
import { htmlToText, textToSummaryHtml } from '#kernel/text/html-text.ts'
import { toLanguageTag } from '#kernel/text/language-tag.ts'
import { collapseSpace, truncateText } from '#kernel/text/text.ts'
import type { ImportedArticle } from '../rules/import-item.ts'
import type { LinkArticles } from './article-links.server.ts'
import { type ImportFile, isImage } from './import-files.server.ts'
import { placeFiles } from './place-files.server.ts'

/** The first words of a text without a headline become its headline. */
const UNTITLED_WORDS = 10
const UNTITLED = 'Untitled'
const MAX_NOTES = 50
/** Addresses can be long. */
const MAX_NOTE_LENGTH = 500

/** The people and the category of an article. */
export type References = { people: readonly BylineEntry[]; category: Category }

export type ConvertedArticle =
  | {
      kind: 'article'
      form: ArticleForm
      /** Differences from the source, as sentences. */
      notes: string[]
      /** The elements that only HTML blocks hold. */
      elements: string[]
      /** How many links lead to the new addresses of articles. */
      links: number
    }
  /** `reason` is a sentence. */
  | { kind: 'refused'; reason: string }

/** Converts an article to the form of a draft. Its images and recordings are added to the library. */
export async function convertArticle(
  item: ImportedArticle,
  { people, category }: References,
  importFile: ImportFile,
  linkArticles: LinkArticles,
): Promise<ConvertedArticle> {
  const lead = item.image && (await importFile(item.image.address, item.image))
  const { html, notes } = await placeFiles(item.html, importFile)
  const content = linkArticles(html)
  const standfirst = linkArticles(item.standfirst)
  if (lead?.kind === 'missing') notes.push(`Lead image ${item.image?.address}: ${lead.reason}`)
  const byline = people.slice(0, MAX_BYLINE_PEOPLE)
  const title = collapseSpace(item.title) || firstWords(item.html)
  const fields: ArticleForm = {
    ...EMPTY_ARTICLE,
    title: title.slice(0, ARTICLE_FIELDS.title.limit),
    summary: /<[a-z/!]/i.test(item.standfirst) ? standfirst.html : textToSummaryHtml(item.standfirst),
    content: content.html,
    category,
    author: namesOfWriters(byline).slice(0, ARTICLE_FIELDS.author.limit),
    byline: writeByline(byline),
    ...(isImage(lead) && { imageUrl: lead.url, imageAlt: item.image?.alt ?? null }),
    ...searchFields(item, title),
  }
  const document = toDocument(fields)
  const parsed = articleFormSchema.safeParse({ ...fields, ...readForm(document) })
  if (!parsed.success) return { kind: 'refused', reason: `${parsed.error.issues[0]?.message}.` }
  return {
    kind: 'article',
    form: parsed.data,
    notes: notes.slice(0, MAX_NOTES).map((note) => truncateText(note, MAX_NOTE_LENGTH)),
    elements: listElements(document),
    links: content.count + standfirst.count,
  }
}

function firstWords(html: string): string {
  return htmlToText(html.slice(0, 5_000)).split(' ').slice(0, UNTITLED_WORDS).join(' ') || UNTITLED
}

/** Texts that are too long for their field are cut. An address that cannot be used is left out. */
function searchFields(item: ImportedArticle, title: string) {
  const cut = (text: string | null, limit: number) =>
    collapseSpace(text ?? '')
      .slice(0, limit)
      .trim() || null
  const slug = toSlug(item.slug ?? '', ARTICLE_FIELDS.slug.limit)
  const canonical = URL.parse(item.canonicalUrl ?? '')
  return {
    slug: slug && slug !== toSlug(title) ? slug : null,
    searchTitle: cut(item.searchTitle, ARTICLE_FIELDS.searchTitle.limit),
    searchDescription: cut(item.searchDescription, ARTICLE_FIELDS.searchDescription.limit),
    socialTitle: cut(item.socialTitle, ARTICLE_FIELDS.socialTitle.limit),
    canonicalUrl:
      canonical?.protocol === 'https:' &&
      !canonical.username &&
      canonical.href.length <= ARTICLE_FIELDS.canonicalUrl.limit
        ? canonical.href
        : null,
    isUnlisted: item.isUnlisted || null,
    language: toLanguageTag(item.language ?? ''),
  }
}

function listElements(document: Node): string[] {
  const elements = new Set<string>()
  document.descendants(({ type, attrs }) => {
    if (type.name !== 'htmlBlock') return true
    const found = unsupportedHtml(String(attrs.html))
    for (const element of found.length > 0 ? found : ['other HTML']) elements.add(element)
    return false
  })
  return [...elements]
}
