import { useHydrated } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { phraseParts } from '#kernel/text/phrase.ts'
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
      {assignee && phraseParts('Assigned to {name}', { name: <bdi key="name">{assignee.name}</bdi> })}
      {assignee && dueAt && ', '}
      {dueAt && describeDue(isOverdue, assignee !== null, <Moment key="time" at={dueAt} />)}
    </span>
  )
}

function describeDue(isOverdue: boolean, isContinued: boolean, time: ReactNode): ReactNode {
  if (isContinued)
    return isOverdue ? phraseParts('overdue since {time}', { time }) : phraseParts('due {time}', { time })
  return isOverdue ? phraseParts('Overdue since {time}', { time }) : phraseParts('Due {time}', { time })
}
