import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { readLine } from '#kernel/parameters.ts'
import { db } from '#platform/database/db.server.ts'
import { mailTransportKind } from '#platform/mail.server.ts'
import { withUserMessage } from '#platform/with-user-message.server.ts'
import { requireCapability, requireRecentAuthentication } from './require-capability.functions.ts'
import { invitationForm, roleForm } from './rules/account-forms.ts'
import {
  inviteAccount,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from './server/invitations.server.ts'
import { changeRole, countProfiles, listProfiles } from './server/profiles.server.ts'
import { endAccountSessions } from './server/sessions.server.ts'
import { twoFactorSetting } from './server/switch-setting.server.ts'

/** Spec §8. */
export const ROLE_FAILURE = 'Failed to update user role'
export const END_SESSIONS_FAILURE = 'Failed to end the sessions'
export const PROFILES_FAILURE = 'Failed to load user profiles'
export const USER_DATA_FAILURE = 'Failed to load user data'

const getProfiles = createServerFn({ method: 'GET' })
  .middleware([requireCapability('users.manage')])
  .validator(z.object({ q: z.string(), before: z.string().optional() }))
  .handler(({ data: { q, before } }) =>
    withUserMessage(PROFILES_FAILURE, () => listProfiles(db(), { q: readLine(q), before })),
  )

const getProfileCounts = createServerFn({ method: 'GET' })
  .middleware([requireCapability('users.manage')])
  .handler(() =>
    withUserMessage(USER_DATA_FAILURE, async () => {
      const now = new Date()
      return { ...(await countProfiles(db(), now)), at: now.toISOString() }
    }),
  )

/** @throws with the message of spec §8 */
export const postRole = createServerFn({ method: 'POST' })
  .middleware([requireCapability('users.manage'), requireRecentAuthentication])
  .validator(roleForm.extend({ userId: z.uuid() }))
  .handler(({ data, context }) =>
    withUserMessage(ROLE_FAILURE, () => changeRole(db(), { by: context.account, ...data })),
  )

export const postSessionsEnd = createServerFn({ method: 'POST' })
  .middleware([requireCapability('users.manage'), requireRecentAuthentication])
  .validator(z.object({ userId: z.uuid() }))
  .handler(({ data, context }) =>
    withUserMessage(END_SESSIONS_FAILURE, () => endAccountSessions(db(), { by: context.account, ...data })),
  )

export const profilesQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'users', 'list', q],
    queryFn: ({ pageParam }) => getProfiles({ data: { q, before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    meta: { tags: ['admin:users'] },
  })

export const profileCountsQuery = queryOptions({
  queryKey: ['admin', 'users', 'counts'],
  queryFn: () => getProfileCounts(),
  meta: { tags: ['admin:users'] },
})

export const INVITATIONS_FAILURE = 'Failed to load invitations'
export const INVITATION_FAILURE = 'Failed to send the invitation'
export const REVOCATION_FAILURE = 'Failed to revoke the invitation'

export const INVITATION_REASONS = {
  known: 'This address already has an account. Change its role in the list of users.',
  full: 'There are 100 pending invitations. Revoke some of them first.',
  limited: 'Too many invitations were sent. Please try again in an hour.',
  missing: 'The invitation was accepted or revoked in the meantime.',
}

const invitationId = z.object({ id: z.uuid() })

const getInvitations = createServerFn({ method: 'GET' })
  .middleware([requireCapability('users.manage')])
  .handler(() =>
    withUserMessage(INVITATIONS_FAILURE, async () => ({
      invitations: await listInvitations(db()),
      transport: mailTransportKind(),
    })),
  )

/** Requires recent authentication, as changing a role does. */
export const postInvitation = createServerFn({ method: 'POST' })
  .middleware([requireCapability('users.manage'), requireRecentAuthentication])
  .validator(invitationForm)
  .handler(({ data, context }) =>
    withUserMessage(INVITATION_FAILURE, () => inviteAccount(db(), { by: context.account, ...data })),
  )

export const postInvitationAgain = createServerFn({ method: 'POST' })
  .middleware([requireCapability('users.manage')])
  .validator(invitationId)
  .handler(({ data, context }) =>
    withUserMessage(INVITATION_FAILURE, () => resendInvitation(db(), { by: context.account, ...data })),
  )

/** @returns false if already accepted or revoked */
export const postRevocation = createServerFn({ method: 'POST' })
  .middleware([requireCapability('users.manage')])
  .validator(invitationId)
  .handler(({ data, context }) =>
    withUserMessage(REVOCATION_FAILURE, () => revokeInvitation(db(), { by: context.account, ...data })),
  )

export const invitationsQuery = queryOptions({
  queryKey: ['admin', 'users', 'invitations'],
  queryFn: () => getInvitations(),
  meta: { tags: ['admin:users'] },
})

/** Spec §8. */
export const SECURITY_LOAD_FAILURE = 'Failed to fetch settings'
export const SECURITY_FAILURE = 'Failed to update setting'

const getSecuritySettings = createServerFn({ method: 'GET' })
  .middleware([requireCapability('settings.manage')])
  .handler(() =>
    withUserMessage(SECURITY_LOAD_FAILURE, async () => ({
      isTwoFactorRequired: await twoFactorSetting.isOn(db()),
    })),
  )

/** @throws with the message of spec §8 */
export const postTwoFactorRequired = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage'), requireRecentAuthentication])
  .validator(z.object({ isRequired: z.boolean() }))
  .handler(({ data, context }) =>
    withUserMessage(SECURITY_FAILURE, () => twoFactorSetting.set(db(), context.account, data.isRequired)),
  )

export const securitySettingsQuery = queryOptions({
  queryKey: ['admin', 'settings', 'security'],
  queryFn: () => getSecuritySettings(),
  meta: { tags: ['settings'] },
})
