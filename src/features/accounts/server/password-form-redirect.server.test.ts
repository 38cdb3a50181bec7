import { afterAll, beforeEach, expect, it } from 'vitest'
import { createAccountServer, ORIGIN } from '../testing/account-server.ts'
import { redirectToPasswordForm } from './password-form-redirect.server.ts'

const server = await createAccountServer()
beforeEach(() => server.reset())
afterAll(() => server[Symbol.asyncDispose]())

async function locationFor(cookie: string): Promise<string | null> {
  const request = new Request(`${ORIGIN}/.well-known/change-password`, { headers: { cookie } })
  const { status, headers } = await redirectToPasswordForm({ request })
  expect([status, headers.get('cache-control')]).toEqual([302, 'no-store'])
  return headers.get('location')
}

it('leads people who are signed in to the form, and others to the sign-in form', async () => {
  const { cookies } = await server.signIn()
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  expect(await locationFor(cookie)).toBe('/admin/settings?tab=security')
  expect(await locationFor('')).toBe('/admin/login')
})
