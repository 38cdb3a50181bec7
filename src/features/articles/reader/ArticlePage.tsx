import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AdSidebars } from '#features/site/reader/AdSidebars.tsx'
import { categoryColour } from '#kernel/category-colour.ts'
import { articleQuery } from '../articles.functions.ts'
import { ArticleBody } from './ArticleBody.tsx'
import { ArticleImage } from './ArticleImage.tsx'
import { ArticleTools } from './ArticleTools.tsx'
import { BreakingBadge } from './BreakingBadge.tsx'
import { Byline } from './Byline.tsx'
import { LEAD_SIZES } from './card-looks.ts'
import { OriginalSource } from './OriginalSource.tsx'
import { ReadingProgress } from './ReadingProgress.tsx'
import { RelatedArticles } from './RelatedArticles.tsx'
import { Summary } from './Summary.tsx'

/** One article on its own page (spec §2), on a site at `origin`. */
export function ArticleStory({ id, origin }: { id: string; origin: string }) {
  const article = useSuspenseQuery(articleQuery(id)).data
  const { category, title, image } = article
  return (
    <div className="measure">
      <article className="ad-sides mx-auto grid max-w-[845px] grid-cols-1 gap-y-6 pt-6 md:pt-10">
        <header>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {article.isBreaking && <BreakingBadge />}
            <Link
              to="/$category"
              params={{ category }}
              className={`label py-0.5 underline-offset-4 hover:underline ${categoryColour(category)}`}
            >
              {category}
            </Link>
          </p>
          <h1 dir="auto" className="headline pt-3 text-38 md:text-48">
            {title}
          </h1>
          <Summary html={article.summary} className="max-w-prose pt-4 text-20/7 text-muted md:text-24/8" />
        </header>
        <Byline article={article}>
          <ArticleTools article={article} origin={origin} />
        </Byline>
        {image && (
          <figure className="max-md:-mx-4">
            <ArticleImage
              article={article}
              ratio="16:9"
              sizes={LEAD_SIZES}
              priority
              className="aspect-video"
            />
            <figcaption dir="auto" className="pt-2 text-13 text-muted max-md:px-4">
              {title}
            </figcaption>
          </figure>
        )}
        <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[35rem_1fr] lg:items-start">
          {article.body && (
            <ReadingProgress>
              <ArticleBody html={article.body} />
            </ReadingProgress>
          )}
          {article.source && <OriginalSource source={article.source} />}
        </div>
        <AdSidebars key={id} />
      </article>
      <RelatedArticles articles={article.related} />
    </div>
  )
}
