import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, type Ref, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { Notice } from '#ui/Notice.tsx'
import { savedCheckQuery } from '../reading.functions.ts'
import { type Bookmark, parseBookmarks } from '../rules/bookmark.ts'
import { checkedIds } from '../rules/refresh-entries.ts'
import { withdrawnKey } from '../rules/withdrawn-key.ts'
import { clearBookmarks, refreshBookmarks, removeFromList } from './change-bookmarks.ts'
import { RemovedArticle, SavedArticle } from './SavedArticle.tsx'
import { readStored, subscribeToBookmarks } from './stored-bookmarks.ts'

let storedText = ''
let storedBookmarks: readonly Bookmark[] = []

/** Newest first; the same array until a change. */
function readBookmarks(): readonly Bookmark[] {
  const now = readStored()
  if (now !== storedText) {
    storedText = now
    storedBookmarks = parseBookmarks(now)
  }
  return storedBookmarks
}

/** Undefined until hydration. */
function useBookmarks(): readonly Bookmark[] | undefined {
  return useSyncExternalStore<readonly Bookmark[] | undefined>(
    subscribeToBookmarks,
    readBookmarks,
    () => undefined,
  )
}

/**
 * Spec §2, Reading List.
 *
 * @param props.withdrawn keys (rules/withdrawn-key.ts)
 */
export function ReadingList({ withdrawn }: { withdrawn: readonly string[] }) {
  const bookmarks = useBookmarks()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: check } = useQuery(savedCheckQuery(checkedIds(bookmarks ?? [])))
  useEffect(() => {
    if (check) refreshBookmarks(check)
  }, [check])

  function remove(id: string, event: MouseEvent<HTMLElement>) {
    const item = event.currentTarget.closest('li')
    if (removeFromList(id)) (item?.nextElementSibling?.querySelector('a') ?? heading.current)?.focus()
  }

  const clearDialog = useRef<HTMLDialogElement>(null)

  function clear() {
    // Returns the focus even if the list cannot be cleared.
    clearDialog.current?.close()
    if (clearBookmarks()) heading.current?.focus()
  }

  return (
    // Prevents a layout shift.
    <div className="measure min-h-screen max-w-[893px]">
      <div className="mt-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 border-t border-ink pt-3 pb-6">
        <div>
          <h1 ref={heading} tabIndex={-1} className="headline text-38 outline-none md:text-48">
            {phrase('Your Reading List')}
          </h1>
          <p className="pt-2 text-14 text-muted">
            {bookmarks ? (
              plural(bookmarks.length, '{count} saved article', '{count} saved articles')
            ) : (
              <>
                {phrase('Your reading list is stored on this device.')}
                <noscript>{` ${phrase('JavaScript is needed to show it.')}`}</noscript>
              </>
            )}
          </p>
        </div>
        {bookmarks && bookmarks.length > 0 && (
          <button type="button" onClick={() => clearDialog.current?.showModal()} className="button">
            {phrase('Clear All')}
          </button>
        )}
      </div>
      {bookmarks && (
        <ClearDialog
          ref={clearDialog}
          count={bookmarks.length}
          onConfirm={clear}
          onCancel={() => clearDialog.current?.close()}
        />
      )}
      {bookmarks?.length === 0 && <EmptyReadingList />}
      {bookmarks && bookmarks.length > 0 && (
        <ul>
          {bookmarks.map((bookmark) => {
            const isWithdrawn = withdrawn.includes(withdrawnKey(bookmark.id))
            const removed = isWithdrawn ? 'withdrawn' : bookmark.removed
            const onRemove = (event: MouseEvent<HTMLElement>) => remove(bookmark.id, event)
            return removed ? (
              <RemovedArticle key={bookmark.id} {...{ bookmark, removed, onRemove }} />
            ) : (
              <SavedArticle key={bookmark.id} {...{ bookmark, onRemove }} />
            )
          })}
        </ul>
      )}
    </div>
  )
}

type ClearDialogProps = {
  ref: Ref<HTMLDialogElement>
  count: number
  onConfirm: () => void
  onCancel: () => void
}

function ClearDialog({ ref, count, onConfirm, onCancel }: ClearDialogProps) {
  const title = useId()
  return (
    <dialog
      ref={ref}
      role="alertdialog"
      aria-labelledby={title}
      className="m-auto w-[calc(100%-2rem)] max-w-md border border-rule bg-paper p-5 text-ink backdrop:bg-[#0009]"
    >
      <h2 id={title} className="headline text-20">
        {phrase('Clear your reading list?')}
      </h2>
      <p className="pt-2 text-14 text-muted">
        {plural(
          count,
          'This removes {count} article from this device.',
          'This removes {count} articles from this device.',
        )}
      </p>
      <div className="flex flex-wrap justify-end gap-3 pt-5">
        <button type="button" onClick={onCancel} className="button">
          {phrase('Cancel')}
        </button>
        <button type="button" onClick={onConfirm} className="button bg-brand text-on-brand">
          {phrase('Clear')}
        </button>
      </div>
    </dialog>
  )
}

function EmptyReadingList() {
  return (
    <Notice
      title={phrase('No bookmarks yet')}
      text={phrase('Start adding articles to your reading list to see them here')}
      action={
        <a href="/" className="button">
          {phrase('Browse Articles')}
        </a>
      }
    />
  )
}
