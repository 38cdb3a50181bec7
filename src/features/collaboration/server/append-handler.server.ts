import { type Account, PLEASE_LOG_IN } from '#features/access/rules/access.ts'
import { errorResponse, jsonResponse } from '#features/accounts/rules/auth-responses.ts'
import { authoriseRequest } from '#features/accounts/server/current-session.server.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { isConnectionLoss } from '#platform/errors/is-connection-loss.ts'
import { DISK_FULL_HEADER, isDiskFull } from '#platform/errors/is-disk-full.ts'
import { ForbiddenError, TooBusyError } from '#platform/http/with-user-message.server.ts'
import { logFailure } from '#platform/process/log.server.ts'
import { readAppendAddress } from '../rules/append-address.ts'
import { MAX_BATCH_BYTES, TOO_MANY_CHANGES } from '../rules/step-limits.ts'
import { appendRequest, appendSteps } from './append-steps.server.ts'

const FAILED = 'Failed to save changes'

/**
 * Adds steps to a draft. Not a server function: the page may close while it sends the last ones.
 *
 * @returns the outcome, or `{ message }` with an error status
 */
export async function handleAppend({ request }: { request: Request }): Promise<Response> {
  try {
    const by = await authoriseRequest(request, 'article.write')
    return by instanceof Response ? by : await append(db(), by, request)
  } catch (error) {
    return respondToFailure(error)
  }
}

/** @throws ForbiddenError, TooBusyError */
export async function append(db: Db, by: Account, request: Request): Promise<Response> {
  const target = readAppendAddress(request.url)
  if (!target) return errorResponse(400, 'The address is not valid.')
  if (target.by && target.by !== by.id) return errorResponse(401, PLEASE_LOG_IN)
  if (Number(request.headers.get('content-length')) > MAX_BATCH_BYTES)
    return errorResponse(413, TOO_MANY_CHANGES)
  const { data } = appendRequest.safeParse(await request.json().catch(() => null))
  if (!data) return errorResponse(400, 'The changes are not valid.')
  return jsonResponse(await appendSteps(db, by, { id: target.draft, ...data }, new Date()))
}

function respondToFailure(error: unknown): Response {
  if (error instanceof ForbiddenError) return errorResponse(403, error.message)
  if (error instanceof TooBusyError) return errorResponse(429, error.message)
  logFailure(error, FAILED)
  if (isDiskFull(error)) return jsonResponse({ message: FAILED }, 507, { [DISK_FULL_HEADER]: 'on' })
  return errorResponse(isConnectionLoss(error) ? 503 : 500, FAILED)
}
