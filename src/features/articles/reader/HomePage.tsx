import { AdSlot } from '#features/site/reader/AdSlot.tsx'
import type { ArticleCard as Article } from '#kernel/article.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Notice } from '#ui/Notice.tsx'
import { Section } from '#ui/Section.tsx'
import { ServerHtml } from '#ui/ServerHtml.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'
import { useRouteRetry } from '#ui/useRouteRetry.ts'
import { fetchErrorMessage } from '../rules/fetch-error.ts'
import { LEADING_SIZE } from '../rules/order-home.ts'
import { ArticleCard, CardDate, CardHeadline, CardLabels, Summary } from './ArticleCard.tsx'
import { ArticleImage } from './ArticleImage.tsx'
import { type CardVariant, HERO_SIZES } from './card-variants.ts'

/** `articles` in the order of their places: the hero, the featured ones and up to 10 more (spec §9). */
type Props = {
  siteName: string
  articles: readonly Article[]
}

export function HomePage({ siteName, articles }: Props) {
  const [hero] = articles
  const featured = articles.slice(1, LEADING_SIZE)
  const rest = articles.slice(LEADING_SIZE)
  if (!hero) {
    return (
      <div className="measure">
        <Notice
          heading="h1"
          title={phrase('No articles available')}
          text={phrase('Articles will be automatically updated every hour')}
        />
      </div>
    )
  }
  return (
    <div className="measure grid gap-y-8 pt-6 md:gap-y-10">
      <h1 className="sr-only">{siteName}</h1>
      <Section title={phrase('Latest Headlines')}>
        <HeroCard article={hero} />
      </Section>
      {featured.length > 0 && (
        <Section title={phrase('Featured Stories')}>
          <div className="ruled-grid md:grid-cols-2 lg:grid-cols-4">
            {featured.map((article) => (
              <ArticleCard key={article.id} article={article} variant="small" />
            ))}
          </div>
        </Section>
      )}
      <AdSlot place="bannerCode" className="max-md:-mx-4" />
      {rest.length > 0 && (
        <Section title={phrase('More Stories')}>
          <div className="ruled-grid md:grid-cols-6">
            {rest.map((article, index) => (
              <ArticleCard key={article.id} article={article} {...gridPosition(index)} />
            ))}
          </div>
        </Section>
      )}
    </div>
  )
}

export function HomeError({ error }: { error: unknown }) {
  const retry = useRouteRetry()
  return (
    <div className="measure">
      <Notice
        alert
        heading="h1"
        title={phrase('Error Loading News')}
        text={fetchErrorMessage(error)}
        action={<TryAgain onRetry={retry} />}
      />
    </div>
  )
}

/** More Stories: 2 large cards, then up to 6 in three columns; phones list all 10 (spec §2 and §9). */
function gridPosition(index: number): { variant: CardVariant; className: string } {
  if (index < 2) return { variant: 'large', className: 'md:col-span-3' }
  return { variant: 'compact', className: index < 8 ? 'md:col-span-3 lg:col-span-2' : 'md:hidden' }
}

export function HeroCard({ article, level = 'h3' }: { article: Article; level?: 'h2' | 'h3' }) {
  const columns = article.image ? 'lg:grid-cols-[2fr_1fr]' : ''
  return (
    <ServerHtml as="article" of={article} className={`relative grid gap-x-6 gap-y-4 ${columns}`}>
      <ArticleImage
        article={article}
        ratio="16:9"
        sizes={HERO_SIZES}
        priority
        className="aspect-video self-start max-md:-mx-4"
      />
      <div className="min-w-0">
        <CardLabels article={article} />
        <CardHeadline
          article={article}
          level={level}
          className="line-clamp-6 text-30 md:text-38 xl:text-48"
        />
        <Summary
          html={article.summary}
          lang={article.lang}
          className="max-w-prose pt-3 text-18/7 text-muted md:line-clamp-5 md:text-20/7"
        />
        <CardDate article={article} />
      </div>
    </ServerHtml>
  )
}
