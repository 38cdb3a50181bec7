import { EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { listServerFunctions, SAME_ORIGIN_HEADERS } from '../../e2e/fixtures/server-functions.ts'
import { HOSTILE_TEXTS } from '../../src/platform/testing/hostile-texts.ts'
import { forEachConcurrently } from './client.mjs'
import { serialiseArguments } from './serialise-arguments.mjs'
import { checkServer, startSite, withPulse } from './site.mjs'

const CONTENT_LENGTH = 60_000
const BODY_LENGTH = 7_000
const HEADER_LENGTH = 12_000
/** The longest text of an article, and one whose requests are almost as large as the admin area accepts. */
const REQUEST_LENGTHS = [1_000_000, 2_300_000]
const QUERY_LENGTH = 1_200
const CONCURRENCY = 4

/** PostgreSQL stores no lone surrogates. */
const TEXTS = HOSTILE_TEXTS.filter(([repeated]) => repeated.isWellFormed())

const fill = ([repeated, start = ''], length) => start + repeated.repeat(length / repeated.length)

/** @type {import('./run-class.mjs').FaultClass} */
export const longTexts = {
  name: 'long-texts',
  title: 'long texts against patterns and parsers (ReDoS)',
  limitSeconds: 240,
  async run({ attempt }) {
    await using site = await startSite()
    const ids = await site.publish(TEXTS.map(articleOf))
    // Reading this metric resets it.
    await site.metric('nodejs_eventloop_lag_max_seconds')
    await withPulse(site, attempt, async () => {
      await forEachConcurrently(
        TEXTS.flatMap((repeated, index) => requestsOf(repeated, ids[index], site.url)),
        CONCURRENCY,
        ({ name, path, ...options }) =>
          attempt(name, async () => {
            const { status } = await site.send(path, options)
            if (status >= 500) throw new Error(`status ${status}`)
          }),
      )
      await sendFromAdmin(site, attempt)
      for (const path of ['/', '/news', '/feed.xml', '/atom.xml', '/feed.json', '/news-sitemap.xml'])
        await attempt(path, async () => {
          const { status } = await site.send(path)
          if (status !== 200) throw new Error(`status ${status}`)
        })
    })
    await attempt('blocks of the event loop', async () => {
      const seconds = await site.metric('nodejs_eventloop_lag_max_seconds')
      if (!(seconds < 1)) throw new Error(`the longest took ${seconds} s`)
    })
    await checkServer(site, attempt)
  },
}

/** As a contributor, who has the fewest rights in the admin area. */
async function sendFromAdmin(site, attempt) {
  const contributor = await site.signIn('contributor')
  const paths = new Map(listServerFunctions().map(({ name, path }) => [name, path]))
  const texts = TEXTS.flatMap((repeated) => REQUEST_LENGTHS.map((length) => fill(repeated, length)))
  for (const content of texts) {
    const calls = {
      previewArticleFn: { form: { ...EMPTY_ARTICLE, content } },
      findDeadLinksFn: { content },
    }
    for (const [name, data] of Object.entries(calls))
      await attempt(`${name} of ${JSON.stringify(content.slice(0, 20))}`, async () => {
        const { status } = await site.send(paths.get(name), {
          method: 'POST',
          headers: {
            ...SAME_ORIGIN_HEADERS,
            ...contributor,
            origin: site.url,
            'content-type': 'application/json',
          },
          body: serialiseArguments(data),
        })
        if (![200, 400, 413, 500].includes(status)) throw new Error(`status ${status}`)
      })
  }
}

function articleOf(repeated, index) {
  const content = fill(repeated, CONTENT_LENGTH)
  return {
    title: `Long text ${index} ${content.slice(0, 1_500)}`,
    summary: content,
    content,
    author: content.slice(0, 150),
    source_name: content.slice(0, 1_500),
  }
}

function requestsOf(repeated, id, origin) {
  const shown = JSON.stringify(repeated.toReversed().join(''))
  const query = encodeURIComponent(fill(repeated, QUERY_LENGTH)).slice(0, 3_900).replace(/%.?$/, '')
  const header = fill(repeated, HEADER_LENGTH).replaceAll(/[^\t\x20-\x7e]/g, ' ')
  const body = fill(repeated, BODY_LENGTH)
  const headers = {
    origin,
    'content-type': 'application/json',
    'x-forwarded-for': `203.0.113.${id.charCodeAt(0)}`,
  }
  return [
    { name: `article of ${shown}`, path: `/article/${id}` },
    ...['q', 'author'].map((name) => ({ name: `${name} of ${shown}`, path: `/search?${name}=${query}` })),
    ...['user-agent', 'accept-encoding', 'if-none-match', 'cookie', 'accept'].map((name) => ({
      name: `${name} of ${shown}`,
      path: '/',
      headers: { [name]: header },
    })),
    { name: `x-forwarded-for of ${shown}`, path: '/newsletter', headers: { 'x-forwarded-for': header } },
    {
      name: `email of ${shown}`,
      path: '/newsletter',
      method: 'POST',
      headers,
      body: JSON.stringify({ email: body, full_name: body }),
    },
    {
      name: `sign-in of ${shown}`,
      path: '/api/auth/sign-in/email',
      method: 'POST',
      headers,
      body: JSON.stringify({ email: `a@${body}`, password: body }),
    },
    {
      name: `beacon of ${shown}`,
      path: '/api/beacon',
      method: 'POST',
      headers,
      body: JSON.stringify({
        kind: 'view',
        id: 'a'.repeat(32),
        path: `/${body.slice(0, 1_500)}`,
        referrer: '',
        utm: [],
      }),
    },
  ]
}
