import { gzipSync } from 'node:zlib'
import { drip, feed, flood, ITEMS, response } from './publisher-responses.mjs'

/** @import { Behaviour } from './publisher-responses.mjs' */

const MB = 1024 * 1024
const BOMB = gzipSync(Buffer.alloc(200 * MB))
/** Of a feed; the newest are stored. */
const MAX_ITEMS = 500

const NOT_XML = 'The document is not XML.'
const NO_FEED = 'The document contains no feed.'
const WEB_PAGE = 'This is a web page, not a feed.'
const ENTITIES = 'The document declares custom entities.'

/**
 * Documents that are hostile or damaged, or are not feeds.
 *
 * @returns {Behaviour[]}
 */
export function hostileDocuments() {
  return [...otherDocuments(), ...bombs(), ...damagedFeeds()]
}

function serve(name, body, expected, headers) {
  const result = typeof expected === 'string' ? { error: expected } : expected
  return { name, ...result, respond: (socket) => socket.end(response(body, headers)) }
}

const channel = (content) => `<rss version="2.0"><channel><title>x</title>${content}</channel></rss>`
/** Items without links of their own are recognised by their guid, also those of other feeds on the same host. */
let guids = 0
const item = (content, guid = `guid ${guids++}`) =>
  `<item><guid>${guid}</guid><title>x</title>${content}</item>`
const described = (html) => channel(item(`<description><![CDATA[${html}]]></description>`))

/** @returns {Behaviour[]} */
function otherDocuments() {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  return [
    serve('web page', '<!doctype html><html><title>News</title></html>', WEB_PAGE),
    serve('web page as RSS', '<html><body>Sign in</body></html>', WEB_PAGE, { 'content-type': 'text/html' }),
    serve('image', png, NOT_XML, { 'content-type': 'image/png' }),
    serve('PDF', '%PDF-1.7\n1 0 obj\n', NOT_XML, { 'content-type': 'application/pdf' }),
    serve('ZIP', Buffer.from('504b0304140000000800', 'hex'), NOT_XML),
    serve('empty document', '', 'The document is empty.'),
    serve('white space', ' \n'.repeat(100_000), 'The document is empty.'),
    serve('byte order mark', '\ufeff', 'The document is empty.'),
    serve('plain text', 'Nothing here', NOT_XML),
    serve('JSON', '{"items":"none"}', NO_FEED),
    serve('JSON array', '[]', NO_FEED),
    serve('JSON that is cut', '{"version":"https://jsonfeed.org/version/1.1","it', NO_FEED),
    serve(
      'sitemap',
      '<urlset><url><loc>https://a.example/</loc></url></urlset>',
      'This is not a feed: its root element is <urlset>.',
    ),
    serve(
      'OPML',
      '<opml><body><outline text="a"/></body></opml>',
      'This is not a feed: its root element is <opml>.',
    ),
    serve('only a prolog', '<?xml version="1.0"?>', NOT_XML),
    serve('only a comment', '<!-- nothing -->', NOT_XML),
    ...[
      'text/html',
      'image/gif',
      'application/octet-stream',
      'x',
      ';;;',
      'text/plain; charset=x-evil',
      'a'.repeat(4_000),
    ].map((type) => ({
      name: `feed with the type ${type.slice(0, 40)}`,
      articles: ITEMS,
      respond: (socket, request) =>
        socket.end(response(feed(request, 'Wrong type'), { 'content-type': type })),
    })),
  ]
}

