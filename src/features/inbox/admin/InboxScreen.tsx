import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { InboxKind } from '#kernel/newsroom-states.ts'
import { textDirection } from '#kernel/text/text-direction.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { ListState } from '#ui/admin/LoadState.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { INBOX_FAILURE, inboxQuery, markReadFn } from '../inbox.functions.ts'
import type { InboxItem } from '../server/inbox.server.ts'

/** Texts after the person's name. */
const EVENTS: Record<InboxKind, string> = {
  mention: 'mentioned you in',
  reply: 'replied to a note on',
  'review-request': 'requested a review of',
  approval: 'approved',
  'change-request': 'requested changes to',
  assignment: 'assigned you to',
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
    onError: (error) => showFailure(error, 'Failed to update inbox'),
  })
  const hasUnread = items.some(({ isRead }) => !isRead)

  return (
    <AdminPage
      title="Inbox"
      text="Mentions, replies, reviews and assignments from the last 90 days."
      actions={
        hasUnread && (
          <Button isBusy={mark.isPending} onClick={() => mark.mutate({ isRead: true })}>
            Mark All as Read
          </Button>
        )
      }
    >
      <ListState
        query={list}
        failure={INBOX_FAILURE}
        isEmpty={items.length === 0}
        empty={
          <EmptyState
            title="Your inbox is empty"
            text="When someone mentions you, replies to you, asks for a review or assigns an article to you, it appears here."
          />
        }
      >
        <ul aria-label="Inbox" className="sheet divide-y divide-rule">
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
          {!isRead && <span className="sr-only">Unread: </span>}
          <bdi>{by ?? 'Someone'}</bdi> {EVENTS[kind]}{' '}
          <Link
            to="/admin/articles"
            search={{ article: articleId }}
            title={title}
            hash={note ? `note-${note.id}` : undefined}
            onClick={() => isRead || onMark(true)}
            className="underline underline-offset-2"
          >
            <bdi dir={textDirection(title)}>{title}</bdi>
          </Link>
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
        {isRead ? 'Mark as Unread' : 'Mark as Read'}
      </button>
    </li>
  )
}
