import { EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { HOSTILE_HTML } from '#platform/testing/hostile-html.ts'
import { HOSTILE_TEXTS } from '#platform/testing/hostile-texts.ts'
import { functionPath, SAME_ORIGIN_HEADERS } from '../../e2e/fixtures/server-functions.ts'
import { forEachConcurrently, jsonRequest } from '../shared/client.mjs'
import { readAddress, serialiseArguments } from '../shared/editor.mjs'
import { siteClass } from './site-class.mjs'

const CONTENT_LENGTH = 60_000
const BODY_LENGTH = 7_000
const HEADER_LENGTH = 12_000
/** The longest text of an article, and one whose requests are almost as large as the admin area accepts. */
const REQUEST_LENGTHS = [1_000_000, 2_300_000]
const QUERY_LENGTH = 1_200
const CONCURRENCY = 4
const LAG = 'nodejs_eventloop_lag_max_seconds'

/** Functions of a length. PostgreSQL stores no lone surrogates. */
const LONG = HOSTILE_TEXTS.filter(([repeated]) => repeated.isWellFormed()).map(
  ([repeated, start = '']) =>
    (length) =>
      start + repeated.repeat(length / repeated.length),
)
/** Markup, SQL, templates, headers, redirects, paths and numbers. */
const SHORT = [
  ...HOSTILE_HTML,
  ...["' or 1=1--", "'; drop table articles;--", "') union select null, version(), null--", "%' and 1=0"],
  ...['{{7919*7907}}', '<%= 7919*7907 %>', '%s%n%x%d', '__proto__[x]', '{"$gt":""}', '('.repeat(500)],
  ...['\r\nset-cookie: pwned=1', '%0d%0aset-cookie:%20pwned=1', '//pwned.example/', '/\\pwned.example'],
  ...['../../../../../etc/passwd', '%', '%00', '\0', '\ud800', '\u202e\u200b', '-1e308', '9'.repeat(20)],
].map((text) => () => text)
/** Details of errors, files of the system, and the result of an evaluated template. */
const DETAILS =
  /syntax error at|unterminated quoted|SQLSTATE|DrizzleQueryError|Failed query|\n {1,8}at .{1,200}:\d+:\d+|node:internal|root:.{0,20}:0:0:|62615533/

/**
 * Texts that take quadratic time in patterns and parsers, at everything that reads text, and short ones that look like
 * code, each at a quarter of the places.
 */
export const longTexts = siteClass({
  name: 'long-texts',
  title: 'long texts (ReDoS), and texts that look like code',
  limitSeconds: 300,
  async prepare(site) {
    const ids = await site.publish(LONG.map(articleOf))
    // Reading this metric resets it.
    await site.metric(LAG)
    return ids
  },
  async run({ site, attempt, prepared: ids }) {
    const sent = [
      ...ids.map((id) => ({ path: `/article/${id}`, text: '' })),
      ...LONG.flatMap((fill, index) => requestsOf(fill, index, site.url)),
      ...SHORT.flatMap((fill, index) =>
        requestsOf(fill, index, site.url).filter((_, n) => (n + index) % 4 === 0),
      ),
    ]
    await forEachConcurrently(sent, CONCURRENCY, ({ path, text, ...options }) =>
      attempt(`${path.slice(0, 60)} with ${JSON.stringify(text.slice(0, 60))}`, async () =>
        inspect(await site.send(path, options), text),
      ),
    )
    await sendFromAdmin(site, attempt)
    for (const path of ['/', '/news', '/feed.xml', '/atom.xml', '/feed.json', '/news-sitemap.xml'])
      await attempt(path, () => site.expect(200, path))
    await attempt('blocks of the event loop', async () => {
      const seconds = await site.metric(LAG)
      if (!(seconds < 1)) throw new Error(`the longest took ${seconds} s`)
    })
  },
})

/** Calls the functions of the admin area as a contributor, who has the fewest rights in it. */
async function sendFromAdmin(site, attempt) {
  const headers = {
    ...SAME_ORIGIN_HEADERS,
    ...(await site.signIn('contributor')),
    origin: site.url,
    'content-type': 'application/json',
  }
  for (const fill of LONG)
    for (const length of REQUEST_LENGTHS) {
      const content = fill(length)
      const calls = {
        previewArticleFn: { form: { ...EMPTY_ARTICLE, content } },
        findDeadLinksFn: { content },
      }
      for (const [name, data] of Object.entries(calls))
        await attempt(`${name} of ${JSON.stringify(content.slice(0, 20))}`, () =>
          site.expect([200, 400, 413, 500], functionPath(name), {
            method: 'POST',
            headers,
            body: serialiseArguments(data),
          }),
        )
    }
}

function articleOf(fill, index) {
  const content = fill(CONTENT_LENGTH)
  return {
    title: `Long text ${index} ${content.slice(0, 1_500)}`,
    summary: content,
    content,
    author: content.slice(0, 150),
    source_name: content.slice(0, 1_500),
  }
}

/** Requests with the text at the places that clients control. */
function requestsOf(fill, index, origin) {
  const query = fill(QUERY_LENGTH).toWellFormed()
  const encoded = encodeURIComponent(query).slice(0, 3_900).replace(/%.?$/, '')
  const header = fill(HEADER_LENGTH).replaceAll(/[^\t\x20-\x7e]/g, ' ')
  const text = fill(BODY_LENGTH)
  // Attempts of one address are limited.
  const post = (path, data) => ({ path, ...jsonRequest(origin, data, `203.0.113.${index}`) })
  const view = { kind: 'view', id: 'a'.repeat(32), path: text.slice(0, 1_500), referrer: text, utm: [text] }
  const headers = ['user-agent', 'accept-encoding', 'if-none-match', 'cookie', 'accept', 'x-forwarded-for']
  const queries = ['/search?q', '/search?author', '/search?category', '/search?before', '/?before', '/?x']
  return [
    ...headers.map((name) => ({ path: '/', headers: { [name]: header } })),
    ...queries.map((name) => ({ path: `${name}=${encoded}` })),
    ...['/', '/article/', '/sitemaps/', '/media/', '/_serverFn/'].map((path) => ({ path: path + encoded })),
    { path: readAddress('getSearchResults', { q: query }), headers: SAME_ORIGIN_HEADERS },
    post('/newsletter', { email: text, full_name: text }),
    post('/api/auth/sign-in/email', { email: `a@${text}`, password: text }),
    post('/api/auth/reset-password', { token: text, password: text }),
    post('/api/beacon', view),
  ].map((request) => ({ ...request, text }))
}

function inspect({ status, headers, text }, sent) {
  if (status >= 500) throw new Error(`status ${status}`)
  const detail = DETAILS.exec(text)?.[0]
  if (detail && !sent.includes(detail)) throw new Error(`the response contains ${detail}`)
  if (String(headers['set-cookie']).includes('pwned')) throw new Error('a header was injected')
  if (headers.location && new URL(headers.location, 'http://x').host.includes('pwned'))
    throw new Error(`a redirect to ${headers.location}`)
  const isPage = headers['content-type']?.startsWith('text/html')
  const isMarkup = sent.includes('<') && /alert|evil/.test(sent)
  if (isPage && isMarkup && text.includes(sent)) throw new Error('the page contains it unescaped')
}
