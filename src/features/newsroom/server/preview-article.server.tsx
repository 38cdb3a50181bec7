import { renderToStaticMarkup } from 'react-dom/server'
import { ArticleBody, ArticleHeadline, OriginalSource } from '#features/articles/reader/ArticleBody.tsx'
import { BreakingBadge, Summary } from '#features/articles/reader/ArticleCard.tsx'
import { addCorrections, type Correction } from '#features/articles/rules/corrections.ts'
import { toArticleImage } from '#features/articles/server/articles.server.ts'
import { mediaPath, uploadMediaPath, uploadNameOf } from '#features/media/rules/variant.ts'
import { formatBody } from '#kernel/body.ts'
import { categoryColour } from '#kernel/category-colour.ts'
import { formatDayAndTime } from '#kernel/dates.ts'
import { htmlToText } from '#kernel/html-text.ts'
import { readingMinutes, readingTimeLabel } from '#kernel/reading-time.ts'
import { webAddress } from '#kernel/web-address.ts'
import { sanitiseBody, sanitiseSummary } from '#platform/sanitise.server.ts'
import type { ArticleForm } from '../rules/article-form.ts'
import type { RevisionTimes } from './revisions.server.ts'

/**
 * Renders an article on the server, so that the back office loads neither the sanitiser nor reader components.
 *
 * @param form parsed by `draftFormSchema`
 * @param options.id stored article with the same image
 * @returns sanitised HTML for the readers' style sheet
 */
export function previewArticle(form: ArticleForm, options: PreviewOptions = {}): string {
  return renderToStaticMarkup(<Preview article={form} {...options} />)
}

type PreviewOptions = {
  id?: string | undefined
  corrections?: readonly Correction[]
  /** Of a published revision. */
  times?: RevisionTimes | null
}

function Preview({ article, id, corrections = [], times }: { article: ArticleForm } & PreviewOptions) {
  const body = sanitiseBody(formatBody(article.content))
  const summary = sanitiseSummary(article.summary)
  const isSummary = htmlToText(body) === htmlToText(article.summary)
  const html = addCorrections(isSummary ? '' : body, corrections)
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
        <p>{readingTimeLabel(readingMinutes(body))}</p>
      </div>
      <PreviewImage article={article} id={id} />
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

/** As on the article page. */
const CROP = { ratio: '16:9', width: 1280, format: 'webp' } as const

/** `/media` fetches external images by the article's id. */
function PreviewImage({ article: { imageUrl, title }, id }: { article: ArticleForm; id?: string }) {
  const image = toArticleImage(imageUrl || null)
  if (!image) return null
  const upload = uploadNameOf(imageUrl)
  const src = upload
    ? uploadMediaPath({ upload, ...CROP })
    : id && mediaPath({ articleId: id, imageKey: image.key, ...CROP })
  return (
    <figure>
      {src ? (
        <img
          src={src}
          alt=""
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
