import type { MouseEvent } from 'react'
import { setSearchDialog } from './search-dialog.ts'

/** The control that opens the search dialog; before the page's script runs, or without it, a link to the search page. */
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
  setSearchDialog(true)
}
