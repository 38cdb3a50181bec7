import { type ReactNode, useEffect, useRef, useState } from 'react'
import { POSITIONS_KEY, readStored } from '#features/reading/reader/stored-bookmarks.ts'
import { AdSlot } from '#features/site/reader/AdSlot.tsx'
import { type ArticleDetail, lastChanged } from '#kernel/article.ts'
import { categoryName, categoryPath } from '#kernel/category.ts'
import { categoryColour } from '#kernel/category-colour.ts'
import { direction, phrase, phraseParts } from '#kernel/text/phrase.ts'
import { readingTimeLabel } from '#kernel/text/reading-time.ts'
import { directionOf } from '#kernel/text/text-direction.ts'
import { formatDayAndTime, zoneOf } from '#kernel/time/dates.ts'
import { Notice } from '#ui/Notice.tsx'
import { Section } from '#ui/Section.tsx'
import { ArticleActions } from './ArticleActions.tsx'
import { ArticleBody, ArticleHeadline } from './ArticleBody.tsx'
import { ArticleCard, NewsBadges, Summary } from './ArticleCard.tsx'
import { ArticleImage } from './ArticleImage.tsx'
import { LEAD_SIZES } from './card-variants.ts'
import type { ReadingProgressBar } from './ReadingProgressBar.tsx'
import { withLazyFeatures } from './with-lazy-features.ts'

/** Without `shareOrigin` it is a preview, which cannot be shared or bookmarked. */
type Props = { article: ArticleDetail; shareOrigin?: string | undefined }

export function ArticlePage({ article, shareOrigin }: Props) {
  const { id, category, lang, image, related } = article
  return (
    <div className="measure">
      <article
        dir={article.dir}
        className="ad-sides mx-auto grid max-w-[845px] grid-cols-1 gap-y-6 pt-6 md:pt-10"
      >
        <header>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 print:[&>:not(.sponsor)]:hidden">
            <NewsBadges article={article} />
            <a
              href={categoryPath(category)}
              className={`label py-0.5 underline-offset-4 hover:underline ${categoryColour(category)}`}
            >
              {categoryName(category)}
            </a>
          </p>
          <ArticleHeadline {...article} />
          <Summary
            html={article.summary}
            lang={lang}
            className="max-w-prose pt-4 text-20/7 text-muted md:text-24/8"
          />
        </header>
        <Byline article={article}>
          {shareOrigin && <ArticleActions article={article} shareOrigin={shareOrigin} />}
        </Byline>
        {image && (
          <figure lang={lang} className="max-md:-mx-4">
            <ArticleImage
              article={article}
              ratio="16:9"
              sizes={LEAD_SIZES}
              priority
              className="aspect-video"
            />
            <figcaption
              dir={directionOf(article.caption, article.dir ?? direction())}
              className="pt-2 text-13 text-muted max-md:px-4 print:hidden"
            >
              {article.caption}
            </figcaption>
          </figure>
        )}
        <div className="article-columns">
          {article.body && (
            <ReadingProgress id={id}>
              <ArticleBody html={article.body} lang={lang} />
            </ReadingProgress>
          )}
          <div
            dir={direction()}
            className="grid gap-y-8 print:hidden"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: written by article-aside.ts
            dangerouslySetInnerHTML={{ __html: article.aside }}
          />
        </div>
        {shareOrigin && (
          <p className="hidden border-t pt-3 text-13 print:block">{shareOrigin + article.path}</p>
        )}
        <AdSidebars key={id} />
      </article>
      {related.length > 0 && (
        <Section title={phrase('Related Articles')} className="mt-16 print:hidden">
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
        title={phrase('Article not found')}
        action={
          <a href="/" className="button">
            {phrase('Back to Home')}
          </a>
        }
      />
    </div>
  )
}

function Byline({ article, children }: { article: ArticleDetail; children: ReactNode }) {
  const { byline, publishedAt, readingMinutes } = article
  const changedAt = lastChanged(article)
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 border-y border-rule py-3 text-14 text-muted *:[direction:ltr] [html[dir=rtl]_&]:*:[direction:rtl]">
      {byline && (
        <p
          className="font-semibold text-ink"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: written by the server (writeByline)
          dangerouslySetInnerHTML={{ __html: byline }}
        />
      )}
      {publishedAt && (
        <p>
          <FullTime iso={publishedAt} />
        </p>
      )}
      {changedAt && (
        <p>
          {phraseParts('Updated {time}', { time: <FullTime key="time" iso={changedAt} /> })}
          {article.hasChangeNotes && (
            <a href="#corrections" className="ms-2 underline underline-offset-4 print:hidden">
              {phrase('What changed')}
            </a>
          )}
        </p>
      )}
      <p className="print:hidden">{readingTimeLabel(readingMinutes)}</p>
      {children}
    </div>
  )
}

/** `writeNewsTimes` adds the zone for readers in another one. */
function FullTime({ iso }: { iso: string }) {
  const [name, offset] = zoneOf(iso)
  return (
    <time dateTime={iso} data-zone={name} data-offset={offset} suppressHydrationWarning>
      {formatDayAndTime(iso)}
    </time>
  )
}

function ReadingProgress({ id, children }: { id: string; children: ReactNode }) {
  const text = useRef<HTMLDivElement>(null)
  const [Bar, setBar] = useState<typeof ReadingProgressBar>()
  useEffect(() => {
    const show = () => withLazyFeatures(({ ReadingProgressBar }) => setBar(() => ReadingProgressBar))
    // The scroll position may be restored already, or the reader has read a part before.
    if (scrollY || readStored(POSITIONS_KEY).includes(id)) show()
    addEventListener('scroll', show, { once: true })
    return () => removeEventListener('scroll', show)
  }, [id])
  return (
    <div ref={text}>
      {Bar && <Bar text={text} articleId={id} />}
      {children}
    </div>
  )
}

/** Spec §2, Article; §9. */
function AdSidebars() {
  return (
    <>
      <div className="ad-column right-full mr-6">
        <AdSlot place="leftSidebarCode" name={phrase('Advertisement on the left')} />
      </div>
      <div className="ad-column left-full ml-6">
        <AdSlot place="rightSidebarCode" name={phrase('Advertisement on the right')} />
      </div>
    </>
  )
}
