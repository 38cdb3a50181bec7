import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { readLine } from '#kernel/parameters.ts'
import { db } from '#platform/database/db.server.ts'
import { orFail } from '#platform/public-failure.server.ts'
import { ROLES } from '#schema/accounts.ts'
import { requires } from './requires.functions.ts'
import { PROFILES_FAILURE, ROLE_FAILURE, USER_DATA_FAILURE } from './rules/users-messages.ts'
import { changeRole } from './server/change-role.server.ts'
import { countProfiles, listProfiles } from './server/profiles.server.ts'

const getProfiles = createServerFn({ method: 'GET' })
  .middleware([requires('admin')])
  .validator(z.object({ q: z.string(), before: z.string().optional() }))
  .handler(({ data: { q, before } }) =>
    orFail(PROFILES_FAILURE, () => listProfiles(db(), { q: readLine(q), before })),
  )

const getProfileFigures = createServerFn({ method: 'GET' })
  .middleware([requires('admin')])
  .handler(() =>
    orFail(USER_DATA_FAILURE, async () => {
      const now = new Date()
      return { ...(await countProfiles(db(), now)), at: now.toISOString() }
    }),
  )

/** Gives an account another role, unless a rule is against it. @throws with the message of spec §8 */
export const giveRole = createServerFn({ method: 'POST' })
  .middleware([requires('admin')])
  .validator(z.object({ userId: z.uuid(), role: z.enum(ROLES) }))
  .handler(({ data, context }) =>
    orFail(ROLE_FAILURE, () => changeRole(db(), { by: context.account, ...data })),
  )

/** The registered users whose name, email or id holds `q`, page after page. */
export const profilesQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'users', 'list', q],
    queryFn: ({ pageParam }) => getProfiles({ data: { q, before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    meta: { tags: ['admin:users'] },
  })

/** How many users there are, and the time at which they were counted. */
export const profileFiguresQuery = queryOptions({
  queryKey: ['admin', 'users', 'figures'],
  queryFn: () => getProfileFigures(),
  meta: { tags: ['admin:users'] },
})
