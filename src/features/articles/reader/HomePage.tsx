import { AdSlot } from '#features/site/reader/AdSlot.tsx'
import type { ArticleCard as Article } from '#kernel/article.ts'
import { Notice } from '#ui/Notice.tsx'
import { Section } from '#ui/Section.tsx'
import { layoutHome } from '../rules/home.ts'
import { ArticleCard } from './ArticleCard.tsx'
import type { CardSize } from './card-looks.ts'
import { HeroCard } from './HeroCard.tsx'

type Props = { siteName: string; articles: readonly Article[] }

/** The home page; `articles` come newest first. */
export function HomeFront({ siteName, articles }: Props) {
  const { hero, featured, rest } = layoutHome(articles)
  if (!hero) {
    return (
      <div className="measure">
        <Notice
          heading="h1"
          title="No articles available"
          text="Articles will be automatically updated every hour"
        />
      </div>
    )
  }
  return (
    <div className="measure grid gap-y-8 pt-6 md:gap-y-10">
      <h1 className="sr-only">{siteName}</h1>
      <Section title="Latest Headlines">
        <HeroCard article={hero} />
      </Section>
      {featured.length > 0 && (
        <Section title="Featured Stories">
          <div className="ruled-grid md:grid-cols-2 lg:grid-cols-4">
            {featured.map((article) => (
              <ArticleCard key={article.id} article={article} size="small" />
            ))}
          </div>
        </Section>
      )}
      <AdSlot place="bannerCode" className="max-md:-mx-4" />
      {rest.length > 0 && (
        <Section title="More Stories">
          <div className="ruled-grid md:grid-cols-6">
            {rest.map((article, index) => (
              <ArticleCard key={article.id} article={article} {...placeOf(index)} />
            ))}
          </div>
        </Section>
      )}
    </div>
  )
}

/** More Stories: the first 2 large, up to 6 in a grid of three; a phone lists all 10 (spec §2 and §9). */
function placeOf(index: number): { size: CardSize; className: string } {
  if (index < 2) return { size: 'large', className: 'md:col-span-3' }
  return { size: 'compact', className: index < 8 ? 'md:col-span-3 lg:col-span-2' : 'md:hidden' }
}
