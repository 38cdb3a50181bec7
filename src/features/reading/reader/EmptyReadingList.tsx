import { Link } from '@tanstack/react-router'
import { Notice } from '#ui/Notice.tsx'

/** A reading list without articles (spec §2). */
export function EmptyReadingList() {
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
