import { Link } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import { parseCategory } from '#kernel/category.ts'
import { categoryColour } from '#kernel/category-colour.ts'
import { formatShortDay } from '#kernel/dates.ts'
import type { Bookmark } from '../rules/bookmark.ts'
import { REMOVED_TITLES } from '../rules/refresh-entries.ts'

/** An image variant on this site. */
const IMAGE_PATH = /^\/media(?:\/[\w-]+){3}\.\w+$/

type SavedArticleProps = { bookmark: Bookmark; onRemove: (event: MouseEvent<HTMLElement>) => void }

export function SavedArticle({ bookmark, onRemove }: SavedArticleProps) {
  const { id, title, author } = bookmark
  const category = parseCategory(bookmark.category)
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
          <p className={`label pb-2 ${category ? categoryColour(category) : ''}`}>{bookmark.category}</p>
        )}
        <h2 dir="auto" className="headline line-clamp-5 text-18 md:text-24">
          <Link to="/article/$id" params={{ id }} className="card-link">
            {title}
          </Link>
        </h2>
        {summary && (
          <p dir="auto" className="line-clamp-2 pt-2 font-serif text-16 text-muted md:line-clamp-3">
            {summary}
          </p>
        )}
        <p className="flex flex-wrap gap-x-4 pt-2 text-13 text-muted">
          {author && (
            <span>
              By <bdi>{author}</bdi>
            </span>
          )}
          <PublishedDay iso={bookmark.publishedAt} />
        </p>
      </div>
      <RemoveButton label={`Remove “${title}” from your reading list`} onClick={onRemove} />
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
        {category && <p className="label pb-2 text-muted">{category}</p>}
        <h2 className="headline text-18 text-muted md:text-24">
          {removed === 'withdrawn' ? (
            <Link to="/article/$id" params={{ id }} reloadDocument className="card-link">
              {REMOVED_TITLES.withdrawn}
            </Link>
          ) : (
            REMOVED_TITLES.deleted
          )}
        </h2>
        <p className="pt-2 text-13 text-muted">
          <PublishedDay iso={publishedAt} />
        </p>
      </div>
      <RemoveButton label={`Remove the ${removed} article from your reading list`} onClick={onRemove} />
    </li>
  )
}

function RemoveButton({ label, onClick }: { label: string; onClick: SavedArticleProps['onRemove'] }) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={label}
      title="Remove"
      className="quiet-button relative -mt-3 -mr-3 size-11 shrink-0 max-md:-ml-3"
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
