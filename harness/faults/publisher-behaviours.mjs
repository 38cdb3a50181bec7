import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { MAX_FEED_BYTES } from '#features/feeds/parse/xml-document.ts'
import { numbers } from '../shared/client.mjs'

const MB = 1024 * 1024
/** The articles of `feed`. */
const ITEMS = 3
/** The number of items of a feed, of which the newest are stored. */
const MAX_ITEMS = 500

const TIME_LIMIT = 'The server did not respond within 30 seconds.'
const TOO_LARGE = `The response is larger than ${MAX_FEED_BYTES / 1_000_000} MB.`
const HEADERS_TOO_LARGE = 'The response headers are too large.'

/**
 * @typedef {object} Behaviour
 * @property {string} name
 * @property {string} [error] that the feed must show; without it, the feed must be stored
 * @property {number} [articles] that must be stored without an error
 * @property {boolean} [fullText] the setting of the feed
 * @property {(socket: import('node:net').Socket, request: { path: string, origin: string }) => void} respond
 */

/** A feed whose items have the links. */
function feed({ origin }, name, links = numbers(ITEMS).map((n) => `${origin}/story/${n}`)) {
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
function response(body, headers = {}, status = '200 OK') {
  const lines = Object.entries({ 'content-type': 'application/rss+xml', connection: 'close', ...headers })
  const head = `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)])
}

const IN_CHUNKS = { 'transfer-encoding': 'chunked' }
const chunk = (body) => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`
/** Sends `bytes` again and again. */
function drip(socket, start, bytes) {
  socket.write(start)
  const timer = setInterval(() => socket.write(bytes), 200)
  socket.on('close', () => clearInterval(timer))
}

/** Sends `bytes` as fast as they are read. */
function flood(socket, start, bytes) {
  const write = () => {
    while (socket.writable && socket.write(bytes));
  }
  socket.on('drain', write)
  socket.write(start)
  write()
}

/** Responses without an end. @returns {Behaviour[]} */
function endlessResponses() {
  const kb = (text) => text.repeat(Math.ceil(1024 / text.length))
  const start = 'HTTP/1.1 200 OK\r\n'
  const rest = {
    'a silence in the headers': [TIME_LIMIT, drip, `${start}X: `, ''],
    'a header byte by byte': [TIME_LIMIT, drip, `${start}X: `, 'a'],
    'a body byte by byte': [TIME_LIMIT, drip, response('<rss>'), ' '],
    'chunks byte by byte': [TIME_LIMIT, drip, response('', IN_CHUNKS), chunk(' ')],
    'provisional responses': [TIME_LIMIT, drip, '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    'an endless body': [TOO_LARGE, flood, response('<rss>'), Buffer.alloc(64 * 1024, 'a')],
    'endless chunks': [TOO_LARGE, flood, response('', IN_CHUNKS), chunk('a'.repeat(16 * 1024))],
    'endless items': [TOO_LARGE, flood, response('<rss><channel>'), kb('<item><title>a</title></item>')],
    'an endless header': [HEADERS_TOO_LARGE, flood, `${start}X: `, kb('a')],
    'endless trailers': [HEADERS_TOO_LARGE, flood, `${response('', IN_CHUNKS)}0\r\n`, kb('X: a\r\n')],
    'an endless chunk extension': [TIME_LIMIT, flood, `${response('', IN_CHUNKS)}5;`, kb('a')],
  }
  return Object.entries(rest).map(([name, [error, send, first, bytes]]) => ({
    name,
    error,
    respond: (socket) => send(socket, first, bytes),
  }))
}

/** Documents that need much time or memory: the expected error or number of articles, and the response. */
function hostileDocuments() {
  const channel = (content) => `<rss version="2.0"><channel><title>x</title>${content}</channel></rss>`
  const item = (guid, content = '') => `<item><guid>${guid}</guid><title>x</title>${content}</item>`
  const described = (guid, html) => channel(item(guid, `<description><![CDATA[${html}]]></description>`))
  const many = (count, textOf) => numbers(count).map(textOf).join('')
  const zeros = Buffer.alloc(200 * MB)
  const brotli = brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  const documents = {
    'a gzip bomb': [TOO_LARGE, gzipSync(zeros), { 'content-encoding': 'gzip' }],
    'a brotli bomb': [TOO_LARGE, brotli, { 'content-encoding': 'br' }],
    'deep elements': ['The elements of the document are nested too deeply.', `<rss>${'<a>'.repeat(200_000)}`],
    'many elements': ['The document has too many elements.', channel('<a/>'.repeat(600_000))],
    '20,000 items': [MAX_ITEMS, channel(many(20_000, (n) => item(`i${n}`)))],
    'open tags': [1, described('tags', '<'.repeat(200_000))],
    'open elements': [1, described('elements', '<b><i><div>'.repeat(18_000))],
    'many links': [
      1,
      channel(
        item(
          'links',
          many(50_000, (n) => `<link>https://a.example/${n}</link>`),
        ),
      ),
    ],
    'many categories': [
      1,
      channel(
        item(
          'categories',
          many(100_000, (n) => `<category>${n}</category>`),
        ),
      ),
    ],
  }
  return Object.entries(documents).map(([name, [expected, body, headers]]) => ({
    name,
    ...(typeof expected === 'string' ? { error: expected } : { articles: expected }),
    respond: (socket) => socket.end(response(body, headers)),
  }))
}

/** Feeds with full text whose pages misbehave: they are stored without them. @returns {Behaviour[]} */
function hostilePages() {
  const html = (body) => response(body, { 'content-type': 'text/html' })
  const pages = {
    'that hang': () => {},
    'that do not end': (socket) => flood(socket, html('<p>'), 'text '.repeat(200)),
    'with deep elements': (socket) => socket.end(html('<div>'.repeat(500_000))),
    'with open tags': (socket) => socket.end(html('<'.repeat(4 * MB))),
  }
  return Object.entries(pages).map(([kind, respondWithPage]) => ({
    name: `pages ${kind}`,
    articles: ITEMS,
    fullText: true,
    respond(socket, request) {
      const isFeed = request.path === '/feed'
      const links = numbers(ITEMS).map((n) => `${request.origin}/feed/story-${n}`)
      if (isFeed) socket.end(response(feed(request, `Pages ${kind}`, links)))
      else respondWithPage(socket, request)
    },
  }))
}

/** @returns {Behaviour[]} */
export const misbehaviours = () => [...endlessResponses(), ...hostileDocuments(), ...hostilePages()]
