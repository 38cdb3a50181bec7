import { heightOf, mediaPath, SHARE_IMAGE } from '#features/media/rules/variant.ts'
import { pageHead } from '#features/site/rules/page-head.ts'
import type { Site } from '#features/site/rules/public-settings.ts'
import type { ArticleDetail } from '#kernel/article.ts'
import { categoryPath } from '#kernel/category.ts'
import { breadcrumbJsonLd, newsArticleJsonLd } from '../rules/json-ld.ts'

export function articleHead(site: Site, article: ArticleDetail) {
  const { id, title, description, category } = article
  const path = `/article/${id}`
  const image = shareImage(article)
  const head = pageHead(site, { path, title, description, image, article })
  const breadcrumbs = [
    { name: 'Home', path: '/' },
    { name: category, path: categoryPath(category) },
    { name: title, path },
  ]
  return {
    ...head,
    meta: [
      ...head.meta,
      { 'script:ld+json': newsArticleJsonLd(site, { path, article, imagePath: image?.path }) },
      { 'script:ld+json': breadcrumbJsonLd(site, breadcrumbs) },
    ],
  }
}

function shareImage({ id, image }: ArticleDetail) {
  if (!image) return undefined
  const { ratio, width } = SHARE_IMAGE
  const path = mediaPath({ articleId: id, imageKey: image.key, ...SHARE_IMAGE })
  return { path, width, height: heightOf(ratio, width) }
}
