import { createMiddleware } from '@tanstack/react-start'
import { getRequest, setResponseStatus } from '@tanstack/react-start/server'
import { preventCaching } from '#platform/pages/page-tags.server.ts'
import { withUserMessage } from '#platform/with-user-message.server.ts'
import { ACCOUNTS_UNAVAILABLE, type Account, checkAccess, type Role } from './rules/access.ts'
import { readAccount } from './server/current-session.server.ts'

/**
 * Middleware that requires a role (spec §6) and sets `context.account`.
 *
 * @param denial replaces the message "Access Denied"
 * @throws with status 401 when signed out, 403 without the role, 503 when accounts are unavailable
 */
export const requireRole = (role: Role, denial?: string) =>
  createMiddleware({ type: 'function' }).server(async ({ next }) => {
    preventCaching()
    const account = await withUserMessage(ACCOUNTS_UNAVAILABLE, () =>
      readAccount(getRequest().headers),
    ).catch((error) => {
      setResponseStatus(503)
      throw error
    })
    const error = checkAccess(account, role)
    if (error) {
      setResponseStatus(error.status)
      throw new Error(error.status === 403 ? (denial ?? error.message) : error.message)
    }
    return next({ context: { account: account as Account } })
  })
