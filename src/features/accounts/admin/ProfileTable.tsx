import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { UserRoundCheck, UserRoundMinus, UserRoundX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { formatShortDay } from '#kernel/time/dates.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { ListState } from '#ui/admin/LoadState.tsx'
import { Person } from '#ui/admin/Person.tsx'
import { RowMenu, RowMenuItem } from '#ui/admin/RowMenu.tsx'
import { type Column, Table } from '#ui/admin/Table.tsx'
import type { Profile } from '../server/profiles.server.ts'
import { accountQuery } from '../session.functions.ts'
import { profilesFailure, profilesQuery } from '../users.functions.ts'
import { ChangeRoleDialog, useChangeRole } from './ChangeRoleDialog.tsx'
import { ConfirmIdentityDialog } from './ConfirmIdentityDialog.tsx'
import { EndSessionsDialog } from './EndSessionsDialog.tsx'
import { ReinstateDialog } from './ReinstateDialog.tsx'

/** Spec §9. */
const ID_LENGTH = 8

export type Departure = { kind: 'suspend' | 'remove'; user: { id: string; name: string } }

type Props = {
  q: string
  /** Comes from the newsroom feature, which this feature may not import. */
  renderDeparture: (departure: Departure, onClose: () => void) => ReactNode
}

export function ProfileTable({ q, renderDeparture }: Props) {
  const query = useInfiniteQuery(profilesQuery(q))
  const { data: self } = useQuery(accountQuery)
  const rows = query.data?.pages.flatMap(({ profiles }) => profiles) ?? []
  const [toggling, setToggling] = useState<Profile>()
  const [choosingFor, setChoosingFor] = useState<Profile>()
  const change = useChangeRole(closeDialogs)
  const [endingFor, setEndingFor] = useState<{ id: string; name: string }>()
  const [departure, setDeparture] = useState<Departure>()
  const [reinstated, setReinstated] = useState<{ id: string; name: string }>()
  function closeDialogs() {
    setToggling(undefined)
    setChoosingFor(undefined)
  }
  function cancel() {
    change.cancel()
    closeDialogs()
  }
  const buttons = (profile: Profile) => {
    const [{ id }, name] = [profile, nameOf(profile)]
    return id === self?.id ? null : (
      <>
        {!profile.isSuspended && (
          <Button
            onClick={() => setEndingFor({ id, name })}
            aria-label={phrase('End sessions: {name}', { name })}
          >
            {phrase('End Sessions')}
          </Button>
        )}
        <Button onClick={() => setChoosingFor(profile)} aria-label={phrase('Change role: {name}', { name })}>
          {phrase('Change Role')}
        </Button>
        <Button onClick={() => setToggling(profile)} aria-label={`${actionOf(profile)}: ${name}`}>
          {actionOf(profile)}
        </Button>
      </>
    )
  }
  const menu = (profile: Profile) => {
    const [{ id }, name] = [profile, nameOf(profile)]
    return id === self?.id ? null : (
      <RowMenu label={phrase('More actions for {name}', { name })}>
        {profile.isSuspended ? (
          <RowMenuItem
            Icon={UserRoundCheck}
            label={phrase('Reinstate…')}
            onSelect={() => setReinstated({ id, name })}
          />
        ) : (
          <RowMenuItem
            Icon={UserRoundMinus}
            label={phrase('Suspend…')}
            onSelect={() => setDeparture({ kind: 'suspend', user: { id, name } })}
          />
        )}
        <RowMenuItem
          Icon={UserRoundX}
          label={phrase('Remove…')}
          isDangerous
          onSelect={() => setDeparture({ kind: 'remove', user: { id, name } })}
        />
      </RowMenu>
    )
  }
  const columns: Column<Profile>[] = [
    {
      name: 'user',
      label: phrase('User'),
      cell: (profile) => (
        <ProfileCell
          profile={profile}
          isSelf={profile.id === self?.id}
          buttons={buttons(profile)}
          menu={menu(profile)}
        />
      ),
    },
    {
      name: 'id',
      label: 'ID',
      isForWide: true,
      cell: ({ id }) => <code className="font-mono text-13 whitespace-nowrap">{id.slice(0, ID_LENGTH)}</code>,
    },
    {
      name: 'joined',
      label: phrase('Joined'),
      isForWide: true,
      cell: ({ createdAt }) => <Day at={createdAt} />,
    },
    {
      name: 'action',
      label: phrase('Action'),
      isHeadHidden: true,
      isNumeric: true,
      isForWide: true,
      cell: (profile) => (
        <div className="flex justify-end gap-2">
          {buttons(profile)}
          {menu(profile)}
        </div>
      ),
    },
  ]
  return (
    <ListState
      query={query}
      failure={profilesFailure()}
      isEmpty={rows.length === 0}
      empty={<EmptyState title={phrase('No users found')} text={phrase('Try another name, email or ID.')} />}
    >
      <Table caption={phrase('Registered users')} columns={columns} rows={rows} keyOf={({ id }) => id} />
      <ConfirmDialog
        title={toggling ? `${actionOf(toggling)}: ${nameOf(toggling)}?` : ''}
        text={
          toggling?.role === 'admin'
            ? phrase('This user loses access to the admin area immediately and is signed out everywhere.')
            : phrase('This user gets full access to the admin area and has to sign in again.')
        }
        confirmLabel={toggling ? actionOf(toggling) : ''}
        isDangerous={toggling?.role === 'admin'}
        isOpen={toggling !== undefined}
        isBusy={change.isBusy}
        onConfirm={() =>
          toggling &&
          change.mutate({ userId: toggling.id, role: toggling.role === 'admin' ? 'user' : 'admin' })
        }
        onCancel={cancel}
      />
      {choosingFor && (
        <ChangeRoleDialog
          name={nameOf(choosingFor)}
          current={choosingFor.role}
          isBusy={change.isBusy}
          onChange={(role) => change.mutate({ userId: choosingFor.id, role })}
          onClose={cancel}
        />
      )}
      <ConfirmIdentityDialog {...change.identityDialog} />
      <EndSessionsDialog user={endingFor} onClose={() => setEndingFor(undefined)} />
      <ReinstateDialog user={reinstated} onClose={() => setReinstated(undefined)} />
      {departure && renderDeparture(departure, () => setDeparture(undefined))}
    </ListState>
  )
}

type CellProps = { profile: Profile; isSelf: boolean; buttons: ReactNode; menu: ReactNode }

/** Includes the columns that narrow screens hide. */
function ProfileCell({ profile, isSelf, buttons, menu }: CellProps) {
  const { email, avatarUrl, role, id, createdAt, isSuspended } = profile
  return (
    <>
      <div className="flex items-start justify-between gap-2">
        <Person
          name={nameOf(profile)}
          imageUrl={avatarUrl}
          badge={
            <>
              <Badge tone={role === 'admin' ? 'caution' : 'plain'}>{role}</Badge>
              {isSelf && <Badge>{phrase('You')}</Badge>}
              {isSuspended && <Badge tone="danger">{phrase('Suspended')}</Badge>}
            </>
          }
        >
          <p className="text-13 wrap-anywhere text-muted">{email}</p>
          <p className="text-13 text-muted lg:hidden">
            <code className="font-mono">{id.slice(0, ID_LENGTH)}</code> · <Day at={createdAt} />
          </p>
        </Person>
        <div className="lg:hidden">{menu}</div>
      </div>
      {/* Aligned with the name, next to the avatar. */}
      {buttons && <div className="flex flex-wrap gap-2 ps-11 pt-2 lg:hidden">{buttons}</div>}
    </>
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
  return fullName.trim() || phrase('Anonymous User')
}

function actionOf({ role }: Profile): string {
  return role === 'admin' ? phrase('Make User') : phrase('Make Admin')
}
