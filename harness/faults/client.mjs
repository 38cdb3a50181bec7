import { Agent, request } from 'node:http'
import { connect } from 'node:net'

const TIMEOUT_MS = 15_000
/** Enough for every page of the product. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024

/**
 * Sends a request without normalising its path, and reads the response completely.
 *
 * @param {string} origin
 * @param {string} path
 * @param {{ method?: string, headers?: import('node:http').OutgoingHttpHeaders, body?: string | Buffer, agent?: Agent,
 *   timeoutMs?: number }} [options]
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, text: string }>}
 */
export function send(
  origin,
  path,
  { method = 'GET', headers = {}, body, agent, timeoutMs = TIMEOUT_MS } = {},
) {
  const { hostname, port } = new URL(origin)
  const response = Promise.withResolvers()
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const outgoing = request({
    hostname,
    port,
    path,
    method,
    headers: { ...length, ...headers },
    agent: agent ?? false,
    signal: AbortSignal.timeout(timeoutMs),
  })
  outgoing.on('error', (error) =>
    response.reject(
      new Error(error.name === 'AbortError' ? `no response within ${timeoutMs} ms` : error.message),
    ),
  )
  outgoing.on('response', (incoming) => {
    const chunks = []
    let size = 0
    incoming.on('data', (chunk) => {
      size += chunk.length
      if (size > MAX_RESPONSE_BYTES) outgoing.destroy(new Error('the response is too large'))
      else chunks.push(chunk)
    })
    incoming.on('error', response.reject)
    incoming.on('end', () =>
      response.resolve({
        status: incoming.statusCode,
        headers: incoming.headers,
        text: Buffer.concat(chunks).toString(),
      }),
    )
  })
  outgoing.end(body)
  return response.promise
}

/** Keeps connections open, as browsers do. */
export function keepAlive(maxSockets = 16) {
  return new Agent({ keepAlive: true, maxSockets })
}

/**
 * Writes bytes to a new connection and reads until the server closes it or is silent for `quietMs`.
 *
 * @param {string} origin
 * @param {string | Buffer | (string | Buffer)[]} bytes several parts are sent in separate packets
 * @returns {Promise<{ text: string, isClosed: boolean }>}
 */
export function sendBytes(origin, bytes, { quietMs = 2_000 } = {}) {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    const chunks = []
    let isClosed = false
    const socket = connect(Number(port), hostname)
    const finish = () => {
      socket.destroy()
      resolve({ text: Buffer.concat(chunks).toString('latin1'), isClosed })
    }
    socket.setNoDelay(true)
    socket.setTimeout(quietMs, finish)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      isClosed = true
      finish()
    })
    socket.on('connect', async () => {
      for (const part of [bytes].flat()) {
        if (!socket.writable) return
        await new Promise((sent) => socket.write(part, sent))
      }
    })
  })
}

/** Status codes of the HTTP/1.1 responses in `text`, in order. */
export function statusCodes(text) {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
}

/**
 * Runs `work` for each item, at most `concurrency` at once.
 *
 * @template Item
 * @param {Iterable<Item>} items
 * @param {number} concurrency
 * @param {(item: Item) => Promise<unknown>} work
 */
export async function forEachConcurrently(items, concurrency, work) {
  const queue = items[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value)
    }),
  )
}
