import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { ArticleImage } from '#features/articles/reader/ArticleImage.tsx'
import { categoryColour } from '#kernel/category-colour.ts'
import { formatDay, formatDayAndTime } from '#kernel/dates.ts'
import { textDirection } from '#kernel/text-direction.ts'
import { Badge } from '#ui/office/Badge.tsx'
import type { AdminArticle } from '../server/read-list-entries.server.ts'
import { RestoreButton } from './RestoreButton.tsx'
import { StatusBadge } from './StatusBadge.tsx'

type Props = {
  article: AdminArticle
  onEdit: (id: string) => void
  onDelete: (article: AdminArticle) => void
}

export function ArticleRow({ article, onEdit, onDelete }: Props) {
  const { id, title, category, author, status, publishedAt, sourceUrl, deletedAt } = article
  return (
    <li className="flex items-start gap-3 px-3 py-2 hover:bg-wash">
      {article.image ? (
        <ArticleImage article={article} ratio="1:1" sizes="56px" largest={160} className="size-14 shrink-0" />
      ) : (
        <img
          src="/placeholder.svg"
          alt=""
          width={56}
          height={56}
          className="size-14 shrink-0 bg-wash object-cover"
        />
      )}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          {deletedAt ? (
            <bdi dir={textDirection(title)} className="text-14 font-semibold wrap-anywhere">
              {title}
            </bdi>
          ) : (
            <button
              type="button"
              onClick={() => onEdit(id)}
              className="cursor-pointer text-left text-14 font-semibold wrap-anywhere underline-offset-2 hover:underline"
            >
              <bdi dir={textDirection(title)}>{title}</bdi>
            </button>
          )}
          {article.isBreaking && <Badge tone="danger">Breaking</Badge>}
          {status !== 'published' && !deletedAt && <StatusBadge status={status} />}
        </p>
        <p className="flex flex-wrap gap-x-3 pt-1 text-13 text-muted">
          <span className={`font-semibold ${categoryColour(category)}`}>{category}</span>
          {author && <bdi className="wrap-anywhere">{author}</bdi>}
          <ListedTime article={article} />
          {publishedAt && <NewTabLink href={`/article/${id}`} label="View Live" detail={title} />}
          {sourceUrl && (
            <NewTabLink href={sourceUrl} rel="noopener noreferrer" label="Source" detail={`of ${title}`} />
          )}
        </p>
      </div>
      {deletedAt ? (
        <RestoreButton id={id} title={title} />
      ) : (
        <div className="flex shrink-0">
          <button
            type="button"
            aria-label={`Edit ${title}`}
            title="Edit"
            onClick={() => onEdit(id)}
            className="office-icon-button"
          >
            <Pencil aria-hidden size={16} />
          </button>
          <button
            type="button"
            aria-label={`Delete ${title}`}
            title="Delete"
            onClick={() => onDelete(article)}
            className="office-icon-button hover:text-danger!"
          >
            <Trash2 aria-hidden size={16} />
          </button>
        </div>
      )}
    </li>
  )
}

function ListedTime({ article }: { article: AdminArticle }) {
  const { publishedAt, editedAt, plannedAt, deletedAt } = article
  if (deletedAt)
    return (
      <span>
        Deleted <time dateTime={deletedAt}>{formatDay(deletedAt)}</time>
      </span>
    )
  if (plannedAt)
    return (
      <span>
        Scheduled for <time dateTime={plannedAt}>{formatDayAndTime(plannedAt)}</time>
      </span>
    )
  if (publishedAt) return <time dateTime={publishedAt}>{formatDay(publishedAt)}</time>
  return (
    editedAt && (
      <span>
        Edited <time dateTime={editedAt}>{formatDayAndTime(editedAt)}</time>
      </span>
    )
  )
}

type LinkProps = { href: string; rel?: string; label: string; detail: string }

function NewTabLink({ href, rel = 'noopener', label, detail }: LinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel={rel}
      className="inline-flex items-center gap-1 underline underline-offset-2"
    >
      {label}
      <ExternalLink aria-hidden size={12} />
      <span className="sr-only">{detail} (opens in a new tab)</span>
    </a>
  )
}
