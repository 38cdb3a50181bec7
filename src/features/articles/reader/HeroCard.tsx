import type { ArticleCard as Article } from '#kernel/article.ts'
import { ArticleImage } from './ArticleImage.tsx'
import { CardHeadline } from './CardHeadline.tsx'
import { LEAD_SIZES } from './card-looks.ts'
import { Kicker } from './Kicker.tsx'
import { PublishedDay } from './PublishedDay.tsx'
import { Summary } from './Summary.tsx'

/** The story that leads the paper: eight columns of image, its headline beside it; on a phone below it. */
export function HeroCard({ article }: { article: Article }) {
  const columns = article.image ? 'lg:grid-cols-[2fr_1fr]' : ''
  return (
    <article className={`relative grid gap-x-6 gap-y-4 ${columns}`}>
      <ArticleImage
        article={article}
        ratio="16:9"
        sizes={LEAD_SIZES}
        priority
        className="aspect-video self-start max-md:-mx-4"
      />
      <div className="min-w-0">
        <Kicker article={article} />
        <CardHeadline article={article} level="h3" className="text-30 md:text-38 xl:text-48" />
        <Summary
          html={article.summary}
          className="max-w-prose pt-3 text-18/7 text-muted md:line-clamp-5 md:text-20/7"
        />
        <PublishedDay iso={article.publishedAt} />
      </div>
    </article>
  )
}
