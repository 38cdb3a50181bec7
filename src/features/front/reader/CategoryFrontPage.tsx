import { useSuspenseQuery } from '@tanstack/react-query'
import { CategoryPage } from '#features/articles/reader/CategoryPage.tsx'
import { HeroCard } from '#features/articles/reader/HomePage.tsx'
import { NewsletterSection } from '#features/newsletter/reader/NewsletterSection.tsx'
import type { PublicSettings } from '#features/site/rules/public-settings.ts'
import type { Category } from '#kernel/category.ts'
import { categoryFrontQuery } from '../reader-front.functions.ts'
import { LazyFrontContainers } from './LazyFrontContainers.tsx'

type Props = { category: Category; settings: Pick<PublicSettings, 'siteName' | 'newsletterEnabled'> }

/** The articles of a category. On the first page, they are below the lead and the containers, if editors have curated it. */
export function CategoryFrontPage({ before, ...props }: Props & { before: string | undefined }) {
  return before ? <CategoryPage category={props.category} before={before} /> : <FirstPage {...props} />
}

function FirstPage({ category, settings }: Props) {
  const { pages } = useSuspenseQuery(categoryFrontQuery(category)).data
  const [{ articles }, ...containers] = pages
  const [lead] = articles
  const shown = new Set(pages.flatMap((page) => page.articles.map(({ id }) => id)))
  const isCurated = lead || containers.length > 0
  return (
    <CategoryPage
      category={category}
      isOnFront={(id) => shown.has(id)}
      front={
        isCurated && (
          <>
            {lead && (
              <div className="measure">
                <HeroCard article={lead} level="h2" />
              </div>
            )}
            <LazyFrontContainers
              containers={containers}
              newsletter={settings.newsletterEnabled && <NewsletterSection siteName={settings.siteName} />}
            />
          </>
        )
      }
    />
  )
}
