import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import { dependOn } from '#platform/pages/page-tags.server.ts'
import { currentAccount } from './current-account.server.ts'

/** Who is signed in, or null (spec §7, Own profile). */
export const getAccount = createServerFn({ method: 'POST' }).handler(() => {
  dependOn('moment')
  return currentAccount(getRequest().headers)
})

/** Who is signed in, as the back-office shows it. */
export const accountQuery = queryOptions({ queryKey: ['admin', 'account'], queryFn: () => getAccount() })
