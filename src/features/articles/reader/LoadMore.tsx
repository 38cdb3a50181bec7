import type { MouseEvent } from 'react'
import { messageOf } from '../rules/fetch-error.ts'

type Props = { href: string; busy: boolean; error: unknown; onLoad: () => void }

/** The link to the next page of a list. Where the page's script runs, it brings the stories to this page instead. */
export function LoadMore({ href, busy, error, onLoad }: Props) {
  function load(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (!busy) onLoad()
  }
  return (
    <div className="flex flex-col items-center gap-4 pt-12">
      {error != null && <p role="alert">Error loading articles: {messageOf(error)}</p>}
      <a href={href} onClick={load} aria-busy={busy} className="button min-w-48">
        {busy ? 'Loading...' : error != null ? 'Try Again' : 'Load more'}
      </a>
    </div>
  )
}
