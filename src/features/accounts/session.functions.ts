import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import { accountsUnavailable } from '#features/access/rules/access.ts'
import { preventCaching } from '#platform/http/render-context.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { readAccount } from './server/current-session.server.ts'

const getAccount = createServerFn({ method: 'POST' }).handler(() => {
  preventCaching()
  return withUserMessage(accountsUnavailable(), () => readAccount(getRequest().headers))
})

/** Spec §7, Own profile; null when signed out. */
export const accountQuery = queryOptions({
  queryKey: ['admin', 'account'],
  queryFn: () => getAccount(),
  meta: { tags: ['admin:users', 'settings'] },
})
