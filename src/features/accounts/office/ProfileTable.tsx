import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatShortDay } from '#kernel/dates.ts'
import { Badge } from '#ui/office/Badge.tsx'
import { Button } from '#ui/office/Button.tsx'
import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import { EmptyState } from '#ui/office/EmptyState.tsx'
import { ListState } from '#ui/office/ListState.tsx'
import { Person } from '#ui/office/Person.tsx'
import { type Column, Table } from '#ui/office/Table.tsx'
import { PROFILES_FAILURE } from '../rules/users-messages.ts'
import type { Profile } from '../server/profiles.server.ts'
import { accountQuery } from '../session.functions.ts'
import { profilesQuery } from '../users.functions.ts'
import { useGiveRole } from './useGiveRole.ts'

/** Spec §9: an id is shown as its first characters. */
const ID_SHOWN = 8

/** The registered users whose name, email or id holds `q`, each but oneself to be given the other role. */
export function ProfileTable({ q }: { q: string }) {
  const query = useInfiniteQuery(profilesQuery(q))
  const { data: self } = useQuery(accountQuery)
  const rows = query.data?.pages.flatMap(({ profiles }) => profiles) ?? []
  const change = useGiveRole()
  const action = (profile: Profile) =>
    profile.id === self?.id ? null : (
      <Button onClick={() => change.ask(profile)} aria-label={`${actionOf(profile)}: ${nameOf(profile)}`}>
        {actionOf(profile)}
      </Button>
    )
  const columns: Column<Profile>[] = [
    {
      name: 'user',
      label: 'User',
      cell: (profile) => <Who profile={profile} isSelf={profile.id === self?.id} action={action(profile)} />,
    },
    {
      name: 'id',
      label: 'ID',
      isForWide: true,
      cell: ({ id }) => <code className="font-mono text-13 whitespace-nowrap">{id.slice(0, ID_SHOWN)}</code>,
    },
    {
      name: 'joined',
      label: 'Joined',
      isForWide: true,
      cell: ({ createdAt }) => <Day at={createdAt} />,
    },
    {
      name: 'action',
      label: 'Action',
      isHeadHidden: true,
      isFigure: true,
      isForWide: true,
      cell: action,
    },
  ]
  return (
    <ListState
      query={query}
      failure={PROFILES_FAILURE}
      isEmpty={rows.length === 0}
      empty={<EmptyState title="No users found" text="Try another part of the name, address or id" />}
    >
      <Table caption="Registered users" columns={columns} rows={rows} keyOf={({ id }) => id} />
      <ConfirmDialog
        title={change.asked ? `${actionOf(change.asked)}: ${nameOf(change.asked)}?` : ''}
        text={
          change.asked?.role === 'admin'
            ? 'The account loses access to the back office at once, and is signed out everywhere.'
            : 'The account gets access to everything in the back office, and has to sign in again.'
        }
        confirmLabel={change.asked ? actionOf(change.asked) : ''}
        isDangerous={change.asked?.role === 'admin'}
        isOpen={change.asked !== undefined}
        isBusy={change.isBusy}
        onConfirm={change.confirm}
        onCancel={change.cancel}
      />
    </ListState>
  )
}

/** On narrow screens id, date and action stand here as well: a row has no room for columns. */
function Who({ profile, isSelf, action }: { profile: Profile; isSelf: boolean; action: ReactNode }) {
  const { email, avatarUrl, role, id, createdAt } = profile
  return (
    <Person
      name={nameOf(profile)}
      imageUrl={avatarUrl}
      badge={
        <>
          <Badge tone={role === 'admin' ? 'caution' : 'plain'}>{role}</Badge>
          {isSelf && <Badge>You</Badge>}
        </>
      }
    >
      <p className="text-13 wrap-anywhere text-muted">{email}</p>
      <p className="text-13 text-muted lg:hidden">
        <code className="font-mono">{id.slice(0, ID_SHOWN)}</code> · <Day at={createdAt} />
      </p>
      {action && <div className="pt-2 lg:hidden">{action}</div>}
    </Person>
  )
}

function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatShortDay(at)}
    </time>
  )
}

function nameOf({ fullName }: Profile): string {
  return fullName.trim() || 'Anonymous User'
}

function actionOf({ role }: Profile): string {
  return role === 'admin' ? 'Make User' : 'Make Admin'
}
