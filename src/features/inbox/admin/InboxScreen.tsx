import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { InboxKind } from '#kernel/newsroom-states.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { textDirection } from '#kernel/text/text-direction.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { ListState } from '#ui/admin/LoadState.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { inboxFailure, inboxQuery, markReadFn } from '../inbox.functions.ts'
import type { InboxItem } from '../server/inbox.server.ts'

function describeEvent(kind: InboxKind, values: { name: ReactNode; article: ReactNode }): ReactNode[] {
  switch (kind) {
    case 'mention':
      return phraseParts('{name} mentioned you in {article}', values)
    case 'reply':
      return phraseParts('{name} replied to a note on {article}', values)
    case 'review-request':
      return phraseParts('{name} requested a review of {article}', values)
    case 'approval':
      return phraseParts('{name} approved {article}', values)
    case 'change-request':
      return phraseParts('{name} requested changes to {article}', values)
    case 'assignment':
      return phraseParts('{name} assigned you to {article}', values)
  }
}

type Marking = { ids?: string[]; isRead: boolean }

/** Lists mentions, replies, reviews and assignments (newsroom §2). */
export function InboxScreen() {
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(inboxQuery)
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const mark = useMutation({
    mutationFn: (marking: Marking) => markReadFn({ data: marking }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['admin', 'inbox'] }),
    onError: (error) => showFailure(error, phrase('Failed to update inbox')),
  })
  const hasUnread = items.some(({ isRead }) => !isRead)

  return (
    <AdminPage
      title={phrase('Inbox')}
      text={phrase('Mentions, replies, reviews and assignments from the last 90 days.')}
      actions={
        hasUnread && (
          <Button isBusy={mark.isPending} onClick={() => mark.mutate({ isRead: true })}>
            {phrase('Mark All as Read')}
          </Button>
        )
      }
    >
      <ListState
        query={list}
        failure={inboxFailure()}
        isEmpty={items.length === 0}
        empty={
          <EmptyState
            title={phrase('Your inbox is empty')}
            text={phrase(
              'When someone mentions you, replies to you, asks for a review or assigns an article to you, it appears here.',
            )}
          />
        }
      >
        <ul aria-label={phrase('Inbox')} className="sheet divide-y divide-rule">
          {items.map((item) => (
            <Item key={item.id} item={item} onMark={(isRead) => mark.mutate({ ids: [item.id], isRead })} />
          ))}
        </ul>
      </ListState>
    </AdminPage>
  )
}

type ItemProps = { item: InboxItem; onMark: (isRead: boolean) => void }

function Item({ item, onMark }: ItemProps) {
  const { kind, articleId, title, note, reviewNote, by, at, isRead } = item
  const text = note?.text ?? reviewNote
  return (
    <li
      className={`flex flex-wrap items-start gap-x-4 gap-y-1 border-s-3 px-4 py-3 ${isRead ? 'border-s-transparent' : 'border-s-brand'}`}
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className={`line-clamp-3 text-14 wrap-anywhere ${isRead ? '' : 'font-semibold'}`}>
          {!isRead && <span className="sr-only">{phrase('Unread:')} </span>}
          {describeEvent(kind, {
            name: <bdi key="name">{by ?? phrase('Someone')}</bdi>,
            article: (
              <Link
                key="article"
                to="/admin/articles"
                search={{ article: articleId }}
                title={title}
                hash={note ? `note-${note.id}` : undefined}
                onClick={() => isRead || onMark(true)}
                className="underline underline-offset-2"
              >
                <bdi dir={textDirection(title)}>{title}</bdi>
              </Link>
            ),
          })}
        </p>
        {text && (
          <p
            dir={textDirection(text)}
            className="line-clamp-2 pt-1 text-14 text-muted wrap-anywhere whitespace-pre-wrap"
          >
            {text}
          </p>
        )}
        <p className="text-13 text-muted">
          <Moment at={at} />
        </p>
      </div>
      <button
        type="button"
        onClick={() => onMark(!isRead)}
        className="min-h-6 cursor-pointer text-13 font-semibold text-muted underline underline-offset-2 hover:text-ink pointer-coarse:min-h-11"
      >
        {isRead ? phrase('Mark as Unread') : phrase('Mark as Read')}
      </button>
    </li>
  )
}
