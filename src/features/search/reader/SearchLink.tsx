import type { MouseEvent } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { setSearchDialogOpen } from './search-dialog-state.ts'

/** Opens the search dialog or, without JavaScript, the search page. */
export function SearchLink({ className }: { className: string }) {
  return (
    <a
      href="/search"
      aria-label={phrase('Search')}
      aria-haspopup="dialog"
      onClick={openDialog}
      className={className}
    >
      <span className="icon icon-search" />
    </a>
  )
}

function openDialog(event: MouseEvent) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  setSearchDialogOpen(true)
}
