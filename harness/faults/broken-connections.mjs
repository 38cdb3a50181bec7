import { SELF_SIGNED } from '../../src/platform/testing/self-signed-certificate.ts'
import {
  chunk,
  chunked,
  compressed,
  drip,
  feed,
  flood,
  goodFeed,
  response,
  sized,
} from './publisher-responses.mjs'

/** @import { Behaviour } from './publisher-responses.mjs' */

const TIME_LIMIT = 'The server did not respond within 30 seconds.'
const CLOSED = 'The server closed the connection before the response was complete.'
const INVALID = 'The server sent an invalid HTTP response.'
const TOO_LARGE = 'The response is larger than 10 MB.'
const HEADERS_TOO_LARGE = 'The response headers are too large.'

/**
 * Servers that break the connection or the protocol.
 *
 * @returns {Behaviour[]}
 */
export function brokenConnections() {
  return [
    ...cutResponses(),
    ...hangs(),
    ...drips(),
    ...endlessResponses(),
    ...otherProtocols(),
    ...insecureServers(),
  ]
}

const FRAMINGS = { 'content-length': sized, chunked, gzip: compressed }
/** Bytes at which a response is cut, for each framing and end. */
const CUTS = { 'content-length': 36, chunked: 18, gzip: 12 }

/** @returns {Behaviour[]} */
function cutResponses() {
  const ends = {
    reset: (socket, bytes) => socket.write(bytes, () => socket.resetAndDestroy()),
    closed: (socket, bytes) => socket.end(bytes),
  }
  return Object.entries(CUTS).flatMap(([framing, count]) =>
    Object.entries(ends).flatMap(([end, cut]) =>
      Array.from({ length: count }, (_, n) => {
        const name = `${framing} ${end} at ${n} of ${count}`
        return {
          name,
          error: CLOSED,
          respond(socket, request) {
            const bytes = FRAMINGS[framing](feed(request, name))
            cut(socket, bytes.subarray(0, Math.floor((bytes.length * n) / count)))
          },
        }
      }),
    ),
  )
}

/** @returns {Behaviour[]} */
function hangs() {
  const hang = (name, bytesOf) => ({
    name: `hang ${name}`,
    isSlow: true,
    error: TIME_LIMIT,
    respond: (socket, request) => socket.write(bytesOf(feed(request, name))),
  })
  return [
    hang('before the response', () => ''),
    hang('in the headers', (body) => sized(body).subarray(0, 40)),
    hang('in the body', (body) => sized(body).subarray(0, -1)),
    hang('in the last chunk', (body) => chunked(body).subarray(0, -2)),
    hang('in gzip', (body) => compressed(body).subarray(0, -1)),
    hang('after the feed', (body) => response(body)),
  ]
}

