import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import { preventCaching } from '#platform/pages/page-tags.server.ts'
import { orFail } from '#platform/public-failure.server.ts'
import { ACCOUNTS_AWAY } from './rules/refusals.ts'
import { currentAccount } from './server/current-account.server.ts'

/** Who is signed in, or null (spec §7, Own profile). */
export const getAccount = createServerFn({ method: 'POST' }).handler(() => {
  preventCaching()
  return orFail(ACCOUNTS_AWAY, () => currentAccount(getRequest().headers))
})

/** Who is signed in, as the back office shows it. */
export const accountQuery = queryOptions({
  queryKey: ['admin', 'account'],
  queryFn: () => getAccount(),
  meta: { tags: ['admin:users'] },
})
