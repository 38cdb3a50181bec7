import { forEachConcurrently, sendBytes } from '../shared/client.mjs'
import { siteClass } from './site-class.mjs'

const CONCURRENCY = 8
const KB = 1024
const QUIET_MS = 1_000

/** Requests that two parsers may read differently. */
export const requests = siteClass({
  name: 'requests',
  title: 'request smuggling, oversized headers',
  limitSeconds: 60,
  async run({ site, attempt }) {
    await forEachConcurrently(Object.entries(ambiguousRequests(site.url)), CONCURRENCY, ([name, bytes]) =>
      attempt(`smuggling by ${name}`, async () => {
        const text = await sendBytes(site.url, bytes, QUIET_MS)
        const codes = [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
        if (codes.some((status) => status >= 500 && ![501, 505].includes(status)))
          throw new Error(`status ${codes}`)
        if (codes.length > 1 && codes[0] !== 400 && !isPipelined(bytes))
          throw new Error(`${codes.length} responses: ${codes}`)
        if (text.includes('evil.example') || text.includes('secret=1'))
          throw new Error('the response repeats the request')
      }),
    )
  },
})

/** Each has one or two requests by one reading of RFC 9112, and /smuggled is one of them by another. */
function ambiguousRequests(origin) {
  const { host } = new URL(origin)
  const smuggled = `GET /smuggled HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const chunked = `0\r\n\r\n${smuggled}`
  const get = (headers, version = '1.1') => `GET / HTTP/${version}\r\nHost: ${host}\r\n${headers}\r\n`
  const post = (headers, body = smuggled) =>
    `POST /newsletter HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`
  return {
    'a length and chunks': post('Content-Length: 5\r\nTransfer-Encoding: chunked', chunked),
    'chunks and a length': post(`Transfer-Encoding: chunked\r\nContent-Length: ${chunked.length}`, chunked),
    'two lengths': post('Content-Length: 0\r\nContent-Length: 43'),
    'a list of lengths': post('Content-Length: 0, 43'),
    'a signed length': post('Content-Length: +43'),
    'a hexadecimal length': post('Content-Length: 0x2b'),
    'a length with a space': post('Content-Length : 43'),
    'a negative length': post('Content-Length: -1'),
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
    'two hosts': get('Host: evil.example\r\n'),
    'no host': 'GET / HTTP/1.1\r\n\r\n',
    'a space in the header name': get('X y: z\r\n'),
    'a null character in a header': get('X: a\0b\r\n'),
    'HTTP/0.9': 'GET /\r\n\r\n',
    'HTTP/9.9': get('', '9.9'),
    'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    CONNECT: `CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    TRACE: `TRACE / HTTP/1.1\r\nHost: ${host}\r\nCookie: secret=1\r\n\r\n`,
    'an upgrade': get('Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n'),
    'TLS on the port of HTTP': Buffer.from('16030100a50100', 'hex'),
    'no HTTP at all': '\0\0\0\0',
    'a foreign absolute URL': `GET http://evil.example/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    'a header of 1 MB': get(`X: ${'a'.repeat(KB * KB)}\r\n`),
    'cookies of 100 kB': get('Cookie: a=b\r\n'.repeat(8_000)),
    '1,900 ranges': get(`Range: bytes=${'0-1,'.repeat(1_900)}0-1\r\n`),
    'an announced upload of 1 TB': post('Content-Length: 1099511627776'),
  }
}

/** A length of 0 or a last chunk before the second request is valid, and both get responses. */
function isPipelined(bytes) {
  return /^Transfer-Encoding:[ \t\r\n]*chunked\r\n\r\n0\r\n\r\n/m.test(bytes.toString())
}
