import { db } from '#platform/database/db.server.ts'
import { wideNetworkOf } from '#platform/http/attempt-limit.server.ts'
import { tooManyAttemptsResponse } from '../rules/auth-responses.ts'
import { FAILED_ATTEMPT_LIMIT, limitFailedAttempts } from './auth-route.server.ts'
import { findKnownDevice } from './device-cookie.server.ts'
import { isKnownNetwork } from './known-network.server.ts'
import {
  clientAddressOf,
  clientNetworkOf,
  consumeAttempt,
  countAttempts,
  type RateLimit,
} from './rate-limit.server.ts'

const PER_CLIENT: RateLimit = { attempts: 3, seconds: 10 }
/** Counts successful attempts too, since they take as long to verify. */
const PER_DEVICE: RateLimit = { attempts: 20, seconds: 60 }
/** The total for an account, from all networks that are unknown to it. */
const PER_ACCOUNT: RateLimit = { ...FAILED_ATTEMPT_LIMIT, attempts: 300 }
/** Failed attempts from unknown networks that indicate an attack from several networks. */
const MIN_ATTACK_FAILURES = 20
/** Leaves a person room for typing errors while the account is under attack. */
const PER_NETWORK_UNDER_ATTACK: RateLimit = { ...FAILED_ATTEMPT_LIMIT, attempts: 3 }

/**
 * Limits wrong passwords of an account by known browser, else by network, so that nobody's failures count against the
 * owner. An attack from many networks reduces what each further network may try, and stops at a total that applies to
 * unknown networks only.
 */
export async function limitSignIn(
  request: Request,
  email: string,
  verify: () => Promise<Response>,
): Promise<Response> {
  const device = await findKnownDevice(request, email)
  const client = { action: 'sign-in by client', subject: device ?? clientNetworkOf(request) }
  const retryAfter = await consumeAttempt(db(), client, device ? PER_DEVICE : PER_CLIENT)
  if (retryAfter) return tooManyAttemptsResponse(retryAfter)
  if (device) return limitFailedAttempts({ action: 'sign-in by device', subject: device }, verify)
  const address = clientAddressOf(request)
  const perNetwork = { action: 'sign-in by network', subject: `${email} ${wideNetworkOf(address)}` }
  if (await isKnownNetwork(db(), email, address)) return limitFailedAttempts(perNetwork, verify)
  const total = { action: 'sign-in', subject: email }
  const isUnderAttack = (await countAttempts(db(), total)) >= MIN_ATTACK_FAILURES
  return limitFailedAttempts(
    perNetwork,
    () => limitFailedAttempts(total, verify, { limit: PER_ACCOUNT, resets: false }),
    { limit: isUnderAttack ? PER_NETWORK_UNDER_ATTACK : FAILED_ATTEMPT_LIMIT },
  )
}