/** @returns {Behaviour[]} */
function bombs() {
  const entities = Array.from({ length: 12 }, (_, level) =>
    level === 0 ? '<!ENTITY e0 "lol">' : `<!ENTITY e${level} "${`&e${level - 1};`.repeat(10)}">`,
  ).join('')
  const declared = (declaration, content) =>
    `<!DOCTYPE rss [${declaration}]>${channel(item(`<description>${content}</description>`))}`
  const many = (count, text) => Array.from({ length: count }, (_, n) => text(n)).join('')
  return [
    serve('billion laughs', declared(entities, '&e11;'), ENTITIES),
    serve('quadratic entity', declared(`<!ENTITY a "${'a'.repeat(50_000)}">`, '&a;'.repeat(50_000)), {
      articles: 1,
    }),
    serve('external entity', declared('<!ENTITY e SYSTEM "file:///etc/passwd">', 'x &e;'), ENTITIES),
    serve('public entity', declared('<!ENTITY e PUBLIC "a" "http://127.0.0.1:1/">', 'x &e;'), ENTITIES),
    serve('parameter entity', declared('<!ENTITY % p SYSTEM "http://127.0.0.1:1/"> %p;', 'y'), {
      articles: 1,
    }),
    serve('external document type', `<!DOCTYPE rss SYSTEM "http://127.0.0.1:1/">${channel(item(''))}`, {
      articles: 1,
    }),
    serve(
      'deep elements',
      `<rss>${'<a>'.repeat(200_000)}`,
      'The elements of the document are nested too deeply.',
    ),
    serve('many elements', channel('<a/>'.repeat(600_000)), 'The document has too many elements.'),
    serve(
      'deep JSON',
      `{"version":"https://jsonfeed.org/version/1.1","items":${'['.repeat(200_000)}`,
      NO_FEED,
    ),
    serve('many attributes', `<rss ${many(100_000, (n) => `a${n}="" `)}>`, NO_FEED),
    serve(
      'many prefixes',
      `<rss ${many(50_000, (n) => `xmlns:a${n}="b" `)}><channel>${item('')}</channel></rss>`,
      { articles: 1 },
    ),
    serve('20,000 items', channel(many(20_000, (n) => item('', `i${n}`))), { articles: MAX_ITEMS }),
    serve('20,000 equal items', channel(item('', 'same').repeat(20_000)), { articles: 1 }),
    serve(
      '20,000 JSON items',
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'x',
        items: Array.from({ length: 20_000 }, (_, id) => ({ id: `j${id}`, content_text: 'x' })),
      }),
      { articles: MAX_ITEMS },
    ),
    serve('open tags', described('<'.repeat(200_000)), { articles: 1 }),
    serve('open comments', described('<!--'.repeat(50_000)), { articles: 1 }),
    serve('open elements', described('<b><i><div>'.repeat(18_000)), { articles: 1 }),
    serve('open attributes', described('<a href="'.repeat(22_000)), { articles: 1 }),
    serve('open CDATA', `<rss><channel>${'<![CDATA['.repeat(100_000)}`, NO_FEED),
    serve('long title', channel(`<item><title>${'t '.repeat(500_000)}</title></item>`), { articles: 1 }),
    serve('long link', channel(item(`<link>https://a.example/${'a'.repeat(2 * MB)}</link>`)), {
      articles: 1,
    }),
    serve('many links', channel(item(many(50_000, (n) => `<link>https://a.example/${n}</link>`))), {
      articles: 1,
    }),
    serve('many categories', channel(item(many(100_000, (n) => `<category>${n}</category>`))), {
      articles: 1,
    }),
  ]
}

const STRANGE_DATES = [
  '-1',
  '9999-99-99',
  '1e400',
  '0000-00-00T00:00:00Z',
  '275760-09-13',
  'Thu, 99 Foo 99999 99:99:99 +9999',
]

/** @returns {Behaviour[]} */
function damagedFeeds() {
  const title = (bytes) =>
    Buffer.concat([
      Buffer.from('<rss><channel><item><title>'),
      bytes,
      Buffer.from('</title></item></channel></rss>'),
    ])
  const damaged = (articles) => ({ articles, isDamaged: true })
  return [
    serve('invalid UTF-8', title(Buffer.alloc(10_000, 0xff)), { articles: 1 }),
    serve('UTF-8 that is cut', title(Buffer.from([0x61, 0xe2, 0x82])), { articles: 1 }),
    serve('lone surrogates', title(Buffer.from('61eda08062', 'hex')), { articles: 1 }),
    serve(
      'UTF-16 with an odd length',
      Buffer.from(`\ufeff${channel(item(''))}`, 'utf16le').subarray(0, -1),
      damaged(1),
    ),
    serve('characters that XML forbids', described('a\0b\ufffe\uffff'), damaged(1)),
    serve('feed that is cut', channel(item('').repeat(3)).slice(0, -40), damaged(1)),
    serve('mismatched end tags', channel(`<item><title>a</title><b></i></item>`), damaged(1)),
    serve('feed after a warning', `<b>Warning</b>: mysql in feed.php${channel(item(''))}`, damaged(1)),
    serve('two feeds', channel(item('')) + channel(item('')), damaged(2)),
    serve('unknown character encoding', `<?xml version="1.0" encoding="x-evil"?>${channel(item(''))}`, {
      articles: 1,
    }),
    serve(
      'strange dates',
      channel(STRANGE_DATES.map((date, n) => item(`<pubDate>${date}</pubDate>`, `d${n}`)).join('')),
      { articles: STRANGE_DATES.length },
    ),
    serve('no items', channel(''), { articles: 0 }),
    serve('items without content', channel('<item/>'.repeat(1_000)), { articles: 0 }),
    serve('script', described('<script>alert(1)</script><img src=x onerror=alert(1)>'), { articles: 1 }),
    serve('link to a script', channel(item('<link>javascript:alert(1)</link>')), { articles: 1 }),
  ]
}

