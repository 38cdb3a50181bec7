import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { formatCount, formatNumber } from '#kernel/format-count.ts'
import { describeGrowth } from '#kernel/growth.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { SearchField } from '#ui/admin/forms/SearchField.tsx'
import { LoadError, loadError } from '#ui/admin/LoadState.tsx'
import { StatCard } from '#ui/admin/StatCard.tsx'
import { Tabs } from '#ui/admin/Tabs.tsx'
import { profileCountsQuery, USER_DATA_FAILURE } from '../users.functions.ts'
import { InvitationList } from './InvitationList.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { ProfileTable } from './ProfileTable.tsx'

export type UsersTab = 'users' | 'newsletter'

type Props = {
  tab: UsersTab
  q: string
  onTab: (tab: UsersTab) => void
  onSearch: (q: string) => void
  /** Comes from the newsletter feature, which this feature may not import. */
  subscriberCounts: UseQueryResult<{ total: number; active: number }>
  subscriberTable: ReactNode
  renderDeparture: ComponentProps<typeof ProfileTable>['renderDeparture']
}

const TABS = [
  { name: 'users', label: 'Registered Users' },
  { name: 'newsletter', label: 'Newsletter' },
] as const

/** Spec §2, Users. */
export function UsersScreen({ tab, q, onTab, onSearch, ...composed }: Props) {
  const { subscriberCounts, subscriberTable, renderDeparture } = composed
  const [isInviting, setIsInviting] = useState(false)
  return (
    <AdminPage
      title="Users"
      text="Registered users and newsletter subscribers."
      actions={
        <Button variant="primary" onClick={() => setIsInviting(true)}>
          Invite User
        </Button>
      }
    >
      <UserStats subscribers={subscriberCounts} />
      <SearchField label="Search by name, email or ID" value={q} onSearch={onSearch} />
      <Tabs label="People" tabs={TABS} current={tab} onChange={onTab}>
        {tab === 'users' ? (
          <>
            <InvitationList />
            <ProfileTable q={q} renderDeparture={renderDeparture} />
          </>
        ) : (
          subscriberTable
        )}
      </Tabs>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </AdminPage>
  )
}

function UserStats({ subscribers }: { subscribers: Props['subscriberCounts'] }) {
  const profiles = useQuery(profileCountsQuery)
  const failed = [profiles, subscribers].find((query) => !query.data && loadError(query))
  if (failed) return <LoadError query={failed} text={USER_DATA_FAILURE} />
  const growth = profiles.data && describeGrowth(profiles.data, profiles.data.at)
  return (
    <dl
      aria-label="Statistics"
      aria-busy={!profiles.data || !subscribers.data}
      className="grid grid-cols-1 gap-3 sm:grid-cols-3"
    >
      <StatCard
        label="Total Users"
        value={profiles.data ? formatNumber(profiles.data.total) : null}
        note={profiles.data ? formatRoles(profiles.data) : null}
      />
      <StatCard
        label="Newsletter Subscribers"
        value={subscribers.data ? formatNumber(subscribers.data.total) : null}
        note={subscribers.data ? `${formatNumber(subscribers.data.active)} active` : null}
      />
      <StatCard label="Growth this month" value={growth?.value ?? null} note={growth?.note ?? null} />
    </dl>
  )
}

type RoleCounts = { total: number; administrators: number; staff: number }

function formatRoles({ total, administrators, staff }: RoleCounts): string {
  const users = total - administrators - staff
  return [
    formatCount(administrators, 'admin'),
    ...(staff > 0 ? [formatCount(staff, 'other staff member')] : []),
    formatCount(users, 'user'),
  ].join(', ')
}
