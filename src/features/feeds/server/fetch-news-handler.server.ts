import { type Account, checkAccess } from '#features/accounts/rules/access.ts'
import {
  bearerToken,
  INVALID_TOKEN,
  readAccount,
  readBearerAccount,
} from '#features/accounts/server/current-session.server.ts'
import { db } from '#platform/database/db.server.ts'
import { readFields } from '#platform/http/read-fields.server.ts'
import { isCrossSite } from '#platform/http/request-headers.server.ts'
import { log } from '#platform/log.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { newsFetcher } from './fetch-news.server.ts'
import { refreshFeeds } from './refresh-feeds.server.ts'

const NO_STORE = { 'cache-control': 'no-store' }
const MAX_BODY_BYTES = 1024

/**
 * Ingests the due feeds and responds with the counts (spec §7). `{"force": true}` with the capability `feeds.manage` includes other
 * feeds. An invalid token is rejected (spec §8).
 */
export async function handleFetchNews({ request }: { request: Request }): Promise<Response> {
  try {
    const caller = await findCaller(request)
    if (caller === 'invalid-token') return invalidTokenResponse()
    const isForced = !checkAccess(caller, 'feeds.manage') && (await isForceRequested(request))
    const report = caller && isForced ? refreshFeeds(db(), newsFetcher(), caller) : newsFetcher().fetchNews()
    return Response.json(await report, { headers: NO_STORE })
  } catch (error) {
    log().warn({ err: error }, 'The news could not be fetched')
    const body = { error: 'The news cannot be fetched at the moment. Please try again later.' }
    return Response.json(body, { status: 503, headers: { ...NO_STORE, 'retry-after': '10' } })
  }
}

/** Returns null for readers and cross-origin requests. */
async function findCaller(request: Request): Promise<Account | null | 'invalid-token'> {
  const { headers } = request
  const token = bearerToken(headers)
  if (token !== undefined) return (await readBearerAccount(token)) ?? 'invalid-token'
  if (!headers.has('cookie') || isCrossSite(headers, siteOrigin())) return null
  return readAccount(headers)
}

async function isForceRequested(request: Request): Promise<boolean> {
  const read = await readFields(request, MAX_BODY_BYTES)
  return read.kind === 'fields' && read.fields.force === true
}

function invalidTokenResponse(): Response {
  const headers = { ...NO_STORE, 'www-authenticate': 'Bearer error="invalid_token"' }
  return Response.json({ error: INVALID_TOKEN, message: INVALID_TOKEN }, { status: 401, headers })
}

/** RFC 9110 §15.5.6 */
export function methodNotAllowed(): Response {
  const headers = { ...NO_STORE, allow: 'POST' }
  return Response.json({ error: 'Use POST to fetch news.' }, { status: 405, headers })
}
