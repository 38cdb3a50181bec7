import { SERVER_FUNCTIONS, SERVER_ROUTES } from '../../e2e/fixtures/call-list.ts'
import { listServerFunctions, SAME_ORIGIN_HEADERS } from '../../e2e/fixtures/server-functions.ts'
import { forEachConcurrently, keepAlive } from './client.mjs'
import { inspectResponse } from './inspect-response.mjs'
import { serialiseArguments } from './serialise-arguments.mjs'
import { checkServer, startSite, withPulse } from './site.mjs'

const CONCURRENCY = 4
const VARIANTS = 2_000
/** For each kind of variant that is valid. */
const MAX_CACHED_VARIANTS = 10
const EVIL_ORIGIN = 'https://evil.example'

/** Arguments that are not what clients serialise. */
const MALFORMED = [
  '',
  'null',
  '{',
  '[]',
  '{}',
  '"text"',
  '{"t":1}',
  '{"t":2,"s":-1}',
  '{"t":{"t":2,"s":-1}}',
  '{"t":{"t":2,"s":8},"f":127,"m":[]}',
  '{"t":{"t":10,"i":0,"p":{"k":["data"],"v":[{"t":2,"s":-1}]},"o":0},"f":127,"m":[]}',
  '{"t":{"t":4,"i":7}}',
  '{"t":{"t":6,"s":"(a+)+$","m":"g"}}',
  '{"t":{"t":12,"i":0}}',
  '{"t":{"t":25,"i":0,"s":null,"c":"x"}}',
  '{"t":{"t":10,"i":0,"p":{"k":["__proto__"],"v":[{"t":1,"s":"x"}]}}}',
  '{"t":{"t":10,"i":0,"p":{"k":["data"],"v":[]}}}',
  '{"__proto__":{"t":1}}',
  `${'{"t":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
  `{"t":${'{"t":9,"i":0,"a":['.repeat(500)}${']}'.repeat(500)}}`,
]

/** @type {import('./run-class.mjs').FaultClass} */
export const calls = {
  name: 'calls',
  title: 'calls without permission, cross-site and malformed',
  limitSeconds: 90,
  async run({ attempt }) {
    await using site = await startSite()
    const functions = listServerFunctions()
    const agent = keepAlive()
    await withPulse(site, attempt, async () => {
      const administrator = await site.signIn('admin')
      const user = await site.signIn('user')
      const callers = { nobody: {}, 'a user': user }
      for (const [caller, headers] of Object.entries(callers)) {
        await callFunctions(site, attempt, functions, { caller, headers, agent })
        await callRoutes(site, attempt, { caller, headers, agent })
      }
      await callCrossSite(site, attempt, functions, { administrator, agent })
      await callMalformed(site, attempt, functions, agent)
      await callMultipart(site, attempt, functions, agent)
      await callVariants(site, attempt, functions, agent)
    })
    agent.destroy()
    await attempt('administrators afterwards', async () => {
      const [{ count }] = await site.sql("select count(*)::int as count from users where role = 'admin'")
      if (count !== 1) throw new Error(`${count} administrators`)
    })
    await checkServer(site, attempt)
  },
}

/** By POST, or by GET where POST is not allowed. */
async function call(site, path, options) {
  const posted = await site.send(path, { method: 'POST', ...options })
  return posted.status === 405 ? site.send(path, { ...options, body: undefined }) : posted
}

function callFunctions(site, attempt, functions, { caller, headers, agent }) {
  return forEachConcurrently(functions, CONCURRENCY, ({ name, path }) =>
    attempt(`${name} as ${caller}`, async () => {
      const response = await call(site, path, { headers: { ...SAME_ORIGIN_HEADERS, ...headers }, agent })
      expectPermission(response, SERVER_FUNCTIONS[name] ?? 'admin', caller)
    }),
  )
}

function callRoutes(site, attempt, { caller, headers, agent }) {
  const routes = Object.entries(SERVER_ROUTES).flatMap(([path, { methods, address = path }]) =>
    Object.entries(methods).map(([method, allowed]) => ({
      path: address,
      method: method === 'ANY' ? 'GET' : method,
      allowed,
    })),
  )
  return forEachConcurrently(routes, CONCURRENCY, ({ path, method, allowed }) =>
    attempt(`${method} ${path} as ${caller}`, async () => {
      const own = { origin: site.url, 'sec-fetch-site': 'same-origin' }
      const response = await site.send(path, { method, headers: { ...own, ...headers }, agent })
      expectPermission(response, allowed, caller)
    }),
  )
}

function expectPermission({ status }, allowed, caller) {
  if (status === 500) throw new Error('status 500')
  const isAllowed = allowed === 'everybody' || (allowed === 'user' && caller !== 'nobody')
  const refusal = caller === 'nobody' ? 401 : 403
  if (isAllowed ? status === 401 || status === 403 : status !== refusal) throw new Error(`status ${status}`)
}

/** As pages of other sites call, with the administrator's cookies. */
async function callCrossSite(site, attempt, functions, { administrator, agent }) {
  const shapes = {
    'from another site': { origin: EVIL_ORIGIN, 'sec-fetch-site': 'cross-site' },
    'from another site without fetch metadata': { origin: EVIL_ORIGIN },
    'from a sandbox': { origin: 'null', 'sec-fetch-site': 'cross-site' },
    'from a similar host': { origin: site.url.replace('localhost', 'localhost.evil.example') },
  }
  const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded']
  const closed = functions.filter(({ name }) => SERVER_FUNCTIONS[name] !== 'everybody')
  for (const [shape, foreign] of Object.entries(shapes)) {
    await forEachConcurrently(closed.entries(), CONCURRENCY, ([index, { name, path }]) =>
      attempt(`${name} ${shape}`, async () => {
        const type = types[index % types.length]
        const { status } = await site.send(path, {
          method: 'POST',
          headers: { ...administrator, 'content-type': type, ...foreign },
          body: '{}',
          agent,
        })
        if (![400, 403, 405].includes(status)) throw new Error(`status ${status}`)
      }),
    )
    for (const path of ['sign-out', 'change-password', 'two-factor/disable', 'end-other-sessions'])
      await attempt(`/api/auth/${path} ${shape}`, async () => {
        const { status } = await site.send(`/api/auth/${path}`, {
          method: 'POST',
          headers: { ...administrator, 'content-type': 'application/json', ...foreign },
          body: '{}',
          agent,
        })
        if (status !== 403) throw new Error(`status ${status}`)
      })
  }
  await attempt('the session of the administrator', async () => {
    const { text } = await site.send('/api/auth/get-session', { headers: administrator })
    if (!text.includes('"admin"')) throw new Error(`the session ended: ${text.slice(0, 100)}`)
  })
}

function callMalformed(site, attempt, functions, agent) {
  const ids = ['', 'x', '__proto__', 'constructor', 'f'.repeat(64), '%22', '..%2f..']
  const open = functions.filter(({ name }) => SERVER_FUNCTIONS[name] === 'everybody').map(({ path }) => path)
  const paths = [...ids.map((id) => `/_serverFn/${id}`), ...open]
  const requests = paths.flatMap((path) =>
    MALFORMED.flatMap((body) => [
      { path: `${path}?payload=${encodeURIComponent(body).slice(0, 3_000)}`, method: 'GET', type: 'none' },
      { path, method: 'POST', type: 'application/json', body },
    ]),
  )
  return forEachConcurrently(requests, CONCURRENCY, ({ path, method, type, body }) =>
    attempt(`${method} ${path.slice(0, 160)} ${body?.slice(0, 80) ?? ''}`, async () => {
      const headers = { ...SAME_ORIGIN_HEADERS, ...(body !== undefined && { 'content-type': type }) }
      inspectResponse(await site.send(path, { method, headers, body, agent }), '')
    }),
  )
}

/** Forms, whose arguments the framework reads in another way. */
function callMultipart(site, attempt, functions, agent) {
  const boundary = 'masthead-faults'
  const part = (name, value) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const bodies = [
    '',
    'no parts',
    part('data', 'x'),
    ...MALFORMED.slice(0, 10).map((context) => `${part('__TSS_CONTEXT', context)}--${boundary}--\r\n`),
  ]
  const requests = functions.flatMap(({ name, path }) => bodies.map((body) => ({ name, path, body })))
  return forEachConcurrently(requests, CONCURRENCY, ({ name, path, body }) =>
    attempt(`${name} as multipart ${JSON.stringify(body.slice(0, 120))}`, async () => {
      const type = `multipart/form-data; boundary=${boundary}`
      const headers = { ...SAME_ORIGIN_HEADERS, 'content-type': type }
      const { status } = await site.send(path, { method: 'POST', headers, body, agent })
      if (status !== 400) throw new Error(`status ${status}`)
    }),
  )
}

/** The same call in many forms, which must share one cached response. */
async function callVariants(site, attempt, functions, agent) {
  const { path } = functions.find(({ name }) => name === 'getShell')
  const pagesBefore = await site.metric('masthead_page_cache_pages')
  await forEachConcurrently(Array.from({ length: VARIANTS }).keys(), CONCURRENCY, (n) =>
    attempt(`variant ${n} of the query of the shell`, async () => {
      const query = VARIANT_QUERIES[n % VARIANT_QUERIES.length](n)
      const { status } = await site.send(path + query, { headers: SAME_ORIGIN_HEADERS, agent })
      if (![200, 400, 404].includes(status)) throw new Error(`status ${status}`)
    }),
  )
  await attempt('cached variants', async () => {
    const added = (await site.metric('masthead_page_cache_pages')) - pagesBefore
    if (added > MAX_CACHED_VARIANTS) throw new Error(`${added} more cached pages`)
  })
}

const payload = (text) => `?payload=${encodeURIComponent(text)}`
const VARIANT_QUERIES = [
  (n) => `?x=${n}`,
  (n) => `/${n}`,
  (n) => `%2f${n}`,
  (n) => `?payload=&y=${n}`,
  (n) => payload(`{"t":{"t":10,"i":${n},"p":{"k":[],"v":[]},"o":0},"f":127,"m":[]}`),
  (n) => payload(`{"t":{"t":10,"i":0,"p":{"k":["context"],"v":[{"t":0,"s":${n}}]},"o":0},"f":127,"m":[]}`),
  (n) => payload(serialiseArguments(n)),
  (n) => payload(serialiseArguments({ [`name${n}`]: n })),
  (n) => payload(`${' '.repeat(n % 50)}{"t":{"t":10,"i":0,"p":{"k":["data"],"v":[{"t":2,"s":1}]},"o":${n}}}`),
]
