import { ACCESS_DENIED, type Account } from '#features/access/rules/access.ts'
import type { SystemActor } from '#features/audit/server/record-audit.server.ts'
import { ForbiddenError } from '#platform/http/with-user-message.server.ts'

export type DraftActor = Pick<Account, 'id' | 'email' | 'role'> | SystemActor

/**
 * Call it before anything of the draft is returned.
 *
 * @throws ForbiddenError
 */
export function requireDraftAccess(isAllowed: boolean): void {
  if (!isAllowed) throw new ForbiddenError(ACCESS_DENIED)
}
