import { useHydrated } from '@tanstack/react-router'
import { Moment } from '#ui/admin/Moment.tsx'
import type { ListedArticle } from '../server/read-listed-articles.server.ts'

export function AssignmentText({
  article: { assignee, status, deletedAt, ...article },
}: {
  article: ListedArticle
}) {
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
          <Moment at={dueAt} />
        </>
      )}
    </span>
  )
}
