import { globSync, readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import { hasCapability } from '#features/access/rules/access.ts'
import { ROLES, type Role } from '../src/kernel/roles.ts'
import { signIn } from './fixtures/administrator.ts'
import { type Caller, SERVER_FUNCTIONS, SERVER_ROUTES } from './fixtures/call-list.ts'
import { listServerFunctions, SAME_ORIGIN_HEADERS } from './fixtures/server-functions.ts'
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

const VISITORS = [undefined, ...ROLES]

/** The status that a visitor gets for a call that requires `caller`; undefined if the call is allowed. */
function expectedRejection(caller: Caller | undefined, role: Role | undefined): 401 | 403 | undefined {
  if (caller === 'everybody') return undefined
  if (!role) return 401
  return caller && hasCapability({ role }, caller) ? undefined : 403
}

async function become(site: Site, request: APIRequestContext, role: Role | undefined) {
  if (role) await signIn(site, request, { role, email: `${role}@example.org` })
}

function expectStatus(status: number, refusal: 401 | 403 | undefined, what: string): void {
  if (refusal) expect(status, what).toBe(refusal)
  else expect([401, 403], what).not.toContain(status)
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

for (const role of VISITORS)
  test(`${role ? `the role ${role}` : 'nobody'} can call only the allowed server functions and routes`, async ({
    site,
    request,
  }) => {
    await become(site, request, role)
    const { cookies } = await request.storageState()
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const statusOf = async (path: string, init: RequestInit) => {
      const response = await fetch(site.url + path, { redirect: 'manual', ...init })
      await response.body?.cancel()
      return response.status
    }
    const headers = { ...SAME_ORIGIN_HEADERS, cookie, origin: site.url }
    for (const { name, path } of functions) {
      const written = await statusOf(path, { method: 'POST', headers })
      const status = written === 405 ? await statusOf(path, { headers }) : written
      expectStatus(status, expectedRejection(SERVER_FUNCTIONS[name], role), name)
    }
    for (const [path, { methods, address = path }] of Object.entries(SERVER_ROUTES))
      for (const [method, caller] of Object.entries(methods)) {
        const status = await statusOf(address, {
          method: method === 'ANY' ? 'GET' : method,
          headers: { origin: site.url, 'sec-fetch-site': 'same-origin', cookie },
        })
        expectStatus(status, expectedRejection(caller, role), `${method} ${path}`)
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
    for (const { name, path } of functions.filter(({ name }) => SERVER_FUNCTIONS[name] !== 'everybody')) {
      const answer = await request.post(path, { headers: SAME_ORIGIN_HEADERS })
      if (answer.status() === 405) continue
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
