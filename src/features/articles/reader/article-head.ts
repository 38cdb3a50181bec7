import { heightOf, mediaPath, SHARE_PICTURE } from '#features/media/rules/variant.ts'
import { pageHead } from '#features/site/rules/page-head.ts'
import type { Site } from '#features/site/rules/public-settings.ts'
import type { ArticleDetail } from '#kernel/article.ts'
import { categoryPath } from '#kernel/category.ts'
import { breadcrumbJsonLd, newsArticleJsonLd } from '../rules/json-ld.ts'

/** What an article's page says of itself to search engines and link previews. */
export function articleHead(site: Site, article: ArticleDetail) {
  const { id, title, description, category } = article
  const path = `/article/${id}`
  const picture = articlePicture(article)
  const head = pageHead(site, { path, title, description, picture, article })
  const trail = [
    { name: 'Home', path: '/' },
    { name: category, path: categoryPath(category) },
    { name: title, path },
  ]
  return {
    ...head,
    meta: [
      ...head.meta,
      { 'script:ld+json': newsArticleJsonLd(site, { path, article, picturePath: picture?.path }) },
      { 'script:ld+json': breadcrumbJsonLd(site, trail) },
    ],
  }
}

function articlePicture({ id, picture }: ArticleDetail) {
  if (!picture) return undefined
  const { ratio, width } = SHARE_PICTURE
  const path = mediaPath({ articleId: id, imageKey: picture.key, ...SHARE_PICTURE })
  return { path, width, height: heightOf(ratio, width) }
}
