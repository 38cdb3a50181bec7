import type { ArticleCard as Article } from '#kernel/article.ts'
import { categoryName } from '#kernel/category.ts'
import { categoryColour } from '#kernel/category-colour.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { directionOf, htmlDirection } from '#kernel/text/text-direction.ts'
import { formatClock, formatShortDay } from '#kernel/time/dates.ts'
import { ServerHtml } from '#ui/ServerHtml.tsx'
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
    <ServerHtml
      key={variant}
      as="article"
      of={article}
      className={`relative flex flex-row-reverse gap-4 ${style.layout} ${className}`}
    >
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
        <Summary
          html={article.summary}
          lang={article.lang}
          className={`pt-2 text-muted max-md:hidden ${text.summary}`}
        />
        <CardDate article={article} />
      </div>
    </ServerHtml>
  )
}

export function CardLabels({ article, showCategory = true }: Pick<Props, 'article' | 'showCategory'>) {
  if (!article.isBreaking && !article.isLive && !article.sponsoredBy && !showCategory) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2">
      <NewsBadges article={article} />
      {showCategory && (
        <span className={`label ${categoryColour(article.category)}`}>{categoryName(article.category)}</span>
      )}
    </p>
  )
}

export function NewsBadges({ article: { isBreaking, isLive, sponsoredBy } }: Pick<Props, 'article'>) {
  const badges = [
    isLive && phrase('Live'),
    isBreaking && phrase('Breaking News'),
    sponsoredBy && phrase('Sponsored by {name}', { name: sponsoredBy }),
  ]
  return badges.map(
    // The sponsor is the last.
    (text, index) =>
      text && (
        <span
          key={text}
          dir="auto"
          className={`label px-2 ${index > 1 ? 'sponsor bg-ink text-paper' : 'bg-brand text-on-brand'}`}
        >
          {text}
        </span>
      ),
  )
}

type HeadlineProps = { article: Article; level: 'h2' | 'h3'; className: string }

export function CardHeadline({ article, level: Heading, className }: HeadlineProps) {
  return (
    <Heading lang={article.lang} dir={directionOf(article.title)} className={`headline ${className}`}>
      <a href={article.path} className="card-link">
        {article.title}
      </a>
    </Heading>
  )
}

type SummaryProps = { html: string; lang: string | undefined; className: string }

/** @param html sanitised (spec §5) */
export function Summary({ html, lang, className }: SummaryProps) {
  if (html === '') return null
  return (
    <p
      lang={lang}
      dir={htmlDirection(html)}
      className={`summary ${className}`}
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
