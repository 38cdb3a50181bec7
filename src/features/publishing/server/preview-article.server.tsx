import { RateLimiterMemory } from 'rate-limiter-flexible'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Account } from '#features/access/rules/access.ts'
import { ArticleBody, ArticleHeadline, OriginalSource } from '#features/articles/reader/ArticleBody.tsx'
import { BreakingBadge, Summary } from '#features/articles/reader/ArticleCard.tsx'
import { addCorrections, type Correction } from '#features/articles/rules/corrections.ts'
import { toArticleImage } from '#features/articles/server/articles.server.ts'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import type { RevisionTimes } from '#features/drafts/server/revisions.server.ts'
import { mediaPath, uploadMediaPath, uploadNameOf } from '#features/media/rules/variant.ts'
import { formatBody } from '#kernel/body.ts'
import { categoryColour } from '#kernel/category-colour.ts'
import { formatDayAndTime } from '#kernel/dates.ts'
import { htmlToText } from '#kernel/html-text.ts'
import { readingMinutes, readingTimeLabel } from '#kernel/reading-time.ts'
import { webAddress } from '#kernel/web-address.ts'
import { TooBusyError } from '#platform/http/with-user-message.server.ts'
import { runWithin, TimeLimitError } from '#platform/process/run-within.server.ts'
import { sanitiseBody, sanitiseSummary } from '#platform/render/sanitise.server.ts'

/** Most take a few milliseconds, and block the process. */
const MAX_PREVIEW_MS = 1_000
/** Of each person. */
const MAX_MS_PER_MINUTE = 5_000

export function createPreviews({ maxMs = MAX_PREVIEW_MS, maxMsPerMinute = MAX_MS_PER_MINUTE } = {}) {
  const spentMs = new RateLimiterMemory({ points: maxMsPerMinute, duration: 60 })

  /** @throws TooBusyError */
  return async (by: Pick<Account, 'id'>, form: ArticleForm, options?: PreviewOptions): Promise<string> => {
    const spent = await spentMs.get(by.id)
    if (spent && spent.remainingPoints <= 0)
      throw new TooBusyError('Previews of this article take too long. Wait a minute and try again.')
    const started = performance.now()
    try {
      return previewArticle(form, options, maxMs)
    } catch (error) {
      if (error instanceof TimeLimitError) throw new TooBusyError('The article is too complex for a preview.')
      throw error
    } finally {
      await spentMs.penalty(by.id, Math.ceil(performance.now() - started))
    }
  }
}

export const previewArticleFor = createPreviews()

/**
 * Runs on the server, so that the admin area loads neither the sanitiser nor reader components.
 *
 * @param form parsed by `draftFormSchema`
 * @param options.id stored article with the same image
 * @returns sanitised HTML for the readers' style sheet
 * @throws TimeLimitError
 */
export function previewArticle(
  form: ArticleForm,
  options: PreviewOptions = {},
  maxMs = MAX_PREVIEW_MS,
): string {
  // React would not recover from an interruption.
  const texts = runWithin(maxMs, () => sanitiseTexts(form, options.corrections ?? []))
  return renderToStaticMarkup(<Preview article={form} texts={texts} {...options} />)
}

type PreviewTexts = ReturnType<typeof sanitiseTexts>

function sanitiseTexts({ content, summary }: ArticleForm, corrections: readonly Correction[]) {
  const body = sanitiseBody(formatBody(content))
  const isSummary = htmlToText(body) === htmlToText(summary)
  return {
    summary: sanitiseSummary(summary),
    html: addCorrections(isSummary ? '' : body, corrections),
    minutes: readingMinutes(body),
  }
}

type PreviewOptions = {
  id?: string | undefined
  /** Of the addresses of uploads. */
  imageQuery?: string
  corrections?: readonly Correction[]
  /** The times of a published revision. */
  times?: RevisionTimes | null
}

type PreviewProps = { article: ArticleForm; texts: PreviewTexts } & PreviewOptions

function Preview({ article, texts: { summary, html, minutes }, id, imageQuery, times }: PreviewProps) {
  const sourceUrl = webAddress(article.sourceUrl)
  return (
    <article className="mx-auto grid max-w-[845px] grid-cols-1 gap-y-6 pt-6">
      <header>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {article.isBreaking && <BreakingBadge />}
          <span className={`label py-0.5 ${categoryColour(article.category)}`}>{article.category}</span>
        </p>
        <ArticleHeadline title={article.title || 'Untitled'} />
        <Summary html={summary} className="max-w-prose pt-4 text-20/7 text-muted md:text-24/8" />
      </header>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 border-y border-rule py-3 text-14 text-muted">
        {article.author && (
          <p className="font-semibold text-ink">
            By <bdi>{article.author}</bdi>
          </p>
        )}
        {times && (
          <p>
            <time dateTime={times.publishedAt}>{formatDayAndTime(times.publishedAt)}</time>
          </p>
        )}
        {times?.updatedAt && (
          <p>
            Updated <time dateTime={times.updatedAt}>{formatDayAndTime(times.updatedAt)}</time>
          </p>
        )}
        <p>{readingTimeLabel(minutes)}</p>
      </div>
      <PreviewImage article={article} id={id} imageQuery={imageQuery} />
      {html && (
        <div dir="auto">
          <ArticleBody html={html} />
        </div>
      )}
      {sourceUrl && (
        <OriginalSource source={{ url: sourceUrl, name: article.sourceName || 'View original article' }} />
      )}
    </article>
  )
}

/** The crop of the article page. */
const CROP = { ratio: '16:9', width: 1280, format: 'webp' } as const

/** `/media` fetches external images by the article's id. */
type ImageProps = { article: ArticleForm } & Pick<PreviewOptions, 'id' | 'imageQuery'>

function PreviewImage({ article: { imageUrl, imageAlt, title }, id, imageQuery = '' }: ImageProps) {
  const image = toArticleImage(imageUrl || null)
  if (!image) return null
  const upload = uploadNameOf(imageUrl)
  const src = upload
    ? uploadMediaPath({ upload, ...CROP }) + imageQuery
    : id && mediaPath({ articleId: id, imageKey: image.key, ...CROP })
  return (
    <figure>
      {src ? (
        <img
          src={src}
          // Without this, React would preload the image.
          loading="lazy"
          alt={imageAlt ?? ''}
          width={1280}
          height={720}
          className="block aspect-video w-full overflow-hidden bg-wash object-cover"
        />
      ) : (
        <p className="flex aspect-video items-center justify-center bg-wash p-4 text-center text-14 text-muted">
          The image is fetched from its address once the article is published.
        </p>
      )}
      <figcaption dir="auto" className="pt-2 text-13 text-muted">
        {title}
      </figcaption>
    </figure>
  )
}
