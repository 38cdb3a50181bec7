import type { MouseEvent } from 'react'
import { setSearchDialogOpen } from './search-dialog-state.ts'

/** Opens the search dialog or, without JavaScript, the search page. */
export function SearchLink({ className }: { className: string }) {
  return (
    <a href="/search" aria-label="Search" aria-haspopup="dialog" onClick={openDialog} className={className}>
      <span className="icon icon-search" />
    </a>
  )
}

function openDialog(event: MouseEvent) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  setSearchDialogOpen(true)
}
