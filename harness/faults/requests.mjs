import { forEachConcurrently, sendBytes, statusCodes } from './client.mjs'
import { checkServer, startSite, withPulse } from './site.mjs'

const CONCURRENCY = 8
const KB = 1024
const MB = 1024 * KB
/** Contents of files outside the folders that are served. */
const SECRETS = /root:.{0,20}:0:0:|"name": "masthead"|PG_VERSION|postgres:\/\/|drizzle/

const TRAVERSALS = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '%252e%252e%252f',
  '....//',
  '..;/',
  '.%00./',
  '%c0%ae%c0%ae/',
  '..%ef%bc%8f',
]
const FOLDERS = [
  '',
  'assets/',
  'storage/article-images/',
  'storage/',
  'media/',
  'samples/',
  '_serverFn/',
  'sitemaps/',
]
const FILES = [
  'etc/passwd',
  'package.json',
  'postgres-password',
  'postgres/PG_VERSION',
  'dist/server/server.js',
]

/** @type {import('./run-class.mjs').FaultClass} */
export const requests = {
  name: 'requests',
  title: 'traversal, request smuggling, oversized requests',
  limitSeconds: 60,
  async run({ attempt }) {
    await using site = await startSite()
    await withPulse(site, attempt, async () => {
      await traversePaths(site, attempt)
      await smuggleRequests(site, attempt)
      await sendOversized(site, attempt)
    })
    await checkServer(site, attempt)
  },
}

function traversePaths(site, attempt) {
  const paths = FOLDERS.flatMap((folder) =>
    TRAVERSALS.flatMap((step) => FILES.map((file) => `/${folder}${step.repeat(8)}${file}`)),
  )
  return forEachConcurrently(paths, CONCURRENCY, (path) =>
    attempt(path, async () => {
      const { status, text } = await site.send(path)
      if (status >= 500) throw new Error(`status ${status}`)
      const found = SECRETS.exec(text)?.[0]
      if (status === 200 && found) throw new Error(`the response contains ${found}`)
    }),
  )
}

