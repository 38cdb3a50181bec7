import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { phrase } from '#kernel/text/phrase.ts'
import { unreadCountQuery } from '../inbox.functions.ts'

const MAX_COUNT = 99

/** Separate from InboxScreen, which is lazy-loaded. */
export function InboxBell() {
  const { data: count = 0 } = useQuery(unreadCountQuery)
  const shown = count > MAX_COUNT ? `${MAX_COUNT}+` : count
  return (
    <Link
      to="/admin/inbox"
      title={phrase('Inbox')}
      aria-label={count > 0 ? phrase('Inbox, {shown} unread', { shown }) : phrase('Inbox')}
      className="admin-icon-button relative ms-auto aria-[current=page]:bg-wash aria-[current=page]:text-ink"
    >
      <Bell aria-hidden size={18} />
      {count > 0 && (
        <span
          aria-hidden
          className="absolute end-0 top-0.5 min-w-4 rounded-full bg-brand px-1 text-center text-12 leading-4 font-semibold text-on-brand"
        >
          {shown}
        </span>
      )}
    </Link>
  )
}
