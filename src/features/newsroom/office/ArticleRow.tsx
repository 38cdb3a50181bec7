import { useHydrated } from '@tanstack/react-router'
import { ExternalLink, Pencil, Trash2, UserRoundPlus } from 'lucide-react'
import { Fragment } from 'react'
import { ArticleImage } from '#features/articles/reader/ArticleImage.tsx'
import { categoryColour } from '#kernel/category-colour.ts'
import { formatDay, formatDayAndTime } from '#kernel/dates.ts'
import { textDirection } from '#kernel/text-direction.ts'
import { Badge } from '#ui/office/Badge.tsx'
import { Button } from '#ui/office/Button.tsx'
import { restoreArticleFn } from '../newsroom.functions.ts'
import { isUnseenItem } from '../rules/draft-status.ts'
import type { AdminArticle } from '../server/read-list-entries.server.ts'
import { StatusBadge } from './StatusBadge.tsx'
import { useDraftAction } from './useDraftAction.ts'

type Props = {
  article: AdminArticle
  isSelected: boolean
  onSelect: (id: string, isRange: boolean) => void
  onEdit: (id: string) => void
  /** Undefined without permission to assign articles. */
  onAssign: ((article: AdminArticle) => void) | undefined
  onDelete: (article: AdminArticle) => void
}

export function ArticleRow({ article, isSelected, onSelect, onEdit, onAssign, onDelete }: Props) {
  const { id, title, category, author, status, publishedAt, sourceUrl, deletedAt } = article
  const deletion = isUnseenItem(article) ? 'Reject' : 'Delete'
  return (
    <li
      data-row={id}
      className={`flex items-start gap-3 px-3 py-2 hover:bg-wash ${isSelected ? 'bg-wash' : ''}`}
    >
      {!deletedAt && (
        <label className="-m-2 grid size-11 shrink-0 place-items-center self-center sm:pointer-fine:-m-1 sm:pointer-fine:size-9">
          <span className="sr-only">Select {title}</span>
          <input
            type="checkbox"
            className="size-5"
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onSelect(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </label>
      )}
      {article.image ? (
        <ArticleImage
          article={article}
          ratio="1:1"
          sizes="56px"
          largest={160}
          className="size-14 shrink-0 max-sm:hidden"
        />
      ) : (
        <img
          src="/placeholder.svg"
          alt=""
          width={56}
          height={56}
          className="size-14 shrink-0 bg-wash object-cover max-sm:hidden"
        />
      )}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          {deletedAt ? (
            <bdi
              dir={textDirection(title)}
              title={title}
              className="line-clamp-3 text-14 font-semibold wrap-anywhere"
            >
              {title}
            </bdi>
          ) : (
            <button
              type="button"
              data-row-title
              title={title}
              onClick={() => onEdit(id)}
              className="min-h-6 cursor-pointer text-left text-14 font-semibold wrap-anywhere underline-offset-2 hover:underline"
            >
              <bdi dir={textDirection(title)} className="line-clamp-3">
                {title}
              </bdi>
            </button>
          )}
          {article.isBreaking && <Badge tone="danger">Breaking</Badge>}
          {status !== 'published' && !deletedAt && <StatusBadge status={status} />}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 pt-1 text-13 text-muted">
          <span className={`font-semibold ${categoryColour(category)}`}>{category}</span>
          {author && <bdi className="wrap-anywhere">{author}</bdi>}
          <ListedTime article={article} />
          <AssignmentText article={article} />
          {article.heldFrom && !deletedAt && (
            <span>
              From <bdi className="wrap-anywhere">{article.heldFrom}</bdi>
            </span>
          )}
          {article.topics.length > 0 && (
            <span className="line-clamp-1 break-all">
              <span className="sr-only">Topics: </span>
              {article.topics.map((topic, place) => (
                <Fragment key={topic}>
                  {place > 0 && ', '}
                  <bdi>{topic}</bdi>
                </Fragment>
              ))}
            </span>
          )}
          {publishedAt && <NewTabLink href={`/article/${id}`} label="View Live" detail={title} />}
          {sourceUrl && (
            <NewTabLink href={sourceUrl} rel="noopener noreferrer" label="Source" detail={`of ${title}`} />
          )}
        </p>
      </div>
      {deletedAt ? (
        <RestoreButton id={id} title={title} />
      ) : (
        <div className="flex shrink-0 max-sm:flex-col">
          {onAssign && (
            <button
              type="button"
              aria-label={`Assign ${title}`}
              title="Assign"
              onClick={() => onAssign(article)}
              className="office-icon-button"
            >
              <UserRoundPlus aria-hidden size={16} />
            </button>
          )}
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
            aria-label={`${deletion} ${title}`}
            title={deletion}
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

function AssignmentText({ article: { assignee, status, deletedAt, ...article } }: { article: AdminArticle }) {
  const isHydrated = useHydrated()
  const dueAt = status === 'published' ? null : article.dueAt
  if (deletedAt || (!assignee && !dueAt)) return null
  const isOverdue = isHydrated && dueAt !== null && new Date(dueAt) < new Date()
  return (
    <span className={isOverdue ? 'font-semibold text-danger' : ''}>
      {assignee && (
        <>
          Assigned to <bdi>{assignee.name}</bdi>
        </>
      )}
      {assignee && dueAt && ', '}
      {dueAt && (
        <>
          {isOverdue ? (assignee ? 'overdue since ' : 'Overdue since ') : assignee ? 'due ' : 'Due '}
          <time dateTime={dueAt}>{formatDayAndTime(dueAt)}</time>
        </>
      )}
    </span>
  )
}

type LinkProps = { href: string; rel?: string; label: string; detail: string }

function NewTabLink({ href, rel = 'noopener', label, detail }: LinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel={rel}
      className="inline-flex min-h-6 items-center gap-1 underline underline-offset-2"
    >
      {label}
      <ExternalLink aria-hidden size={12} />
      <span className="sr-only">{detail} (opens in a new tab)</span>
    </a>
  )
}

function RestoreButton({ id, title }: { id: string; title: string }) {
  const { run, isBusy } = useDraftAction()
  return (
    <Button
      aria-label={`Restore ${title}`}
      isBusy={isBusy}
      onClick={() =>
        run({
          send: async () => ({ kind: (await restoreArticleFn({ data: { id } })) ? 'restored' : 'gone' }),
          success: 'Article restored',
          failure: 'Failed to restore article',
        })
      }
    >
      Restore
    </Button>
  )
}
