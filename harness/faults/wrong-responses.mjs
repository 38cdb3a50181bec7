import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { feed, flood, ITEMS, response } from './publisher-responses.mjs'

/** @import { Behaviour } from './publisher-responses.mjs' */

const BOMB_BYTES = 200 * 1024 * 1024
const MAX_REDIRECTS = 5
const HOUR_MS = 3_600_000
/** After a first failure, five minutes. */
const BACK_OFF_MS = 0.08 * HOUR_MS

const CLOSED = 'The server closed the connection before the response was complete.'
const INVALID = 'The server sent an invalid HTTP response.'
const TOO_LARGE = 'The response is larger than 10 MB.'
const DAMAGED = 'The response is damaged and could not be decompressed.'
const PRIVATE = 'The address belongs to a private network.'
const ONLY_HTTP = 'Only addresses that begin with http or https can be fetched.'
const CREDENTIALS = 'The address contains a user name or a password.'

/**
 * Servers with hostile or wrong responses.
 *
 * @returns {Behaviour[]}
 */
export function wrongResponses() {
  return [...bombs(), ...redirects(), ...statuses(), ...lengths()]
}

/** @returns {Behaviour[]} */
function bombs() {
  const zeros = Buffer.alloc(BOMB_BYTES)
  const encoders = { gzip: gzipSync, deflate: deflateSync, br: brotliQuickly, zstd: zstdCompressSync }
  const encoded = (name, error, encoding, body) => ({
    name,
    error,
    respond: (socket) => socket.end(response(body, { 'content-encoding': encoding })),
  })
  const gzip = gzipSync(zeros)
  return [
    ...Object.entries(encoders).flatMap(([name, encode]) => [
      encoded(`${name} bomb`, TOO_LARGE, name, name === 'gzip' ? gzip : encode(zeros)),
      encoded(`not ${name}`, DAMAGED, name, Buffer.alloc(1_000, 'not compressed')),
    ]),
    ...Object.entries(encoders).map(([name, encode]) => {
      const behaviour = encoded(
        `${name} without its end`,
        DAMAGED,
        name,
        encode(feed({ origin: 'https://a.example' }, name)).subarray(0, -12),
      )
      return name === 'gzip'
        ? { ...behaviour, error: undefined, articles: ITEMS, isDamaged: true }
        : behaviour
    }),
    encoded('gzip in gzip', TOO_LARGE, 'gzip, gzip', gzipSync(gzip)),
    encoded('gzip in gzip in gzip', TOO_LARGE, 'gzip, gzip, gzip', gzipSync(gzipSync(gzip))),
    encoded('many encodings', 'The response is compressed too many times.', 'gzip, gzip, gzip, gzip', gzip),
    encoded('unknown encoding', 'The response uses an unknown compression.', 'x-evil', gzip),
  ]
}

function brotliQuickly(bytes) {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
}

/** @returns {Behaviour[]} */
function redirects() {
  const redirect = (name, error, locationOf, status = '302 Found') => ({
    name,
    error,
    respond: (socket, request) => socket.end(response('', { location: locationOf(request) }, status)),
  })
  const refused = ({ name, to, error = PRIVATE }) => redirect(`redirect to ${name ?? to}`, error, () => to)
  const codes = ['301 Moved', '302 Found', '303 See Other', '307 Temporary', '308 Permanent']
  return [
    ...codes.map((code) =>
      redirect(
        `${code}, without an end`,
        `The server redirected more than ${MAX_REDIRECTS} times.`,
        ({ path }) => `${path}x`,
        code,
      ),
    ),
    ...Array.from({ length: MAX_REDIRECTS }, (_, length) =>
      redirect(
        `redirect loop of ${length + 1}`,
        'The server redirects in a loop.',
        ({ path }) => `/feed${(Number(path.slice('/feed'.length)) + 1) % (length + 1) || ''}`,
      ),
    ),
    ...codes.map((code) => ({
      name: `${code}, without an address`,
      error: `The server responded with status ${code.slice(0, 3)}.`,
      respond: (socket) => socket.end(response('', {}, code)),
    })),
    redirect('redirect to no address', 'The server redirects to an invalid URL.', () => 'http://['),
    redirect(
      'redirect to no port',
      'The server redirects to an invalid URL.',
      () => 'http://localhost:99999/',
    ),
    ...[
      'http://169.254.169.254/',
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://0x7f.1/',
      'http://2130706433/',
    ]
      .concat(
        'http://localhost/',
        'http://news.localhost./',
        'http://[::ffff:127.0.0.1]/',
        'https://127.0.0.1/',
      )
      .concat('http://100.64.0.1/', 'http://0/', 'http://127.1:22/')
      .map((to) => refused({ to })),
    ...['file:///etc/passwd', 'data:text/xml,<rss/>', 'gopher://a/', 'ftp://a/', 'javascript:1'].map((to) =>
      refused({ to, error: ONLY_HTTP }),
    ),
    refused({ to: 'http://a:b@example.org/', error: CREDENTIALS }),
    refused({ to: 'http://example.org:1@localhost/', error: CREDENTIALS }),
    refused({ to: 'http://127.0.0.1:1/' }),
    {
      name: 'redirect with a body that does not end',
      articles: ITEMS,
      respond(socket, request) {
        if (request.path === '/feed')
          flood(socket, response('', { location: '/feed/real' }, '302 Found'), ' '.repeat(1024))
        else socket.end(response(feed(request, 'After a redirect')))
      },
    },
  ]
}

