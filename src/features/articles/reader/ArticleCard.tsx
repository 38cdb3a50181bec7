import { Link } from '@tanstack/react-router'
import type { ArticleCard as Article } from '#kernel/article.ts'
import { categoryColour } from '#kernel/category-colour.ts'
import { formatClock, formatShortDay } from '#kernel/dates.ts'
import { ArticleImage } from './ArticleImage.tsx'
import { CARD_VARIANTS, type CardVariant } from './card-variants.ts'

type Props = {
  article: Article
  variant: CardVariant
  heading?: 'h2' | 'h3'
  showCategory?: boolean
  className?: string
}

export function ArticleCard({
  article,
  variant,
  heading = 'h3',
  showCategory = true,
  className = '',
}: Props) {
  const style = CARD_VARIANTS[variant]
  const text = article.image ? style.withImage : style.withoutImage
  return (
    <article className={`relative flex flex-row-reverse gap-4 ${style.layout} ${className}`}>
      <ArticleImage
        article={article}
        ratio="3:2"
        sizes={style.sizes}
        largest={style.largest}
        className={`aspect-square w-24 shrink-0 self-start max-md:max-w-1/3 ${style.image}`}
      />
      <div className={`min-w-0 flex-1 ${text.block ?? ''}`}>
        <CardLabels article={article} showCategory={showCategory} />
        <CardHeadline article={article} level={heading} className={`line-clamp-5 text-18 ${text.headline}`} />
        <Summary html={article.summary} className={`pt-2 text-muted max-md:hidden ${text.summary}`} />
        <CardDate article={article} />
      </div>
    </article>
  )
}

export function CardLabels({ article, showCategory = true }: Pick<Props, 'article' | 'showCategory'>) {
  if (!article.isBreaking && !showCategory) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2">
      {article.isBreaking && <BreakingBadge />}
      {showCategory && (
        <span className={`label ${categoryColour(article.category)}`}>{article.category}</span>
      )}
    </p>
  )
}

export function BreakingBadge() {
  return <span className="label bg-brand px-2 text-on-brand">Breaking News</span>
}

type HeadlineProps = { article: Article; level: 'h2' | 'h3'; className: string }

export function CardHeadline({ article, level: Heading, className }: HeadlineProps) {
  return (
    <Heading dir="auto" className={`headline ${className}`}>
      <Link to="/article/$id" params={{ id: article.id }} className="card-link">
        {article.title}
      </Link>
    </Heading>
  )
}

/** @param html sanitised (spec §5) */
export function Summary({ html, className }: { html: string; className: string }) {
  if (html === '') return null
  return (
    <p
      dir="auto"
      className={`me-auto font-serif wrap-anywhere ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** `writeNewsTimes` inserts a relative time. */
export function CardDate({ article: { sourceName, publishedAt } }: Pick<Props, 'article'>) {
  const date = formatShortDay(publishedAt)
  return (
    <p className="card-date">
      {sourceName && <bdi>{sourceName}</bdi>}
      <time
        dateTime={publishedAt}
        data-date={date}
        data-clock={formatClock(publishedAt)}
        suppressHydrationWarning
        className="news-time"
      >
        {date}
      </time>
    </p>
  )
}
