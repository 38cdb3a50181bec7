import { type MouseEvent, useState } from 'react'
import { categoryName } from '#kernel/category.ts'
import { categoryColour } from '#kernel/category-colour.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { directionOf } from '#kernel/text/text-direction.ts'
import { formatShortDay } from '#kernel/time/dates.ts'
import type { Bookmark } from '../rules/bookmark.ts'

/** An image variant on this site. */
const IMAGE_PATH = /^\/media(?:\/[\w-]+){3}\.\w+$/

type SavedArticleProps = { bookmark: Bookmark; onRemove: (event: MouseEvent<HTMLElement>) => void }

export function SavedArticle({ bookmark, onRemove }: SavedArticleProps) {
  const { id, title, author } = bookmark
  const summary = textOf(bookmark.summary)
  return (
    <li className="relative flex gap-4 border-t border-rule py-5 md:gap-6">
      {bookmark.imageUrl && (
        <SavedImage
          imageUrl={bookmark.imageUrl}
          className="aspect-square w-24 shrink-0 self-start md:aspect-3/2 md:w-60"
        />
      )}
      <div className="min-w-0 flex-1">
        {bookmark.category && (
          <p className={`label pb-2 ${categoryColour(bookmark.category)}`}>
            {categoryName(bookmark.category)}
          </p>
        )}
        <h2 dir={directionOf(title)} className="headline line-clamp-5 text-18 md:text-24">
          <a href={`/article/${id}`} className="card-link">
            {title}
          </a>
        </h2>
        {summary && (
          <p
            dir={directionOf(summary)}
            className="line-clamp-2 pt-2 font-serif text-16 text-muted md:line-clamp-3"
          >
            {summary}
          </p>
        )}
        <p className="flex flex-wrap gap-x-4 pt-2 text-13 text-muted">
          {author && <span>{phraseParts('By {names}', { names: <bdi key="author">{author}</bdi> })}</span>}
          <PublishedDay iso={bookmark.publishedAt} />
        </p>
      </div>
      <RemoveButton label={phrase('Remove “{title}” from your reading list', { title })} onClick={onRemove} />
    </li>
  )
}

type RemovedArticleProps = SavedArticleProps & { removed: 'withdrawn' | 'deleted' }

/** Shows no content. The page of a withdrawn article states the reason; that of a deleted one is missing. */
export function RemovedArticle({
  bookmark: { id, category, publishedAt },
  removed,
  onRemove,
}: RemovedArticleProps) {
  return (
    <li className="relative flex gap-4 border-t border-rule py-5 md:gap-6">
      <div className="min-w-0 flex-1">
        {category && <p className="label pb-2 text-muted">{categoryName(category)}</p>}
        <h2 className="headline text-18 text-muted md:text-24">
          {removed === 'withdrawn' ? (
            <a href={`/article/${id}`} target="_self" className="card-link">
              {phrase('This article was withdrawn')}
            </a>
          ) : (
            phrase('This article is no longer available')
          )}
        </h2>
        <p className="pt-2 text-13 text-muted">
          <PublishedDay iso={publishedAt} />
        </p>
      </div>
      <RemoveButton
        label={
          removed === 'withdrawn'
            ? phrase('Remove the withdrawn article from your reading list')
            : phrase('Remove the deleted article from your reading list')
        }
        onClick={onRemove}
      />
    </li>
  )
}

function RemoveButton({ label, onClick }: { label: string; onClick: SavedArticleProps['onRemove'] }) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={label}
      title={phrase('Remove')}
      className="quiet-button relative -mt-3 -me-3 size-11 shrink-0 max-md:-ms-3"
    >
      <span className="icon icon-close" />
    </button>
  )
}

/** Missing and external images have a placeholder. */
function SavedImage({ imageUrl, className }: { imageUrl: string; className: string }) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const isShown = IMAGE_PATH.test(imageUrl) && imageUrl !== brokenUrl
  return (
    <img
      src={isShown ? imageUrl : '/placeholder.svg'}
      alt=""
      width={480}
      height={320}
      loading="lazy"
      decoding="async"
      onError={() => setBrokenUrl(imageUrl)}
      className={`bg-wash object-cover ${className}`}
    />
  )
}

function PublishedDay({ iso }: { iso: string }) {
  if (Number.isNaN(Date.parse(iso))) return null
  return <time dateTime={iso}>{formatShortDay(iso)}</time>
}

/** Removes tags first, so that nothing is loaded or run. */
function textOf(html: string): string {
  const withoutTags = html.replace(/<\/?(?:strong|em|b|i|span)\b[^<>]*>/gi, '').replace(/<[^<>]*>/g, ' ')
  return new DOMParser().parseFromString(withoutTags, 'text/html').body.textContent.trim()
}