/** The pages that a feed with full text, or with AMP links, makes the server request. */
const PAGES = {
  'that hangs': () => {},
  'that drips': (socket) => {
    socket.write(html('<p>'))
    drip(socket, 'a', 200)
  },
  'that is reset': (socket) => socket.resetAndDestroy(),
  'that is cut': (socket) => socket.end(html('<p>Text', { 'content-length': 10_000 })),
  'that does not end': (socket) => flood(socket, html('<p>'), 'text '.repeat(200)),
  'that is a bomb': (socket) => socket.end(html(BOMB, { 'content-encoding': 'gzip' })),
  'that is not gzip': (socket) => socket.end(html('text', { 'content-encoding': 'gzip' })),
  'with deep elements': (socket) => socket.end(html('<div>'.repeat(500_000))),
  'with many elements': (socket) => socket.end(html('<p>text</p>'.repeat(400_000))),
  'with open comments': (socket) => socket.end(html('<!--'.repeat(500_000))),
  'with open attributes': (socket) => socket.end(html('<a href="'.repeat(400_000))),
  'with a redirect loop': (socket, { path }) => socket.end(response('', { location: path }, '302 Found')),
  'with a private redirect': (socket) =>
    socket.end(response('', { location: 'http://169.254.169.254/' }, '302 Found')),
  'that is missing': (socket) => socket.end(response('', {}, '404 Not Found')),
  'that is an image': (socket) => socket.end(response('x', { 'content-type': 'image/png' })),
  'that is not HTTP': (socket) => socket.end('hello'),
}
const SLOW_PAGES = new Set(['that hangs', 'that drips'])

function html(body, headers) {
  return response(body, { 'content-type': 'text/html', ...headers })
}

/**
 * Feeds whose pages misbehave: the feed must be stored without them.
 *
 * @returns {Behaviour[]}
 */
export function hostilePages() {
  return Object.entries(PAGES).flatMap(([kind, respondWithPage]) => {
    const withPages = (name, settings, pathOf) => ({
      name,
      articles: ITEMS,
      isSlow: SLOW_PAGES.has(kind),
      ...settings,
      respond(socket, request) {
        const { path, origin } = request
        const links = Array.from({ length: ITEMS }, (_, n) => origin + pathOf(n))
        if (path === '/feed') socket.end(response(feed(request, name, links)))
        else respondWithPage(socket, request)
      },
    })
    return [
      withPages(`full text ${kind}`, { fullText: true }, (n) => `/feed/story-${n}`),
      withPages(`AMP page ${kind}`, {}, (n) => `/feed/story-${n}.amp.html`),
      {
        name: `website ${kind}`,
        articles: ITEMS,
        isSlow: SLOW_PAGES.has(kind),
        respond: (socket, request) => socket.end(response(feed(request, `Website ${kind}`))),
        respondElsewhere: respondWithPage,
      },
    ]
  })
}

const PARAGRAPH = `<p>${'A sentence about a story in full text, with a comma. '.repeat(20)}</p>`

function articlePage(body, head = '') {
  return `<html><head><title>x</title>${head}</head><body><article>${PARAGRAPH}${body}`
}

/** Pages whose text must be read. */
const READABLE_PAGES = {
  scripts: articlePage(
    '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">a</a>',
  ),
  'a script as base': articlePage('<a href="a">a</a>', '<base href="javascript:alert(1)//">'),
  'nested tables': articlePage('<table><tr><td>'.repeat(60)),
  '19,000 paragraphs': articlePage('<p>a</p>'.repeat(19_000)),
  '19,000 line breaks': articlePage('<br>'.repeat(19_000)),
  '19,000 links': articlePage('<a href="/a">a</a>'.repeat(19_000)),
  'long text': articlePage('a, '.repeat(1_000_000)),
  '100,000 attributes': articlePage(`<p ${Array.from({ length: 100_000 }, (_, n) => `a${n}=""`).join(' ')}>`),
}

/** Pages whose text need not be read. */
const UNREADABLE_PAGES = {
  'deep elements after text': articlePage('<div>'.repeat(200_000)),
  '600,000 elements': articlePage('<b>'.repeat(600_000)),
  '500,000 classes': articlePage(`<p class="${'comment '.repeat(500_000)}">`),
  'open tags': articlePage('<'.repeat(4 * MB)),
  'open comments after text': articlePage('<!--'.repeat(MB)),
  entities: articlePage('&lt;'.repeat(MB)),
  'a long title': `<title>${'x '.repeat(MB)}</title>${PARAGRAPH}`,
  '20 MB': articlePage('a'.repeat(20 * MB)),
}

/**
 * Feeds with full text whose pages are articles with hostile markup.
 *
 * @returns {Behaviour[]}
 */
export function hostileArticles() {
  const serveArticle = (kind, page, expected) => ({
    name: `full text with ${kind}`,
    articles: 1,
    fullText: true,
    ...expected,
    respond(socket, request) {
      const isFeed = request.path === '/feed'
      socket.end(
        isFeed
          ? response(feed(request, `full text with ${kind}`, [`${request.origin}/feed/story`]))
          : html(page),
      )
    },
  })
  return [
    ...Object.entries(READABLE_PAGES).map(([kind, page]) =>
      serveArticle(kind, page, { content: 'A sentence about a story' }),
    ),
    ...Object.entries(UNREADABLE_PAGES).map(([kind, page]) => serveArticle(kind, page, {})),
  ]
}
