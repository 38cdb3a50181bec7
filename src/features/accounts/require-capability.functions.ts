import { createMiddleware } from '@tanstack/react-start'
import { getRequest, setResponseStatus } from '@tanstack/react-start/server'
import {
  type Account,
  accountsUnavailable,
  type Capability,
  checkAccess,
} from '#features/access/rules/access.ts'
import { CONFIRM_IDENTITY, isRecentlyAuthenticated } from '#features/access/rules/recent-authentication.ts'
import { preventCaching } from '#platform/http/render-context.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { readAccount, readSession } from './server/current-session.server.ts'
import { recordSecurityEvent } from './server/security-events.server.ts'

/**
 * Sets `context.account` (spec §6, newsroom §3).
 *
 * @param denial instead of "Access Denied"
 * @throws with status 401 when signed out, 403 without the capability, 503 when accounts are unavailable
 */
export const requireCapability = (capability: Capability, denial?: () => string) =>
  createMiddleware({ type: 'function' }).server(async ({ next }) => {
    preventCaching()
    const account = await withUserMessage(accountsUnavailable(), () =>
      readAccount(getRequest().headers),
    ).catch((error) => {
      setResponseStatus(503)
      throw error
    })
    const error = checkAccess(account, capability)
    if (error) {
      if (account) await recordSecurityEvent(getRequest(), 'access.deny', account)
      setResponseStatus(error.status)
      throw new Error(error.status === 403 ? (denial?.() ?? error.message) : error.message)
    }
    return next({ context: { account: account as Account } })
  })

/** Its refusal opens ConfirmIdentityDialog. */
export const requireRecentAuthentication = createMiddleware({ type: 'function' }).server(async ({ next }) => {
  const session = await readSession(getRequest().headers)
  if (!session || !isRecentlyAuthenticated(session.authenticatedAt, new Date())) {
    setResponseStatus(403)
    throw new Error(CONFIRM_IDENTITY)
  }
  return next()
})
