import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { createAccountServer, EDITOR, stopClock } from '../testing/account-server.ts'
import { createAdministrator, findAccount } from './administrators.server.ts'
import { removeAccount } from './close-account.server.ts'

const server = await createAccountServer()
const { db, pool } = server.database
beforeEach(() => server.reset())
afterAll(() => server[Symbol.asyncDispose]())

const WRONG = { ...EDITOR, password: 'another password' }

/** Sends wrong passwords from a new address each. @returns the statuses */
async function spray(addresses: string[]): Promise<number[]> {
  const statuses = []
  for (const address of addresses)
    statuses.push((await server.openBrowser(address).post('sign-in/email', WRONG)).status)
  return statuses
}

/** Addresses of `networks` IPv4 networks of which each tries `attempts` times. */
function listAddresses({ networks, attempts }: { networks: number; attempts: number }): string[] {
  return Array.from({ length: attempts }, (_, host) =>
    Array.from({ length: networks }, (_, network) => `198.18.${network}.${host}`),
  ).flat()
}

/** The count of the account is the highest. */
async function failFromManyNetworks(times: number): Promise<void> {
  await spray(listAddresses({ networks: 3, attempts: 1 }))
  await pool.query(
    'update account_attempts set count = $1 where count = (select max(count) from account_attempts)',
    [times],
  )
}

/** Somebody else gets an account with the email address of the editor, and the same password. */
async function replaceEditor(): Promise<void> {
  const editor = await findAccount(db, EDITOR.email)
  if (!editor) throw new Error('The editor has no account')
  await db.transaction((tx) => removeAccount(tx, editor, { ...editor, name: 'Editor' }, {}))
  await createAdministrator(db, COMMAND_LINE_ACTOR, { name: 'Next', ...EDITOR })
}

async function signInFrom(address: string): Promise<number> {
  return (await server.openBrowser(address).post('sign-in/email', EDITOR)).status
}

describe('guessing passwords', () => {
  it('is limited per account across addresses for a while, but does not lock the owner out of a known browser', async () => {
    const owner = await server.signIn()
    await owner.post('sign-out')
    const statuses = []
    for (let time = 0; time < 12; time++)
      statuses.push((await server.openBrowser().post('sign-in/email', WRONG)).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    const { status, body, headers } = await server.openBrowser().post('sign-in/email', EDITOR)
    expect([status, body.message]).toEqual([429, 'Too many attempts. Please try again in 15 minutes.'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(800)
    expect((await owner.post('sign-in/email', EDITOR)).status).toBe(200)
    await pool.query(`update account_attempts set ends_at = now() - interval '1 second'`)
    expect((await server.openBrowser().post('sign-in/email', EDITOR)).status).toBe(200)
  })

  it('is limited for unknown addresses as well, in every spelling', async () => {
    const statuses = []
    for (let time = 0; time < 11; time++) {
      const email = time % 2 ? ' NOBODY@example.org ' : 'Nobody@Example.Org'
      statuses.push((await server.openBrowser().post('sign-in/email', { ...WRONG, email })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  it('is limited in a known browser too, and a forged device cookie has no effect', async () => {
    const owner = await server.signIn()
    const device = owner.cookies.get('masthead.device') ?? ''
    const statuses = []
    for (let time = 0; time < 11; time++) {
      // A stolen cookie, used from other addresses.
      const thief = server.openBrowser()
      thief.cookies.set('masthead.device', device)
      statuses.push((await thief.post('sign-in/email', WRONG)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    for (let time = 0; time < 10; time++) {
      const thief = server.openBrowser()
      thief.cookies.set('masthead.device', `device${time}.${device.split('.').slice(1).join('.')}`)
      await thief.post('sign-in/email', WRONG)
    }
    expect((await server.openBrowser().post('sign-in/email', EDITOR)).status).toBe(429)
  })

  it('counts requests over the client limit against no account', async () => {
    stopClock()
    const attacker = server.openBrowser()
    const statuses = []
    for (let time = 0; time < 14; time++) statuses.push((await attacker.post('sign-in/email', WRONG)).status)
    expect(statuses).toEqual([...Array(3).fill(401), ...Array(11).fill(429)])
    expect((await server.openBrowser().post('sign-in/email', EDITOR)).status).toBe(200)
  })

  it('from one IPv6 site counts together', async () => {
    stopClock()
    expect(await spray([0, 1, 2, 3, 4].map((n) => `2001:db8:1:2${n}::1`))).toEqual([401, 401, 401, 429, 429])
    expect(await spray(['2001:db8:1:100::1'])).toEqual([401])
  })
})

describe('an attack on an account', () => {
  it('from an IPv6 /48 does not lock the owner out elsewhere', async () => {
    const statuses = await spray(Array.from({ length: 12 }, (_, n) => `2001:db8:1:${n}00::1`))
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    expect(await signInFrom('2001:db8:1:aa00::1')).toBe(429)
    expect(await signInFrom('2001:db8:2::1')).toBe(200)
  })

  it('gets fewer attempts from each network, the more have failed, like the owner in a new one', async () => {
    const statuses = await spray(listAddresses({ networks: 12, attempts: 4 }))
    expect(statuses).toEqual([...Array(36).fill(401), ...Array(12).fill(429)])
    expect(await spray(Array(3).fill('203.0.113.1'))).toEqual([401, 401, 401])
    expect(await signInFrom('203.0.113.1')).toBe(429)
    expect(await signInFrom('203.0.114.1')).toBe(200)
  })

  it('from very many networks ends, and the owner signs in from a known browser or network', async () => {
    const owner = await server.signIn()
    expect(await signInFrom('203.0.113.9')).toBe(200)
    await owner.post('sign-out')
    await failFromManyNetworks(299)
    expect(await spray(['192.0.2.1', '198.51.100.1'])).toEqual([401, 429])
    expect(await signInFrom('192.0.2.1')).toBe(429)
    expect(await signInFrom('203.0.113.77')).toBe(200)
    expect((await owner.post('sign-in/email', EDITOR)).status).toBe(200)
  })

  it('does not continue because the owner signs in elsewhere', async () => {
    await failFromManyNetworks(299)
    expect(await signInFrom('203.0.113.1')).toBe(200)
    expect(await spray(['192.0.2.1', '198.51.100.1'])).toEqual([401, 429])
  })
})

describe('a known browser', () => {
  it('has its own limit for short times, in an office in which others try passwords', async () => {
    stopClock()
    const owner = await server.signIn()
    const device = owner.cookies.get('masthead.device') ?? ''
    await spray(Array(5).fill('203.0.113.5'))
    expect(await signInFrom('203.0.113.5')).toBe(429)
    const known = server.openBrowser('203.0.113.5')
    known.cookies.set('masthead.device', device)
    expect((await known.post('sign-in/email', EDITOR)).status).toBe(200)
  })
})

describe('a removed person whose email address somebody else has', () => {
  it('leaves neither a known browser nor a known network', async () => {
    const former = await server.signIn()
    expect(await signInFrom('203.0.113.9')).toBe(200)
    await replaceEditor()
    await failFromManyNetworks(300)
    expect((await former.post('sign-in/email', EDITOR)).status).toBe(429)
    expect(await signInFrom('203.0.113.77')).toBe(429)
  })

  it('is a new browser at the first sign-in, and a known one from then on', async () => {
    const browser = await server.signIn()
    expect(await server.emails()).toHaveLength(0)
    await replaceEditor()
    for (let time = 0; time < 2; time++) {
      expect((await browser.post('sign-in/email', EDITOR)).status).toBe(200)
      expect(await server.emails()).toHaveLength(1)
    }
  })
})
