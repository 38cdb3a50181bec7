import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Account } from '#features/accounts/server/current-account.server.ts'
import { openCourier } from '#platform/courier.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { UNSUBSCRIBE_PLACE } from '../rules/address-letter.ts'
import { openPostOffice, type PostOffice } from '../testing/post-office.ts'
import { startSenderProcess } from '../testing/sender-process.ts'
import { type CampaignSender, type SenderOptions, startCampaignSender } from './campaign-sender.server.ts'
import {
  beginCampaign,
  changeCampaign,
  listCampaigns,
  listTroubled,
  settleUncertain,
} from './campaigns.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
const LETTER = {
  template: 'announcement' as const,
  subject: 'Good morning',
  html: `<p>News. <a href="${UNSUBSCRIBE_PLACE}">Unsubscribe</a></p>`,
  text: `News.\n${UNSUBSCRIBE_PLACE}\n`,
}
let by: Account
let office: PostOffice
let sender: CampaignSender | undefined

beforeEach(async () => {
  office = await openPostOffice()
  await pool.query(`truncate newsletter_subscribers, newsletter_campaigns, audit_log cascade; delete from users;
    delete from site_settings where setting_name in ('newsletter_rate', 'site_name');
    insert into site_settings values ('newsletter_rate', '500'), ('site_name', 'The Daily Proof')`)
  const { rows } = await pool.query(
    `insert into users (full_name, email, role) values ('Editor', 'editor@example.org', 'admin') returning id`,
  )
  by = { id: rows[0].id, email: 'editor@example.org', fullName: 'Editor', role: 'admin' }
})
afterEach(async () => {
  await sender?.stop()
  sender = undefined
  await office[Symbol.asyncDispose]()
})
afterAll(() => database.drop())

const subscribe = (...emails: string[]) =>
  pool.query('insert into newsletter_subscribers (email) select unnest($1::text[])', [emails])
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `reader${n}@example.org`)
const begin = async () => {
  const begun = await beginCampaign(db, LETTER, { by })
  if (begun.kind !== 'begun') throw new Error(begun.kind)
  return begun.id
}
const countsOf = async () => (await listCampaigns(db))[0]?.counts
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 20 })
const untilDone = () =>
  until(async () => expect((await listCampaigns(db)).map(({ state }) => state)).toEqual(['done']))

type Start = Pick<SenderOptions, 'retrySeconds' | 'farewellMs'> & { url?: string }

function start({ url = office.url, ...more }: Start = {}) {
  const mail = { SMTP_URL: url, MAIL_FROM: 'news@courier.example', DATA_DIR: '/nowhere' }
  sender = startCampaignSender({ database, courier: openCourier(mail), mail, onError() {}, ...more })
}

