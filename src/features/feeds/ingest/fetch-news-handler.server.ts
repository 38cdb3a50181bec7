import { setTimeout as delay } from 'node:timers/promises'
import { type Account, checkAccess } from '#features/access/rules/access.ts'
import {
  bearerToken,
  INVALID_TOKEN,
  readAccount,
  readBearerAccount,
} from '#features/accounts/server/current-session.server.ts'
import { isUuid } from '#kernel/uuid.ts'
import { db } from '#platform/database/db.server.ts'
import { readFields } from '#platform/http/read-fields.server.ts'
import { isCrossSite } from '#platform/http/request-headers.server.ts'
import { log } from '#platform/process/log.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { NewsFetchOffError, newsFetcher } from './fetch-news.server.ts'
import { readRun } from './record-run.server.ts'
import { refreshFeeds } from './refresh-feeds.server.ts'
import type { FetchReport } from './refresh-message.ts'

const NO_STORE = { 'cache-control': 'no-store' }
const MAX_BODY_BYTES = 1024

/** Most proxies wait for 30 or 60 seconds. */
const MAX_RESPONSE_MS = 20_000
/** While they wait, they take places of other requests (platform/server/application-requests.server.ts). */
const MAX_REQUESTS = 16

let requests = 0

/**
 * Responds with counts (spec §7). `{"force": true}` with the capability `feeds.manage` includes feeds that are not due.
 * Rejects invalid tokens (spec §8), and everybody if news are not fetched. After `maxMs`, responds with the address of the result.
 */
export async function handleFetchNews(
  { request }: { request: Request },
  maxMs = MAX_RESPONSE_MS,
): Promise<Response> {
  if (requests >= MAX_REQUESTS) return unavailableResponse()
  requests += 1
  try {
    const caller = await findCaller(request)
    if (caller === 'invalid-token') return invalidTokenResponse()
    const isForced = !checkAccess(caller, 'feeds.manage') && (await isForceRequested(request))
    const startedAt = new Date()
    const run = caller && isForced ? refreshFeeds(db(), newsFetcher(), caller) : newsFetcher().fetchNews()
    const report = await resultWithin(maxMs, run)
    return report
      ? Response.json(report, { headers: NO_STORE })
      : await respondWithAddress(request, run, startedAt)
  } catch (error) {
    if (error instanceof NewsFetchOffError)
      return Response.json({ error: error.message }, { status: 403, headers: NO_STORE })
    log().warn({ err: error }, 'The news could not be fetched')
    return unavailableResponse()
  } finally {
    requests -= 1
  }
}

/** Null if it takes longer. */
async function resultWithin(ms: number, run: Promise<FetchReport>): Promise<FetchReport | null> {
  const elapsed = new AbortController()
  const timeout = delay(ms, null, { signal: elapsed.signal }).catch(() => null)
  try {
    return await Promise.race([run, timeout])
  } finally {
    elapsed.abort()
  }
}

/** Requests that join a run share a record. */
const recordedRuns = new WeakMap<Promise<FetchReport>, Promise<string>>()

async function respondWithAddress(
  request: Request,
  run: Promise<FetchReport>,
  startedAt: Date,
): Promise<Response> {
  const recorded = recordedRuns.get(run) ?? newsFetcher().recordRun(run, startedAt)
  recordedRuns.set(run, recorded)
  const location = `${new URL(request.url).pathname}?run=${await recorded}`
  const headers = { ...NO_STORE, location, 'retry-after': '10' }
  return Response.json({ status: 'running', run: location }, { status: 202, headers })
}

/** The state of a run that outlasted its response. */
export async function handleReadRun({ request }: { request: Request }): Promise<Response> {
  const id = new URL(request.url).searchParams.get('run')
  if (id === null) return methodNotAllowed()
  const run = isUuid(id) ? await readRun(db(), id) : undefined
  if (run) return Response.json(run, { headers: NO_STORE })
  return Response.json({ error: 'This run does not exist.' }, { status: 404, headers: NO_STORE })
}

/** Null for readers and cross-origin requests. */
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

function unavailableResponse(): Response {
  const body = { error: 'The news cannot be fetched at the moment. Please try again later.' }
  return Response.json(body, { status: 503, headers: { ...NO_STORE, 'retry-after': '10' } })
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
