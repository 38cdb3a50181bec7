import { inArray } from 'drizzle-orm'
import { mediaPath, srcSet, type Width } from '#features/media/rules/variant.ts'
import { shownImage, toArticleImage } from '#features/media/server/shown-image.server.ts'
import type { ArticleCard, ArticleImage } from '#kernel/article.ts'
import { articlePath } from '#kernel/article-path.ts'
import { categoryName } from '#kernel/category.ts'
import { categoryColour } from '#kernel/category-colour.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { Db } from '#platform/database/db.server.ts'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { articles } from '#schema/articles.ts'
import { MAX_RELATED } from '../rules/related.ts'

export type RelatedArticle = Pick<ArticleCard, 'id' | 'path' | 'title' | 'category' | 'image'>

/** As the sanitiser writes what `related` stores. */
const STORED =
  /<aside class="related" data-article="([^"<>]*)"><p>Related: <a [^<>]*>[^<>]*<\/a><\/p><\/aside>/g

/** CSS pixels; see `.related` in ui/prose.css. */
const IMAGE_SIZES = '(width < 48rem) 96px, 144px'
const LARGEST: Width = 480

/** Returns the published articles among `ids`. */
export async function findRelatedArticles(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, RelatedArticle>> {
  if (ids.length === 0) return new Map()
  const { id, title, slug, category } = articles
  const rows = await db
    .select({ id, title, slug, category, imageUrl: shownImage(articles.imageUrl) })
    .from(articles)
    .where(inArray(id, [...ids]))
  return new Map(
    rows.map(({ imageUrl, slug, ...row }) => [
      row.id,
      { ...row, path: articlePath({ ...row, slug }), image: toArticleImage(imageUrl) },
    ]),
  )
}

/**
 * Makes cards of the related articles of a sanitised text. Those that are not published are left out until they are. The page
 * being rendered leaves the cache when one of them changes.
 */
export function showRelated(db: Db, html: string): Promise<string> {
  return replaceRelated(db, html, writeCard)
}

/** Makes links of the related articles of a sanitised text, for feeds. */
export function linkRelated(db: Db, html: string): Promise<string> {
  const label = phraseHtml('Related:')
  return replaceRelated(db, html, (article) => `<p>${label} ${writeLink(article)}</p>`)
}

async function replaceRelated(
  db: Db,
  html: string,
  write: (article: RelatedArticle) => string,
): Promise<string> {
  const stored = new Set(Array.from(html.matchAll(STORED), ([, id = '']) => id))
  const ids = [...stored].filter(isUuid).slice(0, MAX_RELATED)
  if (stored.size === 0) return html
  addPageTags(...ids.map((id) => `article:${id}` as const))
  const found = await findRelatedArticles(db, ids)
  return html.replace(STORED, (_, id: string) => {
    const article = found.get(id)
    return article ? write(article) : ''
  })
}

function writeCard(article: RelatedArticle): string {
  const { id, category, image } = article
  return (
    `<aside class="related" aria-label="${phraseHtml('Related article')}">${image ? writeImage(id, image) : ''}` +
    `<div><p class="related-label">${phraseHtml('Related')} <span class="${categoryColour(category)}">${escapeHtml(categoryName(category))}</span></p>` +
    `<p class="related-headline">${writeLink(article)}</p></div></aside>`
  )
}

function writeLink({ path, title }: RelatedArticle): string {
  return `<a href="${path}">${escapeHtml(title)}</a>`
}

function writeImage(articleId: string, { key }: ArticleImage): string {
  const image = { articleId, imageKey: key, ratio: '3:2' } as const
  const sources = (format: 'avif' | 'webp') =>
    `srcset="${srcSet({ ...image, format, largest: LARGEST })}" sizes="${IMAGE_SIZES}"`
  return (
    `<picture><source type="image/avif" ${sources('avif')}>` +
    `<img src="${mediaPath({ ...image, width: LARGEST, format: 'webp' })}" ${sources('webp')} alt=""` +
    ' width="480" height="320" loading="lazy" decoding="async"></picture>'
  )
}
