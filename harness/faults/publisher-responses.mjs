import { gzipSync } from 'node:zlib'

/** The articles of `feed`. */
export const ITEMS = 3

/**
 * The behaviour of a publisher's server.
 *
 * @typedef {object} Behaviour
 * @property {string} name
 * @property {string} [error] that the feed must show; without it, the feed must be stored
 * @property {number} [articles] that must be stored without an error
 * @property {boolean} [isDamaged] whether the feed must show that it is not well-formed
 * @property {boolean} [isGone] whether the feed must be stopped
 * @property {boolean} [isSlow] whether the server uses up a time limit
 * @property {number} [minWaitMs] until the next fetch
 * @property {boolean} [fullText] the setting of the feed
 * @property {string} [content] that the articles must contain, of a feed with full text
 * @property {'https'} [scheme]
 * @property {import('node:tls').TlsOptions} [tls]
 * @property {(socket: import('node:net').Socket) => void} [connect] instead of reading a request
 * @property {(socket: import('node:net').Socket, request: { path: string, origin: string }) => void} [respond] to a
 *   request of a path that begins with "/feed"
 * @property {Behaviour['respond']} [respondElsewhere] to other requests; by default, with status 404
 */

/** A feed whose items have the links. */
export function feed(
  { origin },
  name,
  links = Array.from({ length: ITEMS }, (_, n) => `${origin}/story/${n}`),
) {
  const items = links.map(
    (link, n) =>
      `<item><title>${name}, story ${n}</title><link>${link}</link><guid isPermaLink="false">${origin} ${n}</guid><description>A summary.</description><pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate></item>`,
  )
  return `<rss version="2.0"><channel><title>${name}</title><link>${origin}/</link>${items.join('\n')}</channel></rss>`
}

/** @returns {Behaviour} */
export function goodFeed(name) {
  return { name, articles: ITEMS, respond: (socket, request) => socket.end(response(feed(request, name))) }
}

/** The bytes of a response. It ends with the connection, unless `headers` say otherwise. */
export function response(body, headers = {}, status = '200 OK') {
  const lines = Object.entries({ 'content-type': 'application/rss+xml', connection: 'close', ...headers })
  const head = `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)])
}

export function sized(body, headers) {
  return response(body, { 'content-length': Buffer.byteLength(body), ...headers })
}

export function chunk(body) {
  return `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`
}

export function chunked(body) {
  const [first, second] = [body.slice(0, 100), body.slice(100)]
  return response(chunk(first) + chunk(second) + chunk(''), { 'transfer-encoding': 'chunked' })
}

export function compressed(body) {
  return sized(gzipSync(body), { 'content-encoding': 'gzip' })
}

/** Sends `bytes` again and again. */
export function drip(socket, bytes, intervalMs) {
  const timer = setInterval(() => socket.write(bytes), intervalMs)
  socket.on('close', () => clearInterval(timer))
}

/** Sends `bytes` as fast as they are read. */
export function flood(socket, start, bytes) {
  const write = () => {
    while (socket.writable && socket.write(bytes));
  }
  socket.on('drain', write)
  socket.write(start)
  write()
}
