import { listServerFunctions, SAME_ORIGIN_HEADERS } from '../../e2e/fixtures/server-functions.ts'
import { forEachConcurrently, keepAlive } from './client.mjs'
import { inspectHtml, inspectResponse } from './inspect-response.mjs'
import { generatePayloads } from './payload-grammar.mjs'
import { serialiseArguments } from './serialise-arguments.mjs'
import { checkServer, startSite, withPulse } from './site.mjs'

const COUNTS = { xss: 1_500, sql: 900 }
/** One payload of these is stored in every field of an article. */
const STORED_SHARE = 4
const CONCURRENCY = 4
const MAX_AUTHOR_LENGTH = 200
const HTML_FIELDS = ['title', 'summary', 'content', 'author', 'source_name']

/**
 * Sends payloads of a grammar to everything that reads untrusted text, and reads them back from everything that
 * displays stored text. Responses are parsed: nothing may run, and no error of the database may show.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const payloads = {
  name: 'payloads',
  title: 'hostile payloads (XSS, SQL, templates, headers)',
  limitSeconds: 120,
  async run({ attempt, random }) {
    await using site = await startSite()
    const generated = generatePayloads(random, COUNTS)
    const stored = generated.filter((_, index) => index % STORED_SHARE === 0)
    const sent = generated.filter((_, index) => index % STORED_SHARE !== 0)
    const ids = await site.publish(stored.map(articleOf))
    const before = await countRows(site)
    const sinks = createSinks(site.url, random)
    const agent = keepAlive()
    await withPulse(site, attempt, async () => {
      await forEachConcurrently(sent, CONCURRENCY, async (payload) => {
        const { name, path, ...options } = random.pick(sinks)(payload.text)
        await attempt(labelOf(payload, name), async () =>
          inspectResponse(await site.send(path, { ...options, agent }), payload.text),
        )
      })
      await forEachConcurrently(stored.entries(), CONCURRENCY, ([index, payload]) =>
        attempt(labelOf(payload, 'stored article'), async () => {
          const response = await site.send(`/article/${ids[index]}`, { agent })
          if (response.status !== 200) throw new Error(`status ${response.status}`)
          inspectHtml(response.text)
        }),
      )
      for (const path of [
        '/',
        '/news',
        '/news?before=2100-01-01T00:00:00.000000Z_00000000-0000-4000-8000-000000000000',
      ])
        await attempt(`stored articles at ${path}`, async () => inspectHtml((await site.send(path)).text))
    })
    agent.destroy()
    await attempt('tables afterwards', async () => {
      const after = await countRows(site)
      if (after !== before) throw new Error(`rows before ${before}, after ${after}`)
    })
    await checkServer(site, attempt)
  },
}

function articleOf({ text }) {
  const stored = text.replaceAll('\0', '').toWellFormed()
  const article = Object.fromEntries(HTML_FIELDS.map((field) => [field, `${stored} `]))
  return {
    ...article,
    title: `x ${stored}`,
    author: [...stored].slice(0, MAX_AUTHOR_LENGTH).join(''),
    source_url: stored,
    image_url: stored,
  }
}

/** Functions that create a request with the payload at a place that clients control. */
function createSinks(origin, random) {
  const search = listServerFunctions().find(({ name }) => name === 'getSearchResults').path
  const article = listServerFunctions().find(({ name }) => name === 'getArticle').path
  // Attempts of one address are limited.
  const randomAddress = () => `203.${[1, 2, 3].map(() => Math.floor(random.next() * 254) + 1).join('.')}`
  const encode = (text) => encodeURIComponent(text.toWellFormed())
  const query = (path, name) => (text) => ({
    name: `${path}?${name}`,
    path: `${path}?${name}=${encode(text)}`,
  })
  const pathOf = (prefix) => (text) => ({ name: prefix, path: prefix + encode(text) })
  const header = (name) => (text) => ({
    name,
    path: '/',
    headers: { [name]: text.replaceAll(/[^\t\x20-\x7e]/g, '') },
  })
  const form =
    (path, field, more = {}) =>
    (text) => ({
      name: `form ${path} ${field}`,
      path,
      method: 'POST',
      headers: {
        origin,
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': randomAddress(),
      },
      body: new URLSearchParams({ ...more, [field]: text.toWellFormed() }).toString(),
    })
  const json = (path, fields) => (text) => ({
    name: `JSON ${path}`,
    path,
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', 'x-forwarded-for': randomAddress() },
    body: JSON.stringify(fields(text)),
  })
  const call = (path, name) => (text) => ({
    name: `server function argument ${name}`,
    path: `${path}?payload=${encodeURIComponent(serialiseArguments({ [name]: text.toWellFormed() }))}`,
    headers: SAME_ORIGIN_HEADERS,
  })
  return [
    query('/search', 'q'),
    query('/search', 'author'),
    query('/search', 'category'),
    query('/search', 'from'),
    query('/search', 'before'),
    query('/', 'before'),
    query('/', 'unknown'),
    query('/newsletter', 'outcome'),
    pathOf('/'),
    pathOf('/article/'),
    pathOf('/sitemaps/'),
    pathOf('/media/'),
    pathOf('/storage/article-images/'),
    pathOf('/newsletter/confirm/'),
    pathOf('/newsletter/unsubscribe/'),
    pathOf('/_serverFn/'),
    pathOf('/assets/'),
    header('user-agent'),
    header('referer'),
    header('cookie'),
    header('accept-language'),
    header('if-none-match'),
    header('authorization'),
    header('x-forwarded-host'),
    form('/newsletter', 'email'),
    form('/newsletter', 'full_name', { email: 'not an address' }),
    json('/newsletter', (text) => ({ email: text, full_name: text })),
    json('/api/auth/sign-in/email', (text) => ({ email: text, password: text })),
    json('/api/auth/sign-up/email', (text) => ({ name: text, email: text, password: text })),
    json('/api/auth/reset-password', (text) => ({ token: text, password: text })),
    json('/api/auth/request-password-reset', (text) => ({ email: text })),
    json('/api/beacon', (text) => ({ kind: 'view', id: text, path: text, referrer: text, utm: [text] })),
    call(search, 'q'),
    call(search, 'author'),
    call(search, 'before'),
    call(article, 'id'),
  ]
}

async function countRows(site) {
  const [{ counts }] = await site.sql(
    `select concat_ws(', ', (select count(*) from articles), (select count(*) from users),
       (select count(*) from users where role = 'admin'), (select count(*) from feeds)) as counts`,
  )
  return counts
}

function labelOf({ kind, encoding, text }, sink) {
  return `${kind} (${encoding}) at ${sink}: ${JSON.stringify(text.slice(0, 120))}`
}
