import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AdSlot } from '#features/site/reader/AdSlot.tsx'
import { type ArticleDetail, lastChanged } from '#kernel/article.ts'
import { categoryColour } from '#kernel/category-colour.ts'
import { formatClock, formatDayAndTime } from '#kernel/dates.ts'
import { readingTimeLabel } from '#kernel/reading-time.ts'
import { Notice } from '#ui/Notice.tsx'
import { Section } from '#ui/Section.tsx'
import { ArticleActions } from './ArticleActions.tsx'
import { ArticleBody, ArticleHeadline, OriginalSource } from './ArticleBody.tsx'
import { ArticleCard, BreakingBadge, Summary } from './ArticleCard.tsx'
import { ArticleImage } from './ArticleImage.tsx'
import { LEAD_SIZES } from './card-variants.ts'
import type { ReadingProgressBar } from './ReadingProgressBar.tsx'
import { withLazyFeatures } from './with-lazy-features.ts'

/** Without `shareOrigin` it is a preview, which cannot be shared or bookmarked. */
type Props = { article: ArticleDetail; shareOrigin?: string | undefined }

export function ArticlePage({ article, shareOrigin }: Props) {
  const { id, category, title, image, related } = article
  return (
    <div className="measure">
      <article
        lang={article.lang}
        className="ad-sides mx-auto grid max-w-[845px] grid-cols-1 gap-y-6 pt-6 md:pt-10"
      >
        <header>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
            {article.isBreaking && <BreakingBadge />}
            <Link
              to="/$category"
              params={{ category }}
              className={`label py-0.5 underline-offset-4 hover:underline ${categoryColour(category)}`}
            >
              {category}
            </Link>
          </p>
          <ArticleHeadline title={title} />
          <Summary html={article.summary} className="max-w-prose pt-4 text-20/7 text-muted md:text-24/8" />
        </header>
        <Byline article={article}>
          {shareOrigin && <ArticleActions article={article} shareOrigin={shareOrigin} />}
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
            <figcaption dir="auto" className="pt-2 text-13 text-muted max-md:px-4 print:hidden">
              {article.caption}
            </figcaption>
          </figure>
        )}
        {/* The column of a right-to-left text is below its headline. */}
        <div
          dir="auto"
          className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[35rem_1fr] lg:items-start print:block"
        >
          {article.body && (
            <ReadingProgress>
              <ArticleBody html={article.body} />
            </ReadingProgress>
          )}
          {article.source && <OriginalSource source={article.source} />}
        </div>
        {shareOrigin && (
          <p className="hidden border-t pt-3 text-13 print:block">{`${shareOrigin}/article/${id}`}</p>
        )}
        <AdSidebars key={id} />
      </article>
      {related.length > 0 && (
        <Section title="Related Articles" className="mt-16 print:hidden">
          <div className="ruled-grid md:grid-cols-3">
            {related.map((article) => (
              <ArticleCard key={article.id} article={article} variant="related" />
            ))}
          </div>
        </Section>
      )}
    </div>
  )
}

export function ArticleNotFound() {
  return (
    <div className="measure">
      <Notice
        heading="h1"
        title="Article not found"
        action={
          <Link to="/" className="button">
            Back to Home
          </Link>
        }
      />
    </div>
  )
}

function Byline({ article, children }: { article: ArticleDetail; children: ReactNode }) {
  const { author, publishedAt, readingMinutes } = article
  const changedAt = lastChanged(article)
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 border-y border-rule py-3 text-14 text-muted">
      {author && (
        <p className="font-semibold text-ink">
          By <bdi>{author}</bdi>
        </p>
      )}
      {publishedAt && (
        <p>
          <FullTime iso={publishedAt} />
        </p>
      )}
      {changedAt && (
        <p>
          Updated <FullTime iso={changedAt} />
        </p>
      )}
      <p className="print:hidden">{readingTimeLabel(readingMinutes)}</p>
      {children}
    </div>
  )
}

/** `writeNewsTimes` adds the zone for readers in another one. */
function FullTime({ iso }: { iso: string }) {
  const isWinter = formatClock(iso) === iso.slice(11, 16)
  return (
    <time dateTime={iso} data-zone={isWinter ? 'GMT' : 'BST'} suppressHydrationWarning>
      {formatDayAndTime(iso)}
    </time>
  )
}

function ReadingProgress({ children }: { children: ReactNode }) {
  const text = useRef<HTMLDivElement>(null)
  const [Bar, setBar] = useState<typeof ReadingProgressBar>()
  useEffect(() => {
    const show = () => withLazyFeatures(({ ReadingProgressBar }) => setBar(() => ReadingProgressBar))
    // The scroll position may be restored already.
    if (scrollY) show()
    addEventListener('scroll', show, { once: true })
    return () => removeEventListener('scroll', show)
  }, [])
  return (
    <div ref={text}>
      {Bar && <Bar text={text} />}
      {children}
    </div>
  )
}

/** Spec §2, Article; §9. */
function AdSidebars() {
  return (
    <>
      <div className="ad-column right-full mr-6">
        <AdSlot place="leftSidebarCode" name="Advertisement on the left" />
      </div>
      <div className="ad-column left-full ml-6">
        <AdSlot place="rightSidebarCode" name="Advertisement on the right" />
      </div>
    </>
  )
}
