import { Agent, request } from 'undici'
import { parseObject } from '#kernel/parameters.ts'
import { hostAndPort } from '#platform/outbound/address-guard.ts'
import { FetchError, failureReason } from '#platform/outbound/fetch-error.ts'
import { createGuardedConnector } from '#platform/outbound/guarded-connector.server.ts'
import { readBody } from '#platform/outbound/read-body.server.ts'
import { CDN_PROTOCOLS, type CdnProvider, type PurgeRequest } from './cdn-providers.ts'
import { ALL_KEY } from './edge-headers.server.ts'

const CONNECT_TIMEOUT_MS = 3_000
const REQUEST_TIMEOUT_MS = 5_000
const MAX_RESPONSE_BYTES = 64 * 1024
/** Above this number, everything is purged. */
const MAX_KEYS = 1_000

/** Copies with a `hard` key are never served again; those with a `soft` key only while the site does not respond. */
export type PurgeKeys = { soft: ReadonlySet<string>; hard: ReadonlySet<string> }

/** The message is for administrators. */
export class PurgeError extends Error {
  override name = 'PurgeError'
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs = 0) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

export type PurgeSender = ReturnType<typeof createPurgeSender>

/**
 * Asks a CDN to purge copies. Connects to private addresses only if the settings name them, and follows no redirects.
 *
 * @param options.urls one for a service, or one for each server of Varnish
 */
export function createPurgeSender(options: {
  provider: CdnProvider
  urls: readonly string[]
  token: string | undefined
}) {
  const { provider, urls, token } = options
  const { maxKeys, purge } = CDN_PROTOCOLS[provider]
  const allowedPrivateHosts = new Set(urls.map((url) => hostAndPort(new URL(url))))
  const connect = createGuardedConnector({ allowedPrivateHosts, connectTimeout: CONNECT_TIMEOUT_MS })
  const agent = new Agent({ connect, allowH2: false })

  async function send({ url, ...sent }: PurgeRequest, signal: AbortSignal): Promise<void> {
    const { hostname } = new URL(url)
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)])
    try {
      const { statusCode, headers, body } = await request(url, {
        ...sent,
        dispatcher: agent,
        signal: deadline,
      })
      const text = Buffer.from(
        await readBody(body, { contentEncoding: null, maxBytes: MAX_RESPONSE_BYTES }),
      ).toString()
      if (statusCode < 200 || statusCode > 299)
        throw new PurgeError(
          `${hostname} responded with status ${statusCode}`,
          retryAfter(headers['retry-after']),
        )
      if (isRefusal(text)) throw new PurgeError(`${hostname} refused the purge`)
    } catch (error) {
      if (error instanceof PurgeError) throw error
      const timeout = new FetchError(`no response within ${REQUEST_TIMEOUT_MS / 1_000} seconds`)
      throw new PurgeError(`${hostname}: ${failureReason(deadline.aborted ? timeout : error)}`)
    }
  }

  async function sendAll(keys: ReadonlySet<string>, isHard: boolean, signal: AbortSignal): Promise<void> {
    const listed = keys.size > MAX_KEYS ? [ALL_KEY] : [...keys]
    for (let at = 0; at < listed.length; at += maxKeys) {
      const requested = listed.slice(at, at + maxKeys)
      await Promise.all(urls.map((url) => send(purge(url, token, requested, isHard), signal)))
    }
  }

  return {
    /** @throws PurgeError unless every server has purged all keys */
    async purge({ soft, hard }: PurgeKeys, signal: AbortSignal): Promise<void> {
      await sendAll(hard, true, signal)
      if (!hard.has(ALL_KEY)) await sendAll(soft.difference(hard), false, signal)
    },
    close: () => agent.destroy(),
  }
}

/** Cloudflare reports failures in the body, too. */
function isRefusal(text: string): boolean {
  return parseObject(text)?.success === false
}

/** RFC 9110 §10.2.3. */
function retryAfter(value: string | string[] | undefined): number {
  const seconds = Number(value)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 600) * 1_000 : 0
}