/** Each has one or two requests by one reading of RFC 9112, and /smuggled is one of them by another. */
async function smuggleRequests(site, attempt) {
  const host = new URL(site.url).host
  const smuggled = `GET /smuggled HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const chunked = `0\r\n\r\n${smuggled}`
  const post = (headers, body) =>
    `POST /newsletter HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`
  const ambiguous = {
    'Content-Length and Transfer-Encoding': post('Content-Length: 5\r\nTransfer-Encoding: chunked', chunked),
    'Transfer-Encoding and Content-Length': post(
      `Transfer-Encoding: chunked\r\nContent-Length: ${chunked.length}`,
      chunked,
    ),
    'two lengths': post('Content-Length: 0\r\nContent-Length: 43', smuggled),
    'a list of lengths': post('Content-Length: 0, 43', smuggled),
    'a signed length': post('Content-Length: +43', smuggled),
    'a hexadecimal length': post('Content-Length: 0x2b', smuggled),
    'a length with a space': post('Content-Length : 43', smuggled),
    'a negative length': post('Content-Length: -1', smuggled),
    'an unknown coding': post('Transfer-Encoding: xchunked', chunked),
    'chunked twice': post('Transfer-Encoding: chunked, chunked', chunked),
    'a tab before chunked': post('Transfer-Encoding:\tchunked', chunked),
    'a folded header': post('Transfer-Encoding:\r\n chunked', chunked),
    'a vertical tab': post('Transfer-Encoding: \x0bchunked', chunked),
    'a bare line feed': post('X: y\nTransfer-Encoding: chunked', chunked),
    'a bare carriage return': post('X: y\rTransfer-Encoding: chunked', chunked),
    'an invalid chunk size': post('Transfer-Encoding: chunked', `0x0\r\n\r\n${smuggled}`),
    'a chunk size that overflows': post('Transfer-Encoding: chunked', `fffffffffffffffff\r\n${smuggled}`),
    'a chunk extension with a line feed': post('Transfer-Encoding: chunked', `0;a\nb\r\n\r\n${smuggled}`),
    'two hosts': `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\n\r\n`,
    'no host': 'GET / HTTP/1.1\r\n\r\n',
    'a space in the header name': `GET / HTTP/1.1\r\nHost: ${host}\r\nX y: z\r\n\r\n`,
    'a null character in a header': `GET / HTTP/1.1\r\nHost: ${host}\r\nX: a\0b\r\n\r\n`,
    'HTTP/0.9': 'GET /\r\n\r\n',
    'HTTP/9.9': `GET / HTTP/9.9\r\nHost: ${host}\r\n\r\n`,
    'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    CONNECT: `CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    TRACE: `TRACE / HTTP/1.1\r\nHost: ${host}\r\nCookie: secret=1\r\n\r\n`,
    'an upgrade': `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n\r\n`,
    'TLS on the port of HTTP': Buffer.from('16030100a50100', 'hex'),
    'no HTTP at all': '\0\0\0\0',
    'a foreign absolute URL': `GET http://evil.example/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  }
  await forEachConcurrently(Object.entries(ambiguous), CONCURRENCY, ([name, bytes]) =>
    attempt(`smuggling by ${name}`, async () => {
      const { text } = await sendBytes(site.url, bytes, { quietMs: 1_000 })
      const codes = statusCodes(text)
      if (codes.some((status) => status >= 500 && ![501, 505].includes(status)))
        throw new Error(`status ${codes}`)
      if (codes.length > 1 && codes[0] !== 400 && !isPipelined(bytes))
        throw new Error(`${codes.length} responses: ${codes}`)
      if (text.includes('evil.example') || text.includes('secret=1'))
        throw new Error('the response repeats the request')
    }),
  )
}

/** A length of 0 or a last chunk before the second request is valid, and both get responses. */
function isPipelined(bytes) {
  return /^Transfer-Encoding:[ \t\r\n]*chunked\r\n\r\n0\r\n\r\n/m.test(bytes.toString())
}

function sendOversized(site, attempt) {
  const host = new URL(site.url).host
  const start = (line) => `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`
  const typed = 'Content-Type: application/json\r\n'
  /** The status codes that are specified. A closed connection has none. */
  const cases = [
    ['a path of 1 MB', `${start(`GET /${'a'.repeat(MB)}`)}\r\n`, [414, 431]],
    ['a path of 5 kB', `${start(`GET /${'a'.repeat(5 * KB)}`)}\r\n`, [414]],
    ['a header of 1 MB', `${start('GET /')}X: ${'a'.repeat(MB)}\r\n\r\n`, [431]],
    ['cookies of 100 kB', `${start('GET /')}${'Cookie: a=b\r\n'.repeat(8_000)}\r\n`, [200, 431]],
    ['10,000 headers', `${start('GET /')}${'X: y\r\n'.repeat(10_000)}\r\n`, [200, 431]],
    ['1,900 ranges', `${start('GET /')}Range: bytes=${'0-1,'.repeat(1_900)}0-1\r\n\r\n`, [200, 416]],
    [
      'a body of 100 kB',
      `${start('POST /newsletter')}${typed}Content-Length: ${100 * KB}\r\n\r\n${'a'.repeat(100 * KB)}`,
      [413],
    ],
    [
      'an announced body of 1 TB',
      `${start('POST /newsletter')}${typed}Content-Length: 1099511627776\r\n\r\n`,
      [413],
    ],
    [
      'an announced upload of 1 GB',
      `${start('POST /api/admin/images')}${typed}Content-Length: 1073741824\r\n\r\n`,
      [401, 413],
    ],
    [
      'a chunked body without end',
      [
        `${start('POST /newsletter')}${typed}Transfer-Encoding: chunked\r\n\r\n`,
        `10000\r\n${'a'.repeat(65_536)}\r\n`,
      ],
      [411],
    ],
    [
      'a beacon of 1 MB',
      `${start('POST /api/beacon')}Content-Type: text/plain\r\nContent-Length: ${MB}\r\n\r\n${'a'.repeat(MB)}`,
      [413],
    ],
    [
      'a chunked beacon of 1 MB',
      `${start('POST /api/beacon')}Transfer-Encoding: chunked\r\n\r\n${`10000\r\n${'a'.repeat(65_536)}\r\n`.repeat(16)}0\r\n\r\n`,
      [413],
    ],
    [
      '8 kB of JSON brackets',
      `${start('POST /newsletter')}${typed}Content-Length: ${8 * KB}\r\n\r\n${'['.repeat(8 * KB)}`,
      [400, 413],
    ],
  ]
  return forEachConcurrently(cases, CONCURRENCY, ([name, bytes, expected]) =>
    attempt(name, async () => {
      const { text } = await sendBytes(site.url, bytes)
      const [status] = statusCodes(text)
      if (status !== undefined && !expected.includes(status)) throw new Error(`status ${status}`)
    }),
  )
}
