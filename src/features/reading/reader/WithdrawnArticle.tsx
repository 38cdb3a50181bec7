import { Link } from '@tanstack/react-router'
import { PublishedDay, RemoveButton, type SavedArticleProps } from './SavedArticle.tsx'

/** A withdrawn article: its headline, summary and image are not shown. Its address states the reason. */
export function WithdrawnArticle({ bookmark: { id, category, publishedAt }, onRemove }: SavedArticleProps) {
  return (
    <li className="relative flex gap-4 border-t border-rule py-5 md:gap-6">
      <div className="min-w-0 flex-1">
        {category && <p className="label pb-2 text-muted">{category}</p>}
        <h2 className="headline text-18 text-muted md:text-24">
          <Link to="/article/$id" params={{ id }} reloadDocument className="card-link">
            This article was withdrawn
          </Link>
        </h2>
        <p className="pt-2 text-13 text-muted">
          <PublishedDay iso={publishedAt} />
        </p>
      </div>
      <RemoveButton label="Remove the withdrawn article from your reading list" onClick={onRemove} />
    </li>
  )
}
