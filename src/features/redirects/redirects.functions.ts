import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { id } from '#kernel/id.ts'
import { readLine } from '#kernel/parameters.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { redirectForm } from './rules/redirect-form.ts'
import { deleteRedirect, listRedirects, saveRedirect } from './server/redirects.server.ts'

export const redirectsFailure = () => phrase('Failed to fetch redirects')
export const saveRedirectFailure = () => phrase('Failed to save redirect')
export const deleteRedirectFailure = () => phrase('Failed to delete redirect')

const getRedirects = createServerFn({ method: 'GET' })
  .middleware([requireCapability('redirects.manage')])
  .validator(z.object({ q: z.string().max(1_000), before: z.string().max(100).optional() }))
  .handler(({ data: { q, before } }) =>
    withUserMessage(redirectsFailure(), () => listRedirects(db(), { q: readLine(q), before })),
  )

export const saveRedirectFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('redirects.manage')])
  .validator(redirectForm.extend({ id, isNew: z.boolean() }))
  .handler(({ data, context }) =>
    withUserMessage(saveRedirectFailure(), () => saveRedirect(db(), context.account, data)),
  )

export const deleteRedirectFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('redirects.manage')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(deleteRedirectFailure(), () => deleteRedirect(db(), context.account, data.id)),
  )

/** Lists redirects, newest first. */
export const redirectsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'redirects', q],
    queryFn: ({ pageParam }) => getRedirects({ data: { q, before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // No notification is sent when hits are counted.
    staleTime: 0,
    meta: { tags: ['admin:redirects'] },
  })