const STATUSES = [
  ...[201, 202, 204, 205, 206, 207, 226, 300, 304, 305, 306],
  ...[400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 411, 412, 413, 414, 415, 416, 417, 418],
  ...[421, 422, 423, 424, 425, 426, 428, 429, 431, 451, 499],
  ...[
    500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511, 520, 521, 522, 523, 524, 525, 526, 530, 599, 999,
  ],
]

/** @returns {Behaviour[]} */
function statuses() {
  const status = (name, code, headers = {}, body = '', more = {}) => ({
    name,
    error: `The server responded with status ${code}.`,
    respond: (socket) => socket.end(response(body, headers, `${code} Status`)),
    ...more,
  })
  const inTwoHours = new Date(Date.now() + 2 * HOUR_MS).toUTCString()
  const later = (value, minWaitMs) =>
    [429, 503].map((code) =>
      status(`${code}, Retry-After: ${value.slice(0, 40)}`, code, { 'retry-after': value }, '', {
        minWaitMs,
      }),
    )
  return [
    ...STATUSES.map((code) => status(`status ${code}`, code)),
    status('status 203', 203, {}, '', { error: 'The document is empty.' }),
    status('304 with a body', 304, { 'content-length': 5 }, '<rss>'),
    status('304 to a request without validators', 304, { etag: '"1"' }),
    ...['410 Gone', '410'].map((line) => ({
      name: `status line ${line}`,
      error: 'The publisher has removed this feed (status 410). It is no longer fetched.',
      isGone: true,
      respond: (socket) => socket.end(response('', {}, line)),
    })),
    ...later('7200', 1.9 * HOUR_MS),
    ...later(inTwoHours, 1.9 * HOUR_MS),
    ...later('86400', 23.9 * HOUR_MS),
    ...later('9'.repeat(400), BACK_OFF_MS),
    ...later('-1', BACK_OFF_MS),
    ...later('soon', BACK_OFF_MS),
    status('error page that does not end', 500, {}, '', {
      respond: (socket) => flood(socket, response('', {}, '500 Status'), 'a'.repeat(1024)),
    }),
  ]
}

/** @returns {Behaviour[]} */
function lengths() {
  const withHeaders = (name, error, headers, more = {}) => ({
    name,
    error,
    respond: (socket, request) => socket.end(response(feed(request, name), headers)),
    ...more,
  })
  return [
    withHeaders('length that is too long', CLOSED, { 'content-length': 100_000 }),
    {
      name: 'length that is too short',
      isDamaged: true,
      articles: 1,
      respond(socket, request) {
        const body = feed(request, 'Too short')
        socket.end(response(body, { 'content-length': body.indexOf('</item>') + 20 }))
      },
    },
    withHeaders('length of zero', 'The document is empty.', { 'content-length': 0 }),
    withHeaders('negative length', INVALID, { 'content-length': -1 }),
    withHeaders('length that is no number', INVALID, { 'content-length': 'many' }),
    withHeaders('length of 40 digits', CLOSED, { 'content-length': '9'.repeat(40) }),
    withHeaders('two lengths', CLOSED, { 'content-length': '5\r\nContent-Length: 6' }),
    withHeaders('length and chunks', CLOSED, { 'content-length': 5, 'transfer-encoding': 'chunked' }),
    withHeaders('chunks without a size', INVALID, { 'transfer-encoding': 'chunked' }),
    {
      name: 'chunk with a huge size',
      error: INVALID,
      respond: (socket) => socket.end(response(`${'f'.repeat(17)}\r\n`, { 'transfer-encoding': 'chunked' })),
    },
    {
      name: 'chunk that ends early',
      error: CLOSED,
      respond: (socket) => socket.end(response('fffff\r\n<rss>', { 'transfer-encoding': 'chunked' })),
    },
  ]
}
