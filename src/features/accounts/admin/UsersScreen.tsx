import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { formatNumber } from '#kernel/format-count.ts'
import { describeGrowth } from '#kernel/growth.ts'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { SearchField } from '#ui/admin/forms/SearchField.tsx'
import { LoadError, loadError } from '#ui/admin/LoadState.tsx'
import { StatCard } from '#ui/admin/StatCard.tsx'
import { Tabs } from '#ui/admin/Tabs.tsx'
import { profileCountsQuery, userDataFailure } from '../users.functions.ts'
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

const tabs = () =>
  [
    { name: 'users', label: phrase('Registered Users') },
    { name: 'newsletter', label: phrase('Newsletter') },
  ] as const

/** Spec §2, Users. */
export function UsersScreen({ tab, q, onTab, onSearch, ...composed }: Props) {
  const { subscriberCounts, subscriberTable, renderDeparture } = composed
  const [isInviting, setIsInviting] = useState(false)
  return (
    <AdminPage
      title={phrase('Users')}
      text={phrase('Registered users and newsletter subscribers.')}
      actions={
        <Button variant="primary" onClick={() => setIsInviting(true)}>
          {phrase('Invite User')}
        </Button>
      }
    >
      <UserStats subscribers={subscriberCounts} />
      <SearchField label={phrase('Search by name, email or ID')} value={q} onSearch={onSearch} />
      <Tabs label={phrase('People')} tabs={tabs()} current={tab} onChange={onTab}>
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
  if (failed) return <LoadError query={failed} text={userDataFailure()} />
  const growth = profiles.data && describeGrowth(profiles.data, profiles.data.at)
  return (
    <dl
      aria-label={phrase('Statistics')}
      aria-busy={!profiles.data || !subscribers.data}
      className="grid grid-cols-1 gap-3 sm:grid-cols-3"
    >
      <StatCard
        label={phrase('Total Users')}
        value={profiles.data ? formatNumber(profiles.data.total) : null}
        note={profiles.data ? formatRoles(profiles.data) : null}
      />
      <StatCard
        label={phrase('Newsletter Subscribers')}
        value={subscribers.data ? formatNumber(subscribers.data.total) : null}
        note={subscribers.data ? phrase('{active} active', { active: subscribers.data.active }) : null}
      />
      <StatCard
        label={phrase('Growth this month')}
        value={growth?.value ?? null}
        note={growth?.note ?? null}
      />
    </dl>
  )
}

type RoleCounts = { total: number; administrators: number; staff: number }

function formatRoles({ total, administrators, staff }: RoleCounts): string {
  const users = total - administrators - staff
  return [
    plural(administrators, '{count} admin', '{count} admins'),
    ...(staff > 0 ? [plural(staff, '{count} other staff member', '{count} other staff members')] : []),
    plural(users, '{count} user', '{count} users'),
  ].join(', ')
}
