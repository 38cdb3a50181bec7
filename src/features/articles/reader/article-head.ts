import { heightOf, mediaPath, SHARE_IMAGE } from '#features/media/rules/variant.ts'
import { pageHead } from '#features/site/rules/page-head.ts'
import type { Site } from '#features/site/rules/public-settings.ts'
import type { ArticleDetail } from '#kernel/article.ts'

export function articleHead(site: Site, article: ArticleDetail) {
  const { path, title, description, search } = article
  return pageHead(site, {
    path,
    title,
    description,
    image: shareImage(article),
    article,
    socialTitle: title,
    ...search,
  })
}

function shareImage({ id, image }: ArticleDetail) {
  if (!image) return undefined
  const { ratio, width } = SHARE_IMAGE
  const path = mediaPath({ articleId: id, imageKey: image.key, ...SHARE_IMAGE })
  return { path, width, height: heightOf(ratio, width), alt: image.alt }
}
