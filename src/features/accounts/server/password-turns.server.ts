import { createFairTurns } from '#platform/concurrency/fair-turns.server.ts'
import { OverloadedError } from '#platform/concurrency/request-queue.server.ts'
import { networkOf, wideNetworkOf } from '#platform/http/attempt-limit.server.ts'
import { TooBusyError } from '#platform/http/with-user-message.server.ts'
import { hasSignedSession } from './current-session.server.ts'
import { hasSignedDevice } from './device-cookie.server.ts'
import { clientAddressOf } from './rate-limit.server.ts'

/** Below `/api/auth/`. These compute a password hash. */
const PASSWORD_ROUTES = [
  'sign-in/email',
  'confirm-sign-up',
  'reset-password',
  'accept-invitation',
  'first-administrator',
  'change-password',
  'confirm-identity',
  'two-factor/enable',
  'two-factor/disable',
  'two-factor/generate-backup-codes',
]
const PASSWORD_PATHS = new Set(['/admin/login', ...PASSWORD_ROUTES.map((route) => `/api/auth/${route}`)])

/** One computes its hash while the other reads and writes the database. Each takes about 100 ms. */
const LIMITS = { maxRunning: 2, maxWaiting: 128, maxWaitMs: 30_000 }

const turns = createFairTurns(LIMITS)

/** Requests to the path take turns (`takePasswordTurn`). */
export function isPasswordPath(path: string): boolean {
  return PASSWORD_PATHS.has(path)
}

/**
 * Waits for the turn of the client's network before anything is read from the database. Known browsers of the account
 * and people with a session go first.
 *
 * @param email of the account, undefined if the session identifies it
 * @throws TooBusyError when too many wait
 */
export async function takePasswordTurn<T>(
  request: Request,
  email: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const address = clientAddressOf(request)
  const networks = [wideNetworkOf(address), networkOf(address)]
  const isPreferred =
    email === undefined
      ? await hasSignedSession(request.headers.get('cookie') ?? undefined)
      : await hasSignedDevice(request, email)
  try {
    return await turns.run({ networks, isPreferred }, work, request.signal)
  } catch (error) {
    if (!(error instanceof OverloadedError)) throw error
    throw new TooBusyError('Too many people are signing in at once. Please try again in a few seconds.')
  }
}
