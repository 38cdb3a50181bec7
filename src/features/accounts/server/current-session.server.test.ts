import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { createAccountServer } from '../testing/account-server.ts'
import { createStaffSessions, hasAdminAccess } from './current-session.server.ts'

const server = await createAccountServer()
beforeEach(() => server.reset())
afterAll(() => server[Symbol.asyncDispose]())

const SESSION = 'masthead.session_token'
const cookieOf = (value: string) => `${SESSION}=${value}`

it('reads each session once, however its requests differ', async () => {
  const { cookies } = await server.signIn()
  const cookie = cookieOf(cookies.get(SESSION) ?? '')
  const read = vi.fn(hasAdminAccess)
  const sessions = createStaffSessions(read)
  expect(await sessions.waitFor(cookie)).toBe(true)
  for (let n = 0; n < 3; n++) expect(await sessions.has(`theme=${n}; ${cookie}`)).toBe(true)
  expect(read.mock.calls).toEqual([[cookie]])
})

it('knows no session of accounts without access, of visitors and of forged cookies', async () => {
  const { cookies } = await server.signIn()
  await server.database.pool.query("update users set role = 'user'")
  const read = vi.fn(hasAdminAccess)
  const sessions = createStaffSessions(read)
  expect(await sessions.has(cookieOf(cookies.get(SESSION) ?? ''))).toBe(false)
  expect(read).toHaveBeenCalledOnce()
  for (const cookie of [undefined, 'theme=dark', cookieOf('forged.signature')])
    expect(await sessions.has(cookie)).toBe(false)
  expect(read).toHaveBeenCalledOnce()
})

it('waits for no database that does not respond or fails, and reads the session again', async () => {
  const { cookies } = await server.signIn()
  const cookie = cookieOf(cookies.get(SESSION) ?? '')
  const hung = createStaffSessions(() => new Promise(() => {}))
  expect(await hung.has(cookie)).toBe(false)
  const read = vi.fn(hasAdminAccess).mockRejectedValueOnce(new Error('connection lost'))
  const sessions = createStaffSessions(read)
  expect([await sessions.has(cookie), await sessions.waitFor(cookie)]).toEqual([false, true])
})

it('waits for a slow database when no response depends on the answer', async () => {
  const { cookies } = await server.signIn()
  const cookie = cookieOf(cookies.get(SESSION) ?? '')
  const slow = Promise.withResolvers<boolean>()
  const sessions = createStaffSessions(() => slow.promise)
  const answer = sessions.waitFor(cookie)
  expect(await sessions.has(cookie)).toBe(false)
  slow.resolve(true)
  expect(await answer).toBe(true)
  const failing = createStaffSessions(() => Promise.reject(new Error('connection lost')))
  expect(await failing.waitFor(cookie)).toBe(false)
})
