import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { Fragment } from 'react'
import { ArticleImage } from '#features/articles/reader/ArticleImage.tsx'
import { StatusBadge } from '#features/drafts/admin/StatusBadge.tsx'
import { useDraftAction } from '#features/drafts/admin/useDraftAction.ts'
import { isUnseenItem } from '#features/drafts/rules/draft-status.ts'
import { restoreArticleFn } from '#features/publishing/publishing.functions.ts'
import { categoryName } from '#kernel/category.ts'
import { categoryColour } from '#kernel/category-colour.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { textDirection } from '#kernel/text/text-direction.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import type { ListedArticle } from '../server/read-listed-articles.server.ts'
import { ArticleMenu } from './ArticleMenu.tsx'
import { AssignmentText } from './AssignmentText.tsx'

type Props = {
  article: ListedArticle
  isSelected: boolean
  /** Shown in the reading pane. */
  isRead: boolean
  onSelect: (id: string, isRange: boolean) => void
  /** Called when the headline is clicked: opens the article, or shows it in the reading pane. */
  onOpen: (id: string) => void
  onEdit: (id: string) => void
  /** Undefined without permission to assign articles. */
  onAssign: ((article: ListedArticle) => void) | undefined
  onDelete: (article: ListedArticle) => void
}

/** Arranged by the width of the list (`@container`), which is narrow beside the reading pane. */
export function ArticleRow({ article, isSelected, isRead, onSelect, onOpen, ...actions }: Props) {
  const { id, title, status, deletedAt, excerpt } = article
  const deletion = isUnseenItem(article) ? phrase('Reject') : phrase('Delete')
  return (
    <li
      data-row={id}
      aria-current={isRead || undefined}
      className={`flex items-center gap-3 px-3 py-1.5 hover:bg-wash ${isSelected ? 'bg-wash' : ''} ${isRead ? 'shadow-[inset_3px_0_0_var(--color-ink)]' : ''}`}
    >
      {!deletedAt && (
        <label className="-m-2 grid size-11 shrink-0 place-items-center sm:pointer-fine:-m-1 sm:pointer-fine:size-9">
          <span className="sr-only">{phrase('Select {title}', { title })}</span>
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
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-x-2 @max-2xl:flex-wrap">
          {deletedAt ? (
            <bdi
              dir={textDirection(title)}
              title={title}
              className="line-clamp-2 text-14 font-semibold wrap-anywhere @2xl:line-clamp-1"
            >
              {title}
            </bdi>
          ) : (
            <button
              type="button"
              data-row-title
              title={title}
              onClick={() => onOpen(id)}
              // Below the sticky heading of the list.
              className="min-h-6 scroll-mt-14 cursor-pointer text-left text-14 font-semibold wrap-anywhere underline-offset-2 hover:underline @2xl:max-w-[70%] @2xl:shrink-0"
            >
              <bdi dir={textDirection(title)} className="line-clamp-2 @2xl:line-clamp-1">
                {title}
              </bdi>
            </button>
          )}
          {article.isBreaking && <Badge tone="danger">{phrase('Breaking')}</Badge>}
          {status !== 'published' && !deletedAt && <StatusBadge status={status} />}
          {excerpt && (
            <bdi
              dir={textDirection(excerpt)}
              className="line-clamp-1 min-w-0 text-13 text-muted wrap-anywhere @max-2xl:basis-full @2xl:flex-1"
            >
              {excerpt}
            </bdi>
          )}
        </p>
        <Details article={article} />
      </div>
      {article.image && (
        <ArticleImage
          article={article}
          ratio="1:1"
          sizes="40px"
          largest={160}
          className="size-10 shrink-0 @max-2xl:hidden"
        />
      )}
      {deletedAt ? (
        <RestoreButton id={id} title={title} />
      ) : (
        <div className="flex shrink-0">
          <button
            type="button"
            aria-label={phrase('Edit {title}', { title })}
            title={phrase('Edit')}
            onClick={() => actions.onEdit(id)}
            className="admin-icon-button @max-2xl:hidden"
          >
            <Pencil aria-hidden size={16} />
          </button>
          <button
            type="button"
            aria-label={phrase('{action} {title}', { action: deletion, title })}
            title={deletion}
            onClick={() => actions.onDelete(article)}
            className="admin-icon-button hover:text-danger! @max-2xl:hidden"
          >
            <Trash2 aria-hidden size={16} />
          </button>
          <ArticleMenu article={article} deletion={deletion} {...actions} />
        </div>
      )}
    </li>
  )
}

function Details({ article }: { article: ListedArticle }) {
  const { id, title, category, author, owner, assignee, publishedAt, sourceUrl, deletedAt, topics } = article
  // The row names a person once.
  const isOwnerShown = owner && owner !== author && owner !== assignee?.name
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-13 text-muted">
      <span className={`font-semibold ${categoryColour(category)}`}>{categoryName(category)}</span>
      {author && <bdi className="wrap-anywhere">{author}</bdi>}
      {isOwnerShown && (
        <span className="max-w-full truncate">
          {phraseParts('Owner: {owner}', { owner: <bdi key="owner">{owner}</bdi> })}
        </span>
      )}
      <ListedTime article={article} />
      <AssignmentText article={article} />
      {article.heldFrom && !deletedAt && (
        <span>
          {phraseParts('From {heldFrom}', {
            heldFrom: (
              <bdi key="heldFrom" className="wrap-anywhere">
                {article.heldFrom}
              </bdi>
            ),
          })}
        </span>
      )}
      {topics.length > 0 && (
        <span className="line-clamp-1 break-all">
          <span className="sr-only">{phrase('Topics:')} </span>
          {topics.map((topic, place) => (
            <Fragment key={topic}>
              {place > 0 && ', '}
              <bdi>{topic}</bdi>
            </Fragment>
          ))}
        </span>
      )}
      {publishedAt && <NewTabLink href={`/article/${id}`} label={phrase('View Live')} detail={title} />}
      {sourceUrl && (
        <NewTabLink
          href={sourceUrl}
          rel="noopener noreferrer"
          label={phrase('Source')}
          detail={phrase('of {title}', { title })}
        />
      )}
    </p>
  )
}

function ListedTime({ article }: { article: ListedArticle }) {
  const { publishedAt, editedAt, plannedAt, withdrawAt, deletedAt } = article
  if (deletedAt)
    return (
      <span>{phraseParts('Deleted {time}', { time: <Moment key="time" isPhrase at={deletedAt} /> })}</span>
    )
  return (
    <>
      {plannedAt ? (
        <span>{phraseParts('Scheduled for {time}', { time: <Moment key="time" at={plannedAt} /> })}</span>
      ) : publishedAt ? (
        <Moment at={publishedAt} />
      ) : (
        editedAt && (
          <span>{phraseParts('Edited {time}', { time: <Moment key="time" isPhrase at={editedAt} /> })}</span>
        )
      )}
      {withdrawAt && (
        <span>{phraseParts('Ends {time}', { time: <Moment key="time" isPhrase at={withdrawAt} /> })}</span>
      )}
    </>
  )
}

type LinkProps = { href: string; rel?: string; label: string; detail: string }

function NewTabLink({ href, rel = 'noopener', label, detail }: LinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel={rel}
      className="inline-flex min-h-6 items-center gap-1 underline underline-offset-2 @max-2xl:hidden"
    >
      {label}
      <ExternalLink aria-hidden size={12} />
      <span className="sr-only">{phrase('{detail} (opens in a new tab)', { detail })}</span>
    </a>
  )
}

function RestoreButton({ id, title }: { id: string; title: string }) {
  const { run, isBusy } = useDraftAction()
  return (
    <Button
      aria-label={phrase('Restore {title}', { title })}
      isBusy={isBusy}
      onClick={() =>
        run({
          send: async () => ({ kind: (await restoreArticleFn({ data: { id } })) ? 'restored' : 'gone' }),
          success: phrase('Article restored'),
          failure: phrase('Failed to restore article'),
        })
      }
    >
      {phrase('Restore')}
    </Button>
  )
}
