import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { ListState } from '#ui/admin/LoadState.tsx'
import { libraryFailure } from '../media.functions.ts'
import type { LibraryFile } from '../rules/library-file.ts'
import { FileTile } from './FileTile.tsx'

type Props = {
  query: UseInfiniteQueryResult<{ pages: { files: LibraryFile[] }[] }>
  label: string
  empty: ReactNode
  isChosen?: (file: LibraryFile) => boolean
  openId?: string | undefined
  onPress: (file: LibraryFile) => void
}

/** Arrow keys move between files. */
export function FileGrid({ query, label, empty, isChosen, openId, onPress }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const files = query.data?.pages.flatMap((page) => page.files) ?? []
  if (query.data === undefined && query.failureReason === null) return <GridSkeleton />
  return (
    <ListState query={query} failure={libraryFailure()} isEmpty={files.length === 0} empty={empty}>
      <ul
        ref={list}
        aria-label={label}
        onKeyDown={(event) => moveFocus(event, list.current)}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-2 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] sm:gap-3"
      >
        {files.map((file) => (
          <li key={file.id}>
            <FileTile
              file={file}
              isOpen={file.id === openId}
              onPress={onPress}
              {...(isChosen && { isChosen: isChosen(file) })}
            />
          </li>
        ))}
      </ul>
    </ListState>
  )
}

function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const tiles = [...(list?.querySelectorAll<HTMLElement>('[data-file]') ?? [])]
  const index = document.activeElement instanceof HTMLElement ? tiles.indexOf(document.activeElement) : -1
  if (index < 0 || event.ctrlKey || event.metaKey || event.altKey) return
  const top = tiles[0]?.getBoundingClientRect().top
  const columns = tiles.filter((tile) => tile.getBoundingClientRect().top === top).length
  const isRightToLeft = list?.matches(':dir(rtl)') ?? false
  const steps: Record<string, number> = {
    ArrowRight: isRightToLeft ? -1 : 1,
    ArrowLeft: isRightToLeft ? 1 : -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  }
  const next = tiles[index + (steps[event.key] ?? 0)]
  if (!steps[event.key] || !next) return
  event.preventDefault()
  next.focus()
}

const PLACES = Array.from({ length: 12 }, (_, place) => place)

function GridSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{phrase('Loading...')}</span>
      <div
        aria-hidden
        className="admin-late grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-2 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] sm:gap-3"
      >
        {PLACES.map((place) => (
          <div key={place} className="border border-rule bg-paper">
            <div className="aspect-4/3 bg-wash" />
            <div className="flex h-14 flex-col justify-center border-t border-rule px-2">
              <span className="admin-skeleton" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
