import { Link } from '@tanstack/react-router'
import { Notice } from '#ui/Notice.tsx'

/** An article's page when there is no such article (spec §2). */
export function ArticleNotFound() {
  return (
    <div className="measure">
      <Notice
        heading="h1"
        title="Article not found"
        action={
          <Link to="/" className="button">
            Back to Home
          </Link>
        }
      />
    </div>
  )
}
