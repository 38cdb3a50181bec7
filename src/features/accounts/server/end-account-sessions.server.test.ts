import { afterAll, beforeEach, expect, it } from 'vitest'
import { createAccountServer, EDITOR } from '../testing/account-server.ts'
import { endAccountSessions } from './sessions.server.ts'

const server = await createAccountServer()
const { db, pool } = server.database
beforeEach(() => server.reset())
afterAll(() => server[Symbol.asyncDispose]())

it('an administrator ends all sessions of another account, which is recorded', async () => {
  const chief = { email: 'chief@example.org' }
  const added = await pool.query(`insert into users (full_name, email) values ('Chief', $1) returning id`, [
    chief.email,
  ])
  const by = { ...chief, id: added.rows[0].id }
  const browsers = [await server.signIn(), await server.signIn()]
  const [{ id }] = (await pool.query('select id from users where email = $1', [EDITOR.email])).rows
  expect(await endAccountSessions(db, { by, userId: id })).toEqual({ kind: 'ended', count: 2 })
  for (const browser of browsers) expect(await browser.getSession()).toBeNull()
  expect(await endAccountSessions(db, { by, userId: id })).toEqual({ kind: 'ended', count: 0 })
  const { rows } = await pool.query(
    `select actor_email, subject_id, subject from audit_log where action = 'session.end'`,
  )
  expect(rows).toEqual([{ actor_email: by.email, subject_id: id, subject: EDITOR.email }])
  expect(await (await server.signIn()).getSession()).not.toBeNull()
})

it('administrators keep their own session, and an unknown account is reported', async () => {
  const browser = await server.signIn()
  const [by] = (await pool.query('select id, email from users')).rows
  expect(await endAccountSessions(db, { by, userId: by.id })).toEqual({ kind: 'own' })
  expect(await endAccountSessions(db, { by, userId: crypto.randomUUID() })).toEqual({ kind: 'missing' })
  expect(await browser.getSession()).not.toBeNull()
})
