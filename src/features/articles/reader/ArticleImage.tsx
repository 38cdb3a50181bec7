import { useEffect, useRef, useState } from 'react'
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

/** Once. */
const RETRY_DELAY_MS = 5_000

export function ArticleImage({ article, ratio, sizes, largest = 1690, priority = false, className }: Props) {
  const [brokenKey, setBrokenKey] = useState<string>()
  const retried = useRef<string>(undefined)

  useEffect(() => {
    if (!brokenKey || retried.current === brokenKey) return
    const timer = setTimeout(() => {
      retried.current = brokenKey
      setBrokenKey(undefined)
    }, RETRY_DELAY_MS)
    return () => clearTimeout(timer)
  }, [brokenKey])

  if (!article.image) return null
  const { key, query } = article.image
  const sources = { articleId: article.id, imageKey: key, query, ratio, largest }
  const isBroken = brokenKey === key
  return (
    <picture className={`block overflow-hidden bg-wash ${className}`}>
      {!isBroken && (
        <source type="image/avif" srcSet={srcSet({ ...sources, format: 'avif' })} sizes={sizes} />
      )}
      <img
        // A failure before hydration fires no further event.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0) setBrokenKey(key)
        }}
        {...(isBroken
          ? { src: '/placeholder.svg' }
          : // HTML requires a src; browsers use srcset.
            {
              sizes,
              srcSet: srcSet({ ...sources, format: 'webp' }),
              src: mediaPath({ ...sources, width: largest, format: 'webp' }),
            })}
        alt={(priority && article.image.alt) || ''}
        width={largest}
        height={heightOf(ratio, largest)}
        {...(priority ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
        onError={() => setBrokenKey(key)}
        className="size-full object-cover"
      />
    </picture>
  )
}
