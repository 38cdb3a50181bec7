import { createMiddleware } from '@tanstack/react-start'
import { getRequest, setResponseStatus } from '@tanstack/react-start/server'
import { preventCaching } from '#platform/pages/page-tags.server.ts'
import { orFail } from '#platform/public-failure.server.ts'
import { ACCOUNTS_AWAY } from './rules/refusals.ts'
import { type Account, currentAccount, refusalOf } from './server/current-account.server.ts'

/**
 * Lets a server function be called only by accounts of a role (spec §6); its handler finds who asks in `context.account`.
 * What it answers is never stored for others.
 *
 * @param denial what is said in place of "Access Denied"
 * @throws "Please log in" (status 401), "Access Denied" (403), or that accounts cannot be reached (503)
 */
export const requires = (role: Account['role'], denial?: string) =>
  createMiddleware({ type: 'function' }).server(async ({ next }) => {
    preventCaching()
    const looked = orFail(ACCOUNTS_AWAY, () => currentAccount(getRequest().headers))
    const account = await looked.catch((error) => {
      setResponseStatus(503)
      throw error
    })
    const refusal = refusalOf(account, role)
    if (refusal) {
      setResponseStatus(refusal.status)
      throw new Error(refusal.status === 403 ? (denial ?? refusal.message) : refusal.message)
    }
    return next({ context: { account: account as Account } })
  })
