import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatShortDay } from '#kernel/dates.ts'
import { Badge } from '#ui/office/Badge.tsx'
import { Button } from '#ui/office/Button.tsx'
import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import { EmptyState } from '#ui/office/EmptyState.tsx'
import { ListState } from '#ui/office/ListState.tsx'
import { Person } from '#ui/office/Person.tsx'
import { type Column, Table } from '#ui/office/Table.tsx'
import { useCancellableMutation } from '#ui/office/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { isConfirmIdentityError } from '../rules/recent-authentication.ts'
import type { Profile } from '../server/profiles.server.ts'
import { accountQuery } from '../session.functions.ts'
import { PROFILES_FAILURE, postRole, profilesQuery, ROLE_FAILURE } from '../users.functions.ts'
import { ConfirmIdentityDialog } from './ConfirmIdentityDialog.tsx'
import { EndSessionsDialog } from './EndSessionsDialog.tsx'
import { useConfirmedIdentity } from './useConfirmedIdentity.ts'

/** Spec §9. */
const ID_LENGTH = 8

export function ProfileTable({ q }: { q: string }) {
  const query = useInfiniteQuery(profilesQuery(q))
  const { data: self } = useQuery(accountQuery)
  const rows = query.data?.pages.flatMap(({ profiles }) => profiles) ?? []
  const change = useChangeRole()
  const [endingFor, setEndingFor] = useState<{ id: string; name: string }>()
  const action = (profile: Profile) => {
    const [{ id }, name] = [profile, nameOf(profile)]
    return id === self?.id ? null : (
      <div className="flex flex-wrap gap-2 lg:flex-nowrap lg:justify-end">
        <Button onClick={() => setEndingFor({ id, name })} aria-label={`End sessions: ${name}`}>
          End Sessions
        </Button>
        <Button onClick={() => change.select(profile)} aria-label={`${actionOf(profile)}: ${name}`}>
          {actionOf(profile)}
        </Button>
      </div>
    )
  }
  const columns: Column<Profile>[] = [
    {
      name: 'user',
      label: 'User',
      cell: (profile) => (
        <ProfileCell profile={profile} isSelf={profile.id === self?.id} action={action(profile)} />
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
      label: 'Joined',
      isForWide: true,
      cell: ({ createdAt }) => <Day at={createdAt} />,
    },
    {
      name: 'action',
      label: 'Action',
      isHeadHidden: true,
      isNumeric: true,
      isForWide: true,
      cell: action,
    },
  ]
  return (
    <ListState
      query={query}
      failure={PROFILES_FAILURE}
      isEmpty={rows.length === 0}
      empty={<EmptyState title="No users found" text="Try another name, email or id" />}
    >
      <Table caption="Registered users" columns={columns} rows={rows} keyOf={({ id }) => id} />
      <ConfirmDialog
        title={change.selected ? `${actionOf(change.selected)}: ${nameOf(change.selected)}?` : ''}
        text={
          change.selected?.role === 'admin'
            ? 'This user loses access to the back office immediately and is signed out everywhere.'
            : 'This user gets full access to the back office and has to sign in again.'
        }
        confirmLabel={change.selected ? actionOf(change.selected) : ''}
        isDangerous={change.selected?.role === 'admin'}
        isOpen={change.selected !== undefined}
        isBusy={change.isBusy}
        onConfirm={change.confirm}
        onCancel={change.cancel}
      />
      <ConfirmIdentityDialog {...change.identityDialog} />
      <EndSessionsDialog user={endingFor} onClose={() => setEndingFor(undefined)} />
    </ListState>
  )
}

/** Includes the columns that narrow screens hide. */
function ProfileCell({ profile, isSelf, action }: { profile: Profile; isSelf: boolean; action: ReactNode }) {
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
        <code className="font-mono">{id.slice(0, ID_LENGTH)}</code> · <Day at={createdAt} />
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

const REASONS = {
  denied: 'Only administrators can change roles.',
  missing: 'This account no longer exists.',
  own: 'You cannot change your own role.',
  last: 'This is the last administrator.',
}

/** Messages: spec §8. */
function useChangeRole() {
  const queryClient = useQueryClient()
  const [selected, setSelected] = useState<Profile>()
  const identity = useConfirmedIdentity()
  const { mutate, isPending, cancel } = useCancellableMutation({
    mutationFn: async ({ id, role }: Profile, signal) => {
      const next = role === 'admin' ? 'user' : 'admin'
      const { kind } = await postRole({ data: { userId: id, role: next }, signal })
      void queryClient.invalidateQueries({ queryKey: ['admin', 'users'] })
      return kind === 'change' || kind === 'unchanged'
        ? { title: 'Success', text: `User role updated to ${next}` }
        : { title: 'Error', text: `${ROLE_FAILURE}. ${REASONS[kind]}`, isError: true }
    },
    onSuccess: (message) => void showToast(message),
    onError(error, profile) {
      if (isConfirmIdentityError(error)) return identity.request(() => mutate(profile))
      showFailure(error, ROLE_FAILURE)
    },
    onSettled: () => setSelected(undefined),
  })
  return {
    selected,
    select: setSelected,
    cancel() {
      cancel()
      setSelected(undefined)
    },
    confirm: () => selected && mutate(selected),
    isBusy: isPending,
    identityDialog: identity.dialog,
  }
}
