import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openAccountDesk } from '../testing/account-desk.ts'
import { offerFirstAdministrator } from './first-administrator.server.ts'

const desk = await openAccountDesk()
const { db, pool } = desk.database
beforeEach(async () => {
  await desk.reset()
  await pool.query('delete from users')
})
afterAll(() => desk[Symbol.asyncDispose]())

const CHIEF = { name: 'The Chief', email: 'Chief@example.org', password: 'violet tram estuary' }

/** Uses a link. @returns the status */
async function claim(token: string | undefined, person: object = CHIEF): Promise<number> {
  return (await desk.openBrowser().post('first-administrator', { ...person, token })).status
}

describe('the link of the first administrator', () => {
  it('makes one, who can sign in', async () => {
    const token = await offerFirstAdministrator(db)
    expect(await claim(token)).toBe(200)
    const browser = desk.openBrowser()
    await browser.post('sign-in/email', CHIEF)
    expect(await browser.whoAmI()).toMatchObject({
      user: { email: 'chief@example.org', name: 'The Chief', role: 'admin', emailVerified: true },
    })
    const { rows } = await pool.query(
      'select actor_email, action, subject from audit_log where actor_id is not null',
    )
    expect(rows).toEqual([{ actor_email: 'chief@example.org', action: 'user.promote', subject: 'The Chief' }])
  })

  it('works once, and no other works after it; there is none where there is an administrator', async () => {
    const tokens = [await offerFirstAdministrator(db), await offerFirstAdministrator(db)]
    expect(await claim(tokens[1])).toBe(200)
    const other = { ...CHIEF, email: 'other@example.org' }
    expect(await claim(tokens[1], other)).toBe(410)
    expect(await claim(tokens[0], other)).toBe(410)
    expect(await offerFirstAdministrator(db)).toBeUndefined()
    expect((await pool.query('select from users')).rowCount).toBe(1)
  })

  it('makes one, however many use their links at once', async () => {
    const tokens = await Promise.all([1, 2, 3].map(() => offerFirstAdministrator(db)))
    const statuses = await Promise.all(
      tokens.map((token, place) => claim(token, { ...CHIEF, email: `chief${place}@example.org` })),
    )
    expect(statuses.sort()).toEqual([200, 410, 410])
  })

  it('expires, cannot be made up, and is kept as a hash', async () => {
    const token = await offerFirstAdministrator(db)
    const { rows } = await pool.query('select identifier from verifications')
    expect(rows[0].identifier).not.toContain(token)
    for (const made of ['x', rows[0].identifier.split(':')[1]]) expect(await claim(made)).toBe(410)
    await pool.query(`update verifications set expires_at = now() - interval '1 second'`)
    expect(await claim(token)).toBe(410)
  })

  it('is not used up by what is refused', async () => {
    const token = await offerFirstAdministrator(db)
    for (const wrong of [{ password: '12345' }, { password: 'password1' }, { email: 'chief' }, { name: '' }])
      expect(await claim(token, { ...CHIEF, ...wrong })).toBe(400)
    expect(await claim(token)).toBe(200)
  })

  it('takes over an account of that address, with its sessions and its second factor', async () => {
    await pool.query(
      `with person as (
         insert into users (full_name, email, two_factor_enabled) values ('Squatter', 'chief@example.org', true) returning id
       ), factor as (insert into two_factors (user_id, secret, backup_codes) select id, 'x', 'x' from person)
       insert into sessions (user_id, token, expires_at) select id, 'x', now() + interval '1 day' from person`,
    )
    expect(await claim(await offerFirstAdministrator(db))).toBe(200)
    const { rows } = await pool.query(
      `select full_name, role, two_factor_enabled, (select count(*)::int from sessions) as sessions,
         (select count(*)::int from two_factors) as factors from users`,
    )
    expect(rows).toEqual([
      { full_name: 'The Chief', role: 'admin', two_factor_enabled: false, sessions: 0, factors: 0 },
    ])
  })
})
