import type { ArticleCard as Article } from '#kernel/article.ts'
import { ArticleImage } from './ArticleImage.tsx'
import { CardHeadline } from './CardHeadline.tsx'
import { CARD_LOOKS, type CardSize } from './card-looks.ts'
import { Kicker } from './Kicker.tsx'
import { PublishedDay } from './PublishedDay.tsx'
import { Summary } from './Summary.tsx'

type Props = {
  article: Article
  size: CardSize
  heading?: 'h2' | 'h3'
  /** False in a list of one category, where the page's name says it. */
  showCategory?: boolean
  className?: string
}

/** A story in a list. The whole card leads to the article. */
export function ArticleCard({ article, size, heading = 'h3', showCategory = true, className = '' }: Props) {
  const look = CARD_LOOKS[size]
  const text = article.image ? look.besideImage : look.alone
  return (
    <article className={`relative flex flex-row-reverse gap-4 ${look.layout} ${className}`}>
      <ArticleImage
        article={article}
        ratio="3:2"
        sizes={look.sizes}
        largest={look.largest}
        className={`aspect-square w-24 shrink-0 self-start ${look.image}`}
      />
      <div className={`min-w-0 flex-1 ${text.block ?? ''}`}>
        <Kicker article={article} showCategory={showCategory} />
        <CardHeadline article={article} level={heading} className={`text-18 ${text.headline}`} />
        <Summary html={article.summary} className={`pt-2 text-muted max-md:hidden ${text.summary}`} />
        <PublishedDay iso={article.publishedAt} />
      </div>
    </article>
  )
}
