import { Link } from '@tanstack/react-router'
import { type MouseEvent, useRef } from 'react'
import { Notice } from '#ui/Notice.tsx'
import { useBookmarks } from './bookmarks.ts'
import { clearBookmarks, removeFromList } from './change-bookmarks.ts'
import { SavedArticle } from './SavedArticle.tsx'

/** Spec §2, Reading List */
export function ReadingList() {
  const bookmarks = useBookmarks()
  const heading = useRef<HTMLHeadingElement>(null)

  function remove(id: string, event: MouseEvent<HTMLElement>) {
    const item = event.currentTarget.closest('li')
    if (removeFromList(id)) (item?.nextElementSibling?.querySelector('a') ?? heading.current)?.focus()
  }

  function clear() {
    if (clearBookmarks()) heading.current?.focus()
  }

  return (
    // The full height prevents a layout shift.
    <div className="measure min-h-screen max-w-[893px]">
      <div className="mt-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 border-t border-ink pt-3 pb-6">
        <div>
          <h1 ref={heading} tabIndex={-1} className="headline text-38 outline-none md:text-48">
            Your Reading List
          </h1>
          <p className="pt-2 text-14 text-muted">{statusOf(bookmarks?.length)}</p>
        </div>
        {bookmarks && bookmarks.length > 0 && (
          <button type="button" onClick={clear} className="button">
            Clear All
          </button>
        )}
      </div>
      {bookmarks?.length === 0 && <EmptyReadingList />}
      {bookmarks && bookmarks.length > 0 && (
        <ul>
          {bookmarks.map((bookmark) => (
            <SavedArticle
              key={bookmark.id}
              bookmark={bookmark}
              onRemove={(event) => remove(bookmark.id, event)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function EmptyReadingList() {
  return (
    <Notice
      title="No bookmarks yet"
      text="Start adding articles to your reading list to see them here"
      action={
        <Link to="/" className="button">
          Browse Articles
        </Link>
      }
    />
  )
}

function statusOf(count: number | undefined): string {
  if (count === undefined)
    return 'Your reading list is stored on this device. JavaScript is needed to show it.'
  return count === 1 ? '1 saved article' : `${count} saved articles`
}
