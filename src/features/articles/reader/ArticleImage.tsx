import { heightOf, mediaPath, type Ratio, srcSet, type Width } from '#features/media/rules/variant.ts'
import type { ArticleCard as Article } from '#kernel/article.ts'

type Props = {
  article: Pick<Article, 'id' | 'image'>
  ratio: Ratio
  sizes: string
  largest?: Width
  /** The main image of a page: loads eagerly, and has its alternative text. Others are beside their headlines. */
  priority?: boolean
  className: string
}

/** `replaceBrokenImages` replaces it if it fails to load. */
export function ArticleImage({ article, ratio, sizes, largest = 1690, priority = false, className }: Props) {
  if (!article.image) return null
  const { key, query, owner = article.id } = article.image
  const sources = { articleId: owner, imageKey: key, query, ratio, largest }
  return (
    <picture className={`block overflow-hidden bg-wash ${className}`}>
      <source type="image/avif" srcSet={srcSet({ ...sources, format: 'avif' })} sizes={sizes} />
      <img
        sizes={sizes}
        srcSet={srcSet({ ...sources, format: 'webp' })}
        // HTML requires a src; browsers use srcset.
        src={mediaPath({ ...sources, width: largest, format: 'webp' })}
        alt={(priority && article.image.alt) || ''}
        width={largest}
        height={heightOf(ratio, largest)}
        {...(priority ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
        className="size-full object-cover"
      />
    </picture>
  )
}
