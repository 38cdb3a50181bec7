import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type Account, PLEASE_LOG_IN } from '#features/access/rules/access.ts'
import { errorResponse, jsonResponse } from '#features/accounts/rules/auth-responses.ts'
import { authoriseRequest } from '#features/accounts/server/current-session.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { isConnectionLoss } from '#platform/errors/is-connection-loss.ts'
import { DISK_FULL_HEADER, isDiskFull } from '#platform/errors/is-disk-full.ts'
import { ForbiddenError, TooBusyError } from '#platform/http/with-user-message.server.ts'
import { logFailure } from '#platform/process/log.server.ts'
import { readAppendAddress } from '../rules/append-address.ts'
import { MAX_BATCH_BYTES, tooManyChanges } from '../rules/step-limits.ts'
import { appendRequest, appendSteps } from './append-steps.server.ts'

const failedText = () => phrase('Failed to save changes')
/** `EditorNotices` adds that the text is saved on this device and will be sent again. */
export const tooManyRequests = () => phrase('Too many changes at once.')

/** A tab sends one request at a time, and at most ten in a second (`draft-sync.ts`). */
const requestsOfPeople = new RateLimiterMemory({ points: 100, duration: 2 })
/** Requests for one draft wait for one another, each with a connection to the database. */
const MAX_CONCURRENT = 6
const concurrentOfPeople = new Map<string, number>()

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
  if (!target) return errorResponse(400, phrase('The address is not valid.'))
  if (target.by && target.by !== by.id) return errorResponse(401, PLEASE_LOG_IN)
  if (Number(request.headers.get('content-length')) > MAX_BATCH_BYTES)
    return errorResponse(413, tooManyChanges())
  return withinLimits(by, async () => {
    const { data } = appendRequest.safeParse(await request.json().catch(() => null))
    if (!data) return errorResponse(400, phrase('The changes are not valid.'))
    return jsonResponse(await appendSteps(db, by, { id: target.draft, ...data }, new Date()))
  })
}

/** @throws TooBusyError */
async function withinLimits<T>({ id }: Account, work: () => Promise<T>): Promise<T> {
  const isAllowed = await requestsOfPeople.consume(id).then(
    () => true,
    () => false,
  )
  const concurrent = concurrentOfPeople.get(id) ?? 0
  if (!isAllowed || concurrent >= MAX_CONCURRENT) throw new TooBusyError(tooManyRequests())
  concurrentOfPeople.set(id, concurrent + 1)
  try {
    return await work()
  } finally {
    const left = (concurrentOfPeople.get(id) ?? 1) - 1
    if (left > 0) concurrentOfPeople.set(id, left)
    else concurrentOfPeople.delete(id)
  }
}

function respondToFailure(error: unknown): Response {
  if (error instanceof ForbiddenError) return errorResponse(403, error.message)
  if (error instanceof TooBusyError) return errorResponse(429, error.message)
  logFailure(error, failedText())
  if (isDiskFull(error)) return jsonResponse({ message: failedText() }, 507, { [DISK_FULL_HEADER]: 'on' })
  return errorResponse(isConnectionLoss(error) ? 503 : 500, failedText())
}
