import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
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

export const invitationsFailure = () => phrase('Failed to load invitations')
export const invitationFailure = () => phrase('Failed to send the invitation')
export const revocationFailure = () => phrase('Failed to revoke the invitation')

export const invitationReasons = () => ({
  known: phrase('This address already has an account. Change its role in the list of users.'),
  full: phrase('There are 100 pending invitations. Revoke some of them first.'),
  limited: phrase('Too many invitations were sent. Please try again in an hour.'),
  missing: phrase('The invitation was accepted or revoked in the meantime.'),
})

const invitationId = z.object({ id })

const getInvitations = createServerFn({ method: 'GET' })
  .middleware([requireCapability('users.manage')])
  .handler(() =>
    withUserMessage(invitationsFailure(), async () => ({
      invitations: await listInvitations(db()),
      transport: mailTransportKind(),
    })),
  )

export const inviteUserFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('users.manage'), requireRecentAuthentication])
  .validator(invitationForm)
  .handler(({ data, context }) =>
    withUserMessage(invitationFailure(), () => inviteAccount(db(), { by: context.account, ...data })),
  )

export const resendInvitationFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('users.manage')])
  .validator(invitationId)
  .handler(({ data, context }) =>
    withUserMessage(invitationFailure(), () => resendInvitation(db(), { by: context.account, ...data })),
  )

export const revokeInvitationFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('users.manage')])
  .validator(invitationId)
  .handler(({ data, context }) =>
    withUserMessage(revocationFailure(), () => revokeInvitation(db(), { by: context.account, ...data })),
  )

export const invitationsQuery = queryOptions({
  queryKey: ['admin', 'users', 'invitations'],
  queryFn: () => getInvitations(),
  meta: { tags: ['admin:users'] },
})
