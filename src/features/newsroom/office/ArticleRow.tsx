import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { ArticleImage } from '#features/articles/reader/ArticleImage.tsx'
import { categoryColour } from '#kernel/category-colour.ts'
import { formatDay } from '#kernel/dates.ts'
import { textDirection } from '#kernel/text-direction.ts'
import { Badge } from '#ui/office/Badge.tsx'
import type { AdminArticle } from '../server/list-admin-articles.server.ts'

type Props = {
  article: AdminArticle
  onEdit: (id: string) => void
  onDelete: (article: AdminArticle) => void
}

export function ArticleRow({ article, onEdit, onDelete }: Props) {
  const { id, title, category, author, publishedAt, sourceUrl } = article
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
          <button
            type="button"
            onClick={() => onEdit(id)}
            className="cursor-pointer text-left text-14 font-semibold wrap-anywhere underline-offset-2 hover:underline"
          >
            <bdi dir={textDirection(title)}>{title}</bdi>
          </button>
          {article.isBreaking && <Badge tone="danger">Breaking</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-3 pt-1 text-13 text-muted">
          <span className={`font-semibold ${categoryColour(category)}`}>{category}</span>
          {author && <bdi className="wrap-anywhere">{author}</bdi>}
          <time dateTime={publishedAt}>{formatDay(publishedAt)}</time>
          <NewTabLink href={`/article/${id}`} label="View Live" detail={title} />
          {sourceUrl && (
            <NewTabLink href={sourceUrl} rel="noopener noreferrer" label="Source" detail={`of ${title}`} />
          )}
        </p>
      </div>
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
    </li>
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