/** @returns {Behaviour[]} */
function drips() {
  const dripping = (name, start, bytes) => ({
    name: `drip ${name}`,
    isSlow: true,
    error: TIME_LIMIT,
    respond(socket) {
      socket.write(start)
      drip(socket, bytes, 200)
    },
  })
  return [
    dripping('of a header', 'HTTP/1.1 200 OK\r\nX: ', 'a'),
    dripping('of headers', 'HTTP/1.1 200 OK\r\n', 'X: a\r\n'),
    dripping('of a body', response('<rss>'), ' '),
    dripping('of chunks', response('', { 'transfer-encoding': 'chunked' }), chunk(' ')),
    dripping('of provisional responses', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
    {
      name: 'redirects that take eight seconds each',
      isSlow: true,
      error: TIME_LIMIT,
      respond(socket, { path }) {
        setTimeout(() => socket.end(response('', { location: `${path}x` }, '302 Found')), 8_000)
      },
    },
  ]
}

/** @returns {Behaviour[]} */
function endlessResponses() {
  const endless = (name, error, start, bytes) => ({
    name: `endless ${name}`,
    error,
    isSlow: error === TIME_LIMIT,
    respond: (socket) => flood(socket, start, bytes),
  })
  const kb = (text) => text.repeat(Math.ceil(1024 / text.length))
  const inChunks = response('', { 'transfer-encoding': 'chunked' })
  return [
    endless('body', TOO_LARGE, response('<rss>'), Buffer.alloc(64 * 1024, 'a')),
    endless('zeros', TOO_LARGE, response(''), Buffer.alloc(64 * 1024)),
    endless('chunks', TOO_LARGE, inChunks, chunk('a'.repeat(16 * 1024))),
    endless('items', TOO_LARGE, response('<rss><channel>'), kb('<item><title>a</title></item>')),
    endless('comment', TOO_LARGE, response('<rss><!--'), kb('-')),
    endless('header', HEADERS_TOO_LARGE, 'HTTP/1.1 200 OK\r\nX: ', kb('a')),
    endless('headers', HEADERS_TOO_LARGE, 'HTTP/1.1 200 OK\r\n', kb('X: a\r\n')),
    endless('name of a header', HEADERS_TOO_LARGE, 'HTTP/1.1 200 OK\r\n', kb('a')),
    endless('reason phrase', TIME_LIMIT, 'HTTP/1.1 200 ', kb('a')),
    endless('chunk extension', TIME_LIMIT, `${inChunks}5;`, kb('a')),
    endless('trailers', HEADERS_TOO_LARGE, `${inChunks}0\r\n`, kb('X: a\r\n')),
  ]
}

/** @returns {Behaviour[]} */
function otherProtocols() {
  const first = {
    'SSH banner': 'SSH-2.0-OpenSSH_9.6\r\n',
    'FTP banner': '220 ready\r\n',
    'HTTP/0.9': '<rss version="2.0"></rss>',
    'HTTP/2 frame': Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
    'TLS alert': Buffer.from([21, 3, 1, 0, 2, 2, 40]),
    'random bytes': Buffer.from(Array.from({ length: 999 }, (_, n) => (n * 167 + 13) & 255)),
    'zero bytes': Buffer.alloc(999),
    'status without a number': 'HTTP/1.1 OK\r\n\r\n',
    'status of six digits': 'HTTP/1.1 200200 OK\r\n\r\n',
    'future version': 'HTTP/9.9 200 OK\r\n\r\n',
    'header without a name': 'HTTP/1.1 200 OK\r\n: a\r\n\r\n',
    'header with a zero byte': 'HTTP/1.1 200 OK\r\nX: \0\r\n\r\n',
  }
  return Object.entries(first).map(([name, bytes]) => ({
    name,
    error: INVALID,
    respond: (socket) => socket.end(bytes),
  }))
}

/** @returns {Behaviour[]} */
function insecureServers() {
  const notSecure = 'A secure connection to the server could not be established.'
  const connecting = (name, error, connect, more = {}) => ({ name, error, scheme: 'https', connect, ...more })
  return [
    {
      ...goodFeed('certificate of no authority'),
      scheme: 'https',
      tls: SELF_SIGNED,
      articles: undefined,
      error: 'The certificate of the server is not valid.',
    },
    {
      ...goodFeed('TLS 1.1'),
      scheme: 'https',
      tls: { ...SELF_SIGNED, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
      articles: undefined,
      error: notSecure,
    },
    connecting('HTTP instead of TLS', notSecure, (socket) => socket.end(response('<rss></rss>'))),
    connecting('text instead of TLS', notSecure, (socket) => socket.end('hello')),
    connecting('closed TLS handshake', CLOSED, (socket) => socket.end()),
    connecting('reset TLS handshake', CLOSED, (socket) =>
      socket.once('data', () => socket.resetAndDestroy()),
    ),
    connecting('TLS handshake that hangs', 'Connecting to the server timed out.', () => {}, { isSlow: true }),
    connecting(
      'TLS handshake that drips',
      'Connecting to the server timed out.',
      (socket) => {
        socket.write(Buffer.from([22, 3, 3, 0x40, 0]))
        drip(socket, Buffer.alloc(1), 500)
      },
      { isSlow: true },
    ),
  ]
}
