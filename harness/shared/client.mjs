import PQueue from 'p-queue'
import { Agent } from 'undici'

const TIMEOUT_MS = 15_000
/** Enough for every page of the product. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024

/** Opens a connection for each request. */
const oneRequestPerConnection = new Agent({ pipelining: 0, maxResponseSize: MAX_RESPONSE_BYTES })

/** Keeps connections open, as browsers do. */
export function keepAlive(connections = 16, options = {}) {
  return new Agent({ connections, maxResponseSize: MAX_RESPONSE_BYTES, ...options })
}

/**
 * Sends a request without normalising its path, and reads the response completely. Follows the redirect from the
 * permanent address of an article to the one with words.
 *
 * @param {string} origin
 * @param {string} path
 * @param {Partial<import('undici').Dispatcher.RequestOptions> & { agent?: Agent, timeoutMs?: number }} [options]
 */
export async function send(
  origin,
  path,
  { method = 'GET', agent = oneRequestPerConnection, timeoutMs = TIMEOUT_MS, ...options } = {},
) {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await agent.request({ origin, path, method, signal, ...options })
    const { statusCode: status, headers } = response
    const text = await response.body.text()
    const isPermanentAddress = status === 301 && /^\/article\/[^/]+$/.test(path)
    if (isPermanentAddress) return send(origin, headers.location, { method, agent, timeoutMs, ...options })
    return { status, headers, text }
  } catch (error) {
    if (error.name === 'TimeoutError') throw new Error(`no response within ${timeoutMs} ms`, { cause: error })
    throw error
  }
}

/** The options of a request that posts JSON from a page of the site. */
export function jsonRequest(origin, data, address) {
  return {
    method: 'POST',
    headers: {
      origin,
      'content-type': 'application/json',
      ...(address && { 'x-forwarded-for': address }),
    },
    body: JSON.stringify(data),
  }
}

/** The integers from 0 to `count` - 1. */
export const numbers = (count) => Array.from({ length: count }, (_, n) => n)

/** Runs `work` for each item, at most `concurrency` at once. */
export function forEachConcurrently(items, concurrency, work) {
  return new PQueue({ concurrency }).addAll([...items].map((item) => () => work(item)))
}
