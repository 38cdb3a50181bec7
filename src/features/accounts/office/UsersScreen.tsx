import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describeGrowth } from '#kernel/growth.ts'
import { AdminPage } from '#ui/office/AdminPage.tsx'
import { ErrorState } from '#ui/office/ErrorState.tsx'
import { SearchField } from '#ui/office/SearchField.tsx'
import { StatCard } from '#ui/office/StatCard.tsx'
import { Tabs } from '#ui/office/Tabs.tsx'
import { USER_DATA_FAILURE } from '../rules/users-messages.ts'
import { profileFiguresQuery } from '../users.functions.ts'
import { ProfileTable } from './ProfileTable.tsx'

export type UsersTab = 'users' | 'newsletter'

type Props = {
  tab: UsersTab
  q: string
  onTab: (tab: UsersTab) => void
  onSearch: (q: string) => void
  /** Counts and table of the newsletter's subscribers, which belong to another feature. */
  subscriberCounts: UseQueryResult<{ total: number; active: number }>
  subscriberTable: ReactNode
}

const TABS = [
  { name: 'users', label: 'Registered Users' },
  { name: 'newsletter', label: 'Newsletter' },
] as const

/** Who has an account, and who gets the newsletter (spec §2, Users). */
export function UsersScreen({ tab, q, onTab, onSearch, subscriberCounts, subscriberTable }: Props) {
  return (
    <AdminPage title="Users" text="Who has an account, and who gets the newsletter.">
      <PeopleCards subscribers={subscriberCounts} />
      <SearchField label="Search by name, email or id" value={q} onSearch={onSearch} />
      <Tabs label="People" tabs={TABS} current={tab} onChange={onTab}>
        {tab === 'users' ? <ProfileTable q={q} /> : subscriberTable}
      </Tabs>
    </AdminPage>
  )
}

function PeopleCards({ subscribers }: { subscribers: Props['subscriberCounts'] }) {
  const profiles = useQuery(profileFiguresQuery)
  const failed = [profiles, subscribers].find(({ data, error }) => error && !data)
  if (failed) return <ErrorState text={USER_DATA_FAILURE} onRetry={() => void failed.refetch()} />
  const growth = profiles.data && describeGrowth(profiles.data, profiles.data.at)
  return (
    <dl
      aria-label="Figures"
      aria-busy={!profiles.data || !subscribers.data}
      className="grid grid-cols-1 gap-3 sm:grid-cols-3"
    >
      <StatCard
        label="Total Users"
        value={profiles.data ? count(profiles.data.total) : null}
        note={profiles.data ? splitText(profiles.data) : null}
      />
      <StatCard
        label="Newsletter Subscribers"
        value={subscribers.data ? count(subscribers.data.total) : null}
        note={subscribers.data ? `${count(subscribers.data.active)} active` : null}
      />
      <StatCard label="Growth this month" value={growth?.value ?? null} note={growth?.note ?? null} />
    </dl>
  )
}

function count(number: number): string {
  return number.toLocaleString('en-GB')
}

function splitText({ total, administrators }: { total: number; administrators: number }): string {
  const users = total - administrators
  return `${count(administrators)} ${administrators === 1 ? 'admin' : 'admins'}, ${count(users)} ${users === 1 ? 'user' : 'users'}`
}
