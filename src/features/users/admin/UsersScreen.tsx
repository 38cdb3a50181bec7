import { useQuery } from '@tanstack/react-query'
import { describeGrowth } from '#domain/growth.ts'
import { SubscriberTable } from '#features/newsletter/admin/SubscriberTable.tsx'
import { subscriberFiguresQuery } from '#features/newsletter/subscribers.functions.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { ErrorState } from '#ui/admin/ErrorState.tsx'
import { SearchField } from '#ui/admin/SearchField.tsx'
import { StatCard } from '#ui/admin/StatCard.tsx'
import { Tabs } from '#ui/admin/Tabs.tsx'
import { USER_DATA_FAILURE } from '../messages.ts'
import { profileFiguresQuery } from '../users.functions.ts'
import { ProfileTable } from './ProfileTable.tsx'

export type UsersTab = 'users' | 'newsletter'

type Props = {
  tab: UsersTab
  q: string
  onTab: (tab: UsersTab) => void
  onSearch: (q: string) => void
}

const TABS = [
  { name: 'users', label: 'Registered Users' },
  { name: 'newsletter', label: 'Newsletter' },
] as const

/** Who has an account, and who gets the newsletter (spec §2, Users). */
export function UsersScreen({ tab, q, onTab, onSearch }: Props) {
  return (
    <AdminPage title="Users" text="Who has an account, and who gets the newsletter.">
      <PeopleCards />
      <SearchField label="Search by name, email or id" value={q} onSearch={onSearch} />
      <Tabs label="People" tabs={TABS} current={tab} onChange={onTab}>
        {tab === 'users' ? <ProfileTable q={q} /> : <SubscriberTable q={q} />}
      </Tabs>
    </AdminPage>
  )
}

function PeopleCards() {
  const profiles = useQuery(profileFiguresQuery)
  const subscribers = useQuery(subscriberFiguresQuery)
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