describe('startCampaignSender', () => {
  it('sends to whoever is active, each their own link to unsubscribe', async () => {
    await subscribe('ada@example.org', 'grace@example.org')
    await pool.query(
      "insert into newsletter_subscribers (email, is_active) values ('left@example.org', false)",
    )
    await begin()
    start()
    await untilDone()
    expect(office.received.map(({ to }) => to).sort()).toEqual(['ada@example.org', 'grace@example.org'])
    const links = office.received.map(({ text }) => /^List-Unsubscribe:\s+<(.+)>/m.exec(text)?.[1])
    expect(new Set(links).size).toBe(2)
    for (const [index, { text }] of office.received.entries()) {
      expect(text).toMatch(/^From: The Daily Proof <news@courier\.example>\r?$/m)
      expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
      expect(text.replaceAll(/=\r\n/g, '')).toContain(`\r\n${links[index]}\r\n`)
      expect(text).not.toContain('unsubscribe.invalid')
    }
    expect(await countsOf()).toMatchObject({ sent: 2, queued: 0 })
  })

  it('begins nothing where nobody is active, and one campaign for a period', async () => {
    expect(await beginCampaign(db, LETTER, { by })).toEqual({ kind: 'nobody' })
    expect(await listCampaigns(db)).toEqual([])
    await subscribe('ada@example.org')
    const scheduled = { by: null, period: 'daily:2026-11-21' }
    expect(await beginCampaign(db, LETTER, scheduled)).toMatchObject({ kind: 'begun', recipients: 1 })
    expect(await beginCampaign(db, LETTER, scheduled)).toEqual({ kind: 'begun-before' })
  })

  it('deactivates an address that is refused for good, tries a delayed one again, and gives it up at last', async () => {
    await subscribe('gone@example.org', 'grey@example.org', 'full@example.org', 'policy@example.org')
    office.refusals.set('gone@example.org', '550 5.1.1 No such user')
    office.refusals.set('grey@example.org', '450 4.2.0 Greylisted')
    office.refusals.set('full@example.org', '452 4.2.2 Mailbox full')
    office.refusals.set('policy@example.org', '554 5.7.1 Not from you')
    const id = await begin()
    start({ retrySeconds: [0.2, 0.2] })
    await until(async () => expect(await countsOf()).toMatchObject({ failed: 2 }))
    office.refusals.delete('grey@example.org')
    await untilDone()
    expect(office.received.map(({ to }) => to)).toEqual(['grey@example.org'])
    expect(await countsOf()).toMatchObject({ sent: 1, failed: 3 })
    const { rows } = await pool.query(
      'select email, inactive_reason from newsletter_subscribers where not is_active',
    )
    expect(rows).toEqual([
      { email: 'gone@example.org', inactive_reason: expect.stringContaining('No such user') },
    ])
    expect((await listTroubled(db, id)).map(({ email }) => email).sort()).toEqual([
      'full@example.org',
      'gone@example.org',
      'policy@example.org',
    ])
  })

  it('pauses, resumes and cancels, and drops who has left meanwhile', async () => {
    await subscribe(...numbered(5))
    const held = Promise.withResolvers<void>()
    office.hold = () => held.promise
    const id = await begin()
    start()
    await until(() => expect(office.taken).toHaveLength(1))
    expect(await changeCampaign(db, { by, id, action: 'pause' })).toEqual({ kind: 'done' })
    expect(await changeCampaign(db, { by, id, action: 'pause' })).toEqual({ kind: 'stale' })
    held.resolve()
    office.hold = undefined
    await until(async () => expect(await countsOf()).toMatchObject({ sent: 1, queued: 4, claimed: 0 }))
    await pool.query(`update newsletter_subscribers set is_active = false
      where id = (select subscriber_id from newsletter_deliveries where state = 'queued' limit 1)`)
    await changeCampaign(db, { by, id, action: 'resume' })
    sender?.nudge()
    await untilDone()
    expect(await countsOf()).toMatchObject({ sent: 4, dropped: 1 })
    const second = await begin()
    expect(await changeCampaign(db, { by, id: second, action: 'cancel' })).toEqual({ kind: 'done' })
    expect((await listCampaigns(db))[0]).toMatchObject({ state: 'cancelled' })
    const { rows } = await pool.query('select action from audit_log order by id')
    expect(rows.map(({ action }) => action)).toEqual([
      'campaign.send',
      'campaign.pause',
      'campaign.resume',
      'campaign.send',
      'campaign.cancel',
    ])
  })

  it('waits for a mail server that is away', async () => {
    await subscribe('ada@example.org')
    const { port } = new URL(office.url)
    await office[Symbol.asyncDispose]()
    const id = await begin()
    start()
    await until(async () => expect((await listCampaigns(db))[0]?.trouble).toContain(port))
    expect(await countsOf()).toMatchObject({ queued: 1, failed: 0 })
    expect((await listCampaigns(db))[0]?.state).toBe('sending')
    expect(await changeCampaign(db, { by, id, action: 'cancel' })).toEqual({ kind: 'done' })
  })

  it('goes on with a later campaign where one letter of an earlier one loses every connection', async () => {
    await subscribe('breaker@example.org')
    office.refusals.set('breaker@example.org', '421 4.3.2 Closing')
    await begin()
    await subscribe('ada@example.org')
    await begin()
    start()
    await until(() => expect(office.received.map(({ to }) => to)).toEqual(['ada@example.org']))
    expect((await listCampaigns(db)).map(({ counts }) => counts)).toMatchObject([
      { failed: 0 },
      { queued: 1, failed: 0 },
    ])
  })

  it('pauses where the mail server takes nothing from us, and says why, until it is resumed', async () => {
    await subscribe(...numbered(3))
    office.refusal = '550 5.7.1 Sender not allowed'
    const id = await begin()
    start()
    await until(async () => expect((await listCampaigns(db))[0]?.state).toBe('paused'))
    expect((await listCampaigns(db))[0]?.trouble).toContain('Sender not allowed')
    await until(async () => expect(await countsOf()).toMatchObject({ queued: 3, claimed: 0, failed: 0 }))
    const { rows } = await pool.query(
      'select is_active, attempts from newsletter_subscribers, newsletter_deliveries',
    )
    expect(rows.every((row) => row.is_active && row.attempts === 0)).toBe(true)
    // Whoever mends it need not wait for what was asked before.
    const { connections } = office
    office.refusal = undefined
    expect(await changeCampaign(db, { by, id, action: 'resume' })).toEqual({ kind: 'done' })
    sender?.nudge()
    await untilDone()
    expect((await listCampaigns(db))[0]?.trouble).toBeNull()
    expect(await countsOf()).toMatchObject({ sent: 3 })
    expect(office.connections).toBe(connections + 1)
  })

  it('goes on over the same connection after an address was refused', async () => {
    const everybody = numbered(30)
    await subscribe(...everybody)
    for (const to of everybody.slice(10)) office.refusals.set(to, '550 5.1.1 No such user')
    await begin()
    start()
    await untilDone()
    expect(await countsOf()).toMatchObject({ sent: 10, failed: 20 })
    expect(office.connections).toBe(1)
  })

  it('lets nothing wait of a campaign that was cancelled while its letter was under way', async () => {
    await subscribe('ada@example.org', 'grace@example.org')
    office.hold = () => held.promise
    const held = Promise.withResolvers<void>()
    const id = await begin()
    start()
    await until(() => expect(office.taken).toHaveLength(1))
    await changeCampaign(db, { by, id, action: 'cancel' })
    held.reject(Object.assign(new Error('Try again later'), { responseCode: 451 }))
    await until(async () => expect(await countsOf()).toMatchObject({ dropped: 2, queued: 0, claimed: 0 }))
    expect(office.received).toEqual([])
  })

  it('counts the letters of a campaign that is over again when something of it has changed', async () => {
    await subscribe(...numbered(3))
    await begin()
    start()
    await untilDone()
    for (const _ of ['counted', 'remembered']) expect(await countsOf()).toMatchObject({ sent: 3, dropped: 0 })
    const id = (await listCampaigns(db))[0]?.id ?? ''
    await pool.query("update newsletter_deliveries set state = 'uncertain'")
    await pool.query('update newsletter_campaigns set progressed_at = now()')
    expect(await countsOf()).toMatchObject({ sent: 0, uncertain: 3 })
    expect(await settleUncertain(db, { by, id, action: 'drop' })).toBe(3)
    expect(await countsOf()).toMatchObject({ uncertain: 0, dropped: 3 })
  })

  it('throttles', async () => {
    await pool.query("update site_settings set setting_value = '5' where setting_name = 'newsletter_rate'")
    await subscribe(...numbered(4))
    await begin()
    const began = performance.now()
    start()
    await untilDone()
    // Three gaps of a fifth of a second.
    expect(performance.now() - began).toBeGreaterThan(590)
  })

  it('ends although the mail server does not answer: the letter that it has is uncertain', async () => {
    await subscribe(...numbered(3))
    const id = await begin()
    const never = Promise.withResolvers<void>()
    office.hold = () => never.promise
    start({ farewellMs: 50 })
    await until(() => expect(office.taken).toHaveLength(1))
    await sender?.stop()
    never.resolve()
    expect(await countsOf()).toMatchObject({ sent: 0, uncertain: 1, queued: 2, claimed: 0 })
    expect(await listTroubled(db, id)).toMatchObject([{ reason: expect.stringContaining('was stopped') }])
  })

  it('ends although the mail server does not even greet: nothing is uncertain', async () => {
    await subscribe('ada@example.org')
    await begin()
    const connected = Promise.withResolvers<void>()
    const silent = createServer(() => connected.resolve())
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    start({ farewellMs: 50, url: `smtp://127.0.0.1:${port}` })
    await connected.promise
    const began = performance.now()
    await sender?.stop()
    // Left alone, it would wait fifteen seconds.
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(await countsOf()).toMatchObject({ uncertain: 0, queued: 1, claimed: 0 })
    await new Promise((resolve) => silent.close(resolve))
  })

  it('after kill -9 skips nobody and sends nobody two, but for the one in flight, which is uncertain', async () => {
    const everybody = numbered(40)
    await subscribe(...everybody)
    const id = await begin()
    // The server has taken this letter when the sender dies, which cannot know it.
    office.hold = (to) => (to === everybody[10] ? new Promise<void>(() => {}) : undefined)
    const doomed = startSenderProcess({ DATABASE_URL: database.url, SMTP_URL: office.url })
    await until(() => expect(office.taken).toContain(everybody[10]))
    await doomed.kill()
    office.hold = undefined

    const next = startSenderProcess({ DATABASE_URL: database.url, SMTP_URL: office.url })
    try {
      await untilDone()
      expect(await countsOf()).toMatchObject({ sent: 39, uncertain: 1, queued: 0, claimed: 0 })
      expect(await listTroubled(db, id)).toMatchObject([{ email: everybody[10], state: 'uncertain' }])
      expect(office.taken.toSorted()).toEqual(everybody.toSorted())

      expect(await settleUncertain(db, { by, id, action: 'send' })).toBe(1)
      await next.kill()
      start()
      await untilDone()
      expect(await countsOf()).toMatchObject({ sent: 40, uncertain: 0 })
      expect(new Set(office.received.map(({ to }) => to)).size).toBe(40)
    } finally {
      await next.kill()
    }
  })

  it('lets one process send at a time', async () => {
    await subscribe(...numbered(30))
    await begin()
    const other = startSenderProcess({ DATABASE_URL: database.url, SMTP_URL: office.url })
    start()
    await untilDone()
    await other.kill()
    expect(office.received).toHaveLength(30)
  })
})
