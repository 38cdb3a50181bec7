import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { id } from '#kernel/id.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { mailTransportKind } from '#platform/mail/mail.server.ts'
import { requireCapability, requireRecentAuthentication } from './require-capability.functions.ts'
import { invitationForm } from './rules/account-forms.ts'
import {
  inviteAccount,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from './server/invitations.server.ts'

export const INVITATIONS_FAILURE = 'Failed to load invitations'
export const INVITATION_FAILURE = 'Failed to send the invitation'
export const REVOCATION_FAILURE = 'Failed to revoke the invitation'

export const INVITATION_REASONS = {
  known: 'This address already has an account. Change its role in the list of users.',
  full: 'There are 100 pending invitations. Revoke some of them first.',
  limited: 'Too many invitations were sent. Please try again in an hour.',
  missing: 'The invitation was accepted or revoked in the meantime.',
}

const invitationId = z.object({ id })

const getInvitations = createServerFn({ method: 'GET' })
  .middleware([requireCapability('users.manage')])
  .handler(() =>
    withUserMessage(INVITATIONS_FAILURE, async () => ({
      invitations: await listInvitations(db()),
      transport: mailTransportKind(),
    })),
  )

export const inviteUserFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('users.manage'), requireRecentAuthentication])
  .validator(invitationForm)
  .handler(({ data, context }) =>
    withUserMessage(INVITATION_FAILURE, () => inviteAccount(db(), { by: context.account, ...data })),
  )

export const resendInvitationFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('users.manage')])
  .validator(invitationId)
  .handler(({ data, context }) =>
    withUserMessage(INVITATION_FAILURE, () => resendInvitation(db(), { by: context.account, ...data })),
  )

export const revokeInvitationFn = createServerFn({ method: 'POST' })
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
