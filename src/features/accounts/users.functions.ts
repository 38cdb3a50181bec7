import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { id } from '#kernel/id.ts'
import { readLine } from '#kernel/parameters.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { requireCapability, requireRecentAuthentication } from './require-capability.functions.ts'
import { nameForm, roleForm } from './rules/account-forms.ts'
import { reinstateAccount } from './server/close-account.server.ts'
import { changeOwnName, changeRole, countProfiles, listProfiles } from './server/profiles.server.ts'
import { endAccountSessions } from './server/sessions.server.ts'

/** Spec §8. */
export const roleFailure = () => phrase('Failed to update user role')
export const nameFailure = () => phrase('Failed to save your name')
export const reinstateFailure = () => phrase('Failed to reinstate the user')
export const endSessionsFailure = () => phrase('Failed to end the sessions')
export const profilesFailure = () => phrase('Failed to load user profiles')
export const userDataFailure = () => phrase('Failed to load user data')

const getProfiles = createServerFn({ method: 'GET' })
  .middleware([requireCapability('users.manage')])
  .validator(z.object({ q: z.string().max(1_000), before: z.string().max(100).optional() }))
  .handler(({ data: { q, before } }) =>
    withUserMessage(profilesFailure(), () => listProfiles(db(), { q: readLine(q), before })),
  )

const getProfileCounts = createServerFn({ method: 'GET' })
  .middleware([requireCapability('users.manage')])
  .handler(() =>
    withUserMessage(userDataFailure(), async () => {
      const now = new Date()
      return { ...(await countProfiles(db(), now)), at: now.toISOString() }
    }),
  )

export const changeRoleFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('users.manage'), requireRecentAuthentication])
  .validator(roleForm.extend({ userId: id }))
  .handler(({ data, context }) =>
    withUserMessage(roleFailure(), () => changeRole(db(), { by: context.account, ...data })),
  )

export const changeOwnNameFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('admin.open')])
  .validator(nameForm)
  .handler(({ data, context }) =>
    withUserMessage(nameFailure(), () => changeOwnName(db(), { by: context.account, ...data })),
  )

export const reinstateFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('users.manage'), requireRecentAuthentication])
  .validator(z.object({ userId: id }))
  .handler(({ data, context }) =>
    withUserMessage(reinstateFailure(), () => reinstateAccount(db(), { by: context.account, ...data })),
  )

export const endSessionsFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('users.manage'), requireRecentAuthentication])
  .validator(z.object({ userId: id }))
  .handler(({ data, context }) =>
    withUserMessage(endSessionsFailure(), () => endAccountSessions(db(), { by: context.account, ...data })),
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
