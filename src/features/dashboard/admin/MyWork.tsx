import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { myWorkFailure, myWorkQuery } from '#features/desk/desk.functions.ts'
import { type ArticleListFilter, ME } from '#features/desk/rules/article-manager-params.ts'
import type { MyWork as Work, WorkList } from '#features/desk/server/list-my-work.server.ts'
import { StatusBadge } from '#features/drafts/admin/StatusBadge.tsx'
import { formatNumber } from '#kernel/format-count.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { textDirection } from '#kernel/text/text-direction.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { DashboardPanel } from './DashboardPanel.tsx'

/** Lists the user's articles and those that wait for others (newsroom §2). */
export function MyWork() {
  return (
    <DashboardPanel title={phrase('My Work')}>
      <LoadState
        query={useQuery(myWorkQuery)}
        failure={myWorkFailure()}
        loading={
          <p role="status" className="px-4 py-3 text-14 text-muted">
            {phrase('Loading...')}
          </p>
        }
      >
        {(work) => <WorkLists work={work} />}
      </LoadState>
    </DashboardPanel>
  )
}

function WorkLists({ work: { mine, overdue, toReview, scheduled, late } }: { work: Work }) {
  if (mine.count + toReview.count + scheduled.count + late.length === 0)
    return (
      <p className="px-4 py-3 text-14 text-muted">
        {phrase('Nothing to do. Your drafts, articles to review and scheduled articles appear here.')}
      </p>
    )
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-x-6 px-4 py-2">
      {late.length > 0 && (
        <List title={phrase('Late')} count={late.length}>
          {late.map(({ id, title, plannedAt, hasFailed }) => (
            <Item key={id} id={id} title={title}>
              <Badge tone="danger">{hasFailed ? phrase('Failed') : phrase('Late')}</Badge>
              <span>{phraseParts('Planned for {time}', { time: <Moment key="time" at={plannedAt} /> })}</span>
            </Item>
          ))}
        </List>
      )}
      <DraftList
        title={phrase('Overdue')}
        list={overdue}
        search={{ person: ME, sort: 'due' }}
        label={phrase('Due')}
      />
      <DraftList
        title={phrase('My drafts')}
        list={mine}
        search={{ person: ME, sort: 'edited' }}
        label={phrase('Edited')}
      />
      <DraftList
        title={phrase('To review')}
        list={toReview}
        status="in-review"
        search={{ status: 'in-review' }}
        label={phrase('Edited')}
      />
      <DraftList
        title={phrase('Scheduled')}
        list={scheduled}
        status="scheduled"
        search={{ status: 'scheduled' }}
        label={phrase('Planned for')}
      />
    </div>
  )
}

type DraftListProps = {
  title: string
  list: WorkList
  status?: 'in-review' | 'scheduled'
  search: ArticleListFilter
  label: string
}

function DraftList({ title, list: { items, count }, status, search, label }: DraftListProps) {
  if (count === 0) return null
  return (
    <List title={title} count={count}>
      {items.map((item) => (
        <Item key={item.id} id={item.id} title={item.title}>
          {!status && <StatusBadge status={item.status} />}
          <span>
            {label} <Moment at={item.at} />
          </span>
        </Item>
      ))}
      {count > items.length && (
        <li className="py-2 text-13">
          <Link to="/admin/articles" search={search} className="font-semibold underline underline-offset-2">
            {phrase('Show all')}
          </Link>
        </li>
      )}
    </List>
  )
}

function List({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const id = useId()
  return (
    <div className="py-2">
      <h3 id={id} className="text-13 font-semibold text-muted">
        {title} ({formatNumber(count)})
      </h3>
      <ul aria-labelledby={id} className="divide-y divide-rule">
        {children}
      </ul>
    </div>
  )
}

function Item({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <li className="py-2">
      <Link
        to="/admin/articles"
        search={{ article: id }}
        title={title}
        className="text-14 font-semibold wrap-anywhere hover:underline"
      >
        <bdi dir={textDirection(title)} className="line-clamp-3 text-left">
          {title}
        </bdi>
      </Link>
      <p className="flex flex-wrap items-center gap-x-2 text-13 text-muted">{children}</p>
    </li>
  )
}
