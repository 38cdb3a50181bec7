import type { ArticleDetail } from '#domain/article.ts'
import { pageHead, type Site } from '#domain/page-head.ts'
import { heightOf, mediaPath } from '#features/media/variant.ts'

/** What an article's page says of itself to search engines and link previews. */
export function articleHead(site: Site, article: ArticleDetail) {
  const { id, title, description, picture } = article
  return pageHead(site, {
    path: `/article/${id}`,
    title,
    description,
    picture: picture
      ? {
          path: mediaPath({
            articleId: id,
            imageKey: picture.key,
            ratio: '16:9',
            width: 1280,
            format: 'webp',
          }),
          width: 1280,
          height: heightOf('16:9', 1280),
        }
      : undefined,
    article,
  })
}
