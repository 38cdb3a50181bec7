import type { ReactNode } from 'react'
import { type ArticleDetail, lastChanged } from '#kernel/article.ts'
import { formatDayAndTime } from '#kernel/dates.ts'
import { readingTimeLabel } from '#kernel/reading-time.ts'

type Props = { article: ArticleDetail; children: ReactNode }

/** Who wrote the story, when, and how long it takes to read; `children` are what can be done with it. */
export function Byline({ article, children }: Props) {
  const { author, publishedAt, readingMinutes } = article
  const changedAt = lastChanged(article)
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 border-y border-rule py-3 text-14 text-muted">
      {author && (
        <p className="font-semibold text-ink">
          By <bdi>{author}</bdi>
        </p>
      )}
      <p>
        <time dateTime={publishedAt}>{formatDayAndTime(publishedAt)}</time>
      </p>
      {changedAt && (
        <p>
          Updated <time dateTime={changedAt}>{formatDayAndTime(changedAt)}</time>
        </p>
      )}
      <p>{readingTimeLabel(readingMinutes)}</p>
      {children}
    </div>
  )
}
