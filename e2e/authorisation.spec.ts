import { globSync, readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import { hasCapability } from '#features/access/rules/access.ts'
import { ROLES, type Role } from '../src/kernel/roles.ts'
import { createSession, signIn } from './fixtures/administrator.ts'
import { type Caller, SERVER_FUNCTIONS, SERVER_ROUTES } from './fixtures/call-list.ts'
import { functionPath, listServerFunctions, SAME_ORIGIN_HEADERS } from './fixtures/server-functions.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'

const functions = listServerFunctions()

/** Every server route of the product by its path, with the methods in its file. */
const routes = globSync('src/routes/**/*.{ts,tsx}').flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  const [, path = ''] = /createFileRoute\('([^']+)'\)/.exec(text) ?? []
  const [, handlers] = /handlers: \{([\s\S]*?)\}\s*,?\s*\}/.exec(text) ?? []
  const methods = [...(handlers ?? '').matchAll(/\b(GET|POST|PUT|PATCH|DELETE|ANY):/g)].map(
    ([, method = '']) => method,
  )
  return /\bserver: \{/.test(text) ? [{ path, methods }] : []
})

async function become(site: Site, request: APIRequestContext, role: Role | undefined) {
  if (role) await signIn(site, request, { role, email: `${role}@example.org` })
}

/** A role that is refused with the status `refusal`, or allowed. */
type Visitor = { role: Role | undefined; refusal?: 401 | 403 }

/** Each role has all that the next one has (access.test.ts), so the two roles at the boundary stand for the others. */
function listVisitors(caller: Caller | undefined): Visitor[] {
  if (caller === 'everybody') return [{ role: undefined }]
  const isAllowed = (role: Role) => caller !== undefined && hasCapability({ role }, caller)
  return [
    { role: undefined, refusal: 401 },
    { role: ROLES.find((role) => !isAllowed(role)), refusal: 403 },
    { role: ROLES.findLast(isAllowed) },
  ]
}

test('the call list contains exactly the server functions and server routes', () => {
  expect(functions.map(({ name }) => name).toSorted()).toEqual(Object.keys(SERVER_FUNCTIONS).toSorted())
  const listed = Object.entries(SERVER_ROUTES).map(([path, { methods }]) => ({
    path,
    methods: Object.keys(methods),
  }))
  const byPath = (one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1)
  expect(routes.toSorted(byPath)).toEqual(listed.toSorted(byPath))
})

test('each server function and route can be called only with its capability', async ({ site }) => {
  // The test makes some 600 calls.
  test.slow()
  const cookies = new Map<Role | undefined, string>()
  for (const role of ROLES) {
    const { name, value } = await createSession(site, { role, email: `${role}@example.org` })
    cookies.set(role, `${name}=${value}`)
  }
  const statusOf = async (path: string, method: string, role: Role | undefined) => {
    const cookie = cookies.get(role)
    const headers = { ...SAME_ORIGIN_HEADERS, origin: site.url, ...(cookie && { cookie }) }
    const response = await fetch(site.url + path, { redirect: 'manual', method, headers })
    await response.body?.cancel()
    return response.status
  }
  const expectStatus = (status: number, { role, refusal }: Visitor, call: string) => {
    const what = `${call} by ${role ?? 'nobody'}`
    if (refusal) expect(status, what).toBe(refusal)
    else expect([401, 403], what).not.toContain(status)
  }
  for (const { name, path } of functions) {
    const visitors = listVisitors(SERVER_FUNCTIONS[name])
    const method = (await statusOf(path, 'POST', undefined)) === 405 ? 'GET' : 'POST'
    for (const visitor of visitors) {
      const status = await statusOf(path, method, visitor.role)
      expect(status, name).not.toBe(405)
      expectStatus(status, visitor, name)
    }
  }
  const denied = await fetch(site.url + functions.find(({ name }) => name === 'postAdSettings')?.path, {
    method: 'POST',
    headers: { ...SAME_ORIGIN_HEADERS, origin: site.url, cookie: cookies.get('editor') ?? '' },
  })
  expect(await denied.text()).toContain('Unauthorized: Only admins can update AdSense settings')
  for (const [path, { methods, address = path }] of Object.entries(SERVER_ROUTES))
    for (const [method, caller] of Object.entries(methods))
      for (const visitor of listVisitors(caller)) {
        const status = await statusOf(address, method === 'ANY' ? 'GET' : method, visitor.role)
        expectStatus(status, visitor, `${method} ${path}`)
      }
})

test('a page of another site cannot call anything that requires a capability', async ({ site, request }) => {
  await become(site, request, 'admin')
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const own = (callers: Record<string, Caller>) =>
    Object.keys(callers).filter((key) => callers[key] !== 'everybody')
  const closed = own(SERVER_FUNCTIONS)
  for (const { name, path } of functions.filter(({ name }) => closed.includes(name))) {
    const answer = await request.post(path, { headers: { ...SAME_ORIGIN_HEADERS, ...foreign } })
    expect([403, 405], name).toContain(answer.status())
  }
  for (const [path, { methods, address = path }] of Object.entries(SERVER_ROUTES)) {
    for (const method of own(methods).filter((method) => method !== 'GET')) {
      const answer = await request.fetch(address, { method, headers: foreign })
      expect(answer.status(), `${method} ${path}`).toBe(403)
    }
  }
})

test('if the session cannot be verified, calls fail without details', async ({ site, request }) => {
  await become(site, request, 'admin')
  await site.withoutDatabase(async () => {
    for (const name of ['getDashboard', 'postGeneralSettings', 'listArticlesFn']) {
      const headers = SAME_ORIGIN_HEADERS
      const posted = await request.post(functionPath(name), { headers })
      const answer = posted.status() === 405 ? await request.get(functionPath(name), { headers }) : posted
      expect([answer.status(), await answer.text()], name).toEqual([
        503,
        expect.stringContaining('Accounts are temporarily unavailable.'),
      ])
    }
  })
})

test('only accounts with access to the admin area receive its changes and can send large bodies', async ({
  site,
  request,
}) => {
  const much = { data: 'x'.repeat(70_000), headers: { 'content-type': 'text/plain', origin: site.url } }
  expect((await request.post('/api/auth/get-session', much)).status()).toBe(413)
  expect((await request.get('/api/admin/live')).status()).toBe(401)
  await become(site, request, 'user')
  expect((await request.get('/api/admin/live')).status()).toBe(401)
  expect((await request.post('/api/auth/get-session', much)).status()).toBe(413)
  await become(site, request, 'contributor')
  expect((await request.post('/api/auth/get-session', much)).status()).toBe(404)
  const tooLarge = { ...much, data: 'x'.repeat(12 * 1024 * 1024 + 1) }
  expect((await request.post('/api/auth/get-session', tooLarge)).status()).toBe(413)
})
