import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '#features/access/rules/access.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { createMailTransport } from '#platform/mail/mail-transport.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { UNSUBSCRIBE_PLACEHOLDER } from '../rules/personalise-email.ts'
import { startSenderProcess } from '../testing/sender-process.ts'
import { type SmtpTestServer, startSmtpTestServer } from '../testing/smtp-test-server.ts'
import { type CampaignSender, type SenderOptions, startCampaignSender } from './campaign-sender.server.ts'
import {
  type CampaignEmail,
  changeCampaign,
  deleteOldDeliveries,
  listCampaigns,
  listFailedDeliveries,
  settleUncertain,
  startCampaign,
} from './campaigns.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
const EMAIL: CampaignEmail = {
  template: 'announcement',
  articleId: null,
  subject: 'Good morning',
  preview: '',
  content: 'News.',
  html: `<p>News. <a href="${UNSUBSCRIBE_PLACEHOLDER}">Unsubscribe</a></p>`,
  text: `News.\n${UNSUBSCRIBE_PLACEHOLDER}\n`,
}
let by: Account
let smtp: SmtpTestServer
let sender: CampaignSender | undefined

beforeEach(async () => {
  smtp = await startSmtpTestServer()
  await emptyTables(pool, 'newsletter_subscribers', 'newsletter_campaigns', 'audit_log', 'users')
  await pool.query(`delete from site_settings where setting_name in ('newsletter_rate', 'site_name');
    insert into site_settings values ('newsletter_rate', '500'), ('site_name', 'The Daily Proof')`)
  const { rows } = await pool.query(
    `insert into users (full_name, email, role) values ('Editor', 'editor@example.org', 'admin') returning id`,
  )
  by = { id: rows[0].id, email: 'editor@example.org', fullName: 'Editor', role: 'admin' }
})
afterEach(async () => {
  await sender?.stop()
  sender = undefined
  await smtp[Symbol.asyncDispose]()
})
afterAll(() => database.drop())

const subscribe = (...emails: string[]) =>
  pool.query('insert into newsletter_subscribers (email) select unnest($1::text[])', [emails])
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `reader${n}@example.org`)
const startCampaignNow = async (email = EMAIL) => {
  const result = await startCampaign(db, email, { by })
  if (result.kind !== 'started') throw new Error(result.kind)
  return result.id
}
const countsOf = async () => (await listCampaigns(db))[0]?.counts
const until = eventually
const untilDone = () =>
  until(async () => expect((await listCampaigns(db)).map(({ state }) => state)).toEqual(['done']))

type Start = Pick<SenderOptions, 'retryDelaysSeconds' | 'shutdownTimeoutMs'> & { url?: string }

function start({ url = smtp.url, ...more }: Start = {}) {
  const mail = { SMTP_URL: url, MAIL_FROM: 'news@courier.example', DATA_DIR: '/nowhere' }
  sender = startCampaignSender({
    database,
    transport: createMailTransport(mail),
    mail,
    onError() {},
    ...more,
  })
}

describe('startCampaignSender', () => {
  it('sends to each active subscriber with a personal unsubscribe link', async () => {
    await subscribe('ada@example.org', 'grace@example.org')
    await pool.query(
      "insert into newsletter_subscribers (email, is_active) values ('left@example.org', false)",
    )
    await startCampaignNow()
    start()
    await untilDone()
    expect(smtp.received.map(({ to }) => to).sort()).toEqual(['ada@example.org', 'grace@example.org'])
    const links = smtp.received.map(({ text }) => /^List-Unsubscribe:\s+<(.+)>/m.exec(text)?.[1])
    expect(new Set(links).size).toBe(2)
    for (const [index, { text }] of smtp.received.entries()) {
      expect(text).toMatch(/^From: The Daily Proof <news@courier\.example>\r?$/m)
      expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
      expect(text.replaceAll(/=\r\n/g, '')).toContain(`\r\n${links[index]}\r\n`)
      expect(text).not.toContain('unsubscribe.invalid')
    }
    expect(await countsOf()).toMatchObject({ sent: 2, queued: 0 })
  })

  it('starts no campaign without active subscribers, and at most one per period', async () => {
    expect(await startCampaign(db, EMAIL, { by })).toEqual({ kind: 'no-recipients' })
    expect(await listCampaigns(db)).toEqual([])
    await subscribe('ada@example.org')
    const scheduled = { by: null, period: 'daily:2026-11-21' }
    expect(await startCampaign(db, EMAIL, scheduled)).toMatchObject({ kind: 'started', recipients: 1 })
    expect(await startCampaign(db, EMAIL, scheduled)).toEqual({ kind: 'already-started' })
  })

  it('deactivates a permanently rejected address, and retries a delayed email a limited number of times', async () => {
    await subscribe('gone@example.org', 'grey@example.org', 'full@example.org', 'policy@example.org')
    smtp.refusals.set('gone@example.org', '550 5.1.1 No such user')
    smtp.greylist.add('grey@example.org')
    smtp.refusals.set('full@example.org', '452 4.2.2 Mailbox full')
    smtp.refusals.set('policy@example.org', '554 5.7.1 Not from you')
    const id = await startCampaignNow()
    start({ retryDelaysSeconds: [0.2, 0.2] })
    await untilDone()
    expect(smtp.received.map(({ to }) => to)).toEqual(['grey@example.org'])
    expect(await countsOf()).toMatchObject({ sent: 1, failed: 3 })
    const { rows } = await pool.query(
      'select email, inactive_reason from newsletter_subscribers where not is_active',
    )
    expect(rows).toEqual([
      { email: 'gone@example.org', inactive_reason: expect.stringContaining('No such user') },
    ])
    expect((await listFailedDeliveries(db, id)).map(({ email }) => email).sort()).toEqual([
      'full@example.org',
      'gone@example.org',
      'policy@example.org',
    ])
  })

  it('pauses when the article that it sends is withdrawn', async () => {
    await subscribe(...numbered(2))
    const { rows } = await pool.query(
      "insert into articles (title, category) values ('Tea', 'News') returning id",
    )
    const articleId: string = rows[0].id
    // The article is withdrawn while the first email is sent, at one email in a second.
    await pool.query("update site_settings set setting_value = '1' where setting_name = 'newsletter_rate'")
    smtp.hold = async () => {
      await pool.query('delete from articles where id = $1', [articleId])
    }
    const id = await startCampaignNow({ ...EMAIL, template: 'article', articleId })
    start()
    const paused = {
      state: 'paused',
      failure: expect.stringContaining('was withdrawn'),
      counts: { sent: 1, queued: 1 },
    }
    await until(async () => expect(await listCampaigns(db)).toMatchObject([paused]))
    await changeCampaign(db, { by, id, action: 'resume' })
    sender?.wake()
    await until(async () => expect(await listCampaigns(db)).toMatchObject([paused]))
    expect(smtp.received).toHaveLength(1)
  })

  it('pauses, resumes and cancels, and drops emails to subscribers who became inactive', async () => {
    await subscribe(...numbered(5))
    const blocked = Promise.withResolvers<void>()
    smtp.hold = () => blocked.promise
    const id = await startCampaignNow()
    start()
    await until(() => expect(smtp.accepted).toHaveLength(1))
    expect(await changeCampaign(db, { by, id, action: 'pause' })).toEqual({ kind: 'done' })
    expect(await changeCampaign(db, { by, id, action: 'pause' })).toEqual({ kind: 'stale' })
    blocked.resolve()
    smtp.hold = undefined
    await until(async () => expect(await countsOf()).toMatchObject({ sent: 1, queued: 4, claimed: 0 }))
    await pool.query(`update newsletter_subscribers set is_active = false
      where id = (select subscriber_id from newsletter_deliveries where state = 'queued' limit 1)`)
    await changeCampaign(db, { by, id, action: 'resume' })
    sender?.wake()
    await untilDone()
    expect(await countsOf()).toMatchObject({ sent: 4, dropped: 1 })
    const second = await startCampaignNow()
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

  it('retries when the mail server is unreachable', async () => {
    await subscribe('ada@example.org')
    const { port } = new URL(smtp.url)
    await smtp[Symbol.asyncDispose]()
    const id = await startCampaignNow()
    start()
    await until(async () => expect((await listCampaigns(db))[0]?.failure).toContain(port))
    expect(await countsOf()).toMatchObject({ queued: 1, failed: 0 })
    expect((await listCampaigns(db))[0]?.state).toBe('sending')
    expect(await changeCampaign(db, { by, id, action: 'cancel' })).toEqual({ kind: 'done' })
  })

  it('continues with a later campaign when an email of an earlier one loses every connection', async () => {
    await subscribe('breaker@example.org')
    smtp.refusals.set('breaker@example.org', '421 4.3.2 Closing')
    await startCampaignNow()
    await subscribe('ada@example.org')
    await startCampaignNow()
    start()
    await until(() => expect(smtp.received.map(({ to }) => to)).toEqual(['ada@example.org']))
    expect((await listCampaigns(db)).map(({ counts }) => counts)).toMatchObject([
      { failed: 0 },
      { queued: 1, failed: 0 },
    ])
  })

  it('pauses with a reason when the mail server rejects the sender, until it is resumed', async () => {
    await subscribe(...numbered(3))
    smtp.refusal = '550 5.7.1 Sender not allowed'
    const id = await startCampaignNow()
    start()
    await until(async () => expect((await listCampaigns(db))[0]?.state).toBe('paused'))
    expect((await listCampaigns(db))[0]?.failure).toContain('Sender not allowed')
    await until(async () => expect(await countsOf()).toMatchObject({ queued: 3, claimed: 0, failed: 0 }))
    const { rows } = await pool.query(
      'select is_active, attempts from newsletter_subscribers, newsletter_deliveries',
    )
    expect(rows.every((row) => row.is_active && row.attempts === 0)).toBe(true)
    const { connections } = smtp
    smtp.refusal = undefined
    expect(await changeCampaign(db, { by, id, action: 'resume' })).toEqual({ kind: 'done' })
    sender?.wake()
    await untilDone()
    expect((await listCampaigns(db))[0]?.failure).toBeNull()
    expect(await countsOf()).toMatchObject({ sent: 3 })
    expect(smtp.connections).toBe(connections + 1)
  })

  it('reuses the connection after a rejected address', async () => {
    const addresses = numbered(30)
    await subscribe(...addresses)
    for (const to of addresses.slice(10)) smtp.refusals.set(to, '550 5.1.1 No such user')
    await startCampaignNow()
    start()
    await untilDone()
    expect(await countsOf()).toMatchObject({ sent: 10, failed: 20 })
    expect(smtp.connections).toBe(1)
  })

  it('drops all emails of a campaign that was cancelled during a delivery', async () => {
    await subscribe('ada@example.org', 'grace@example.org')
    smtp.hold = () => blocked.promise
    const blocked = Promise.withResolvers<void>()
    const id = await startCampaignNow()
    start()
    await until(() => expect(smtp.accepted).toHaveLength(1))
    await changeCampaign(db, { by, id, action: 'cancel' })
    blocked.reject(Object.assign(new Error('Try again later'), { responseCode: 451 }))
    await until(async () => expect(await countsOf()).toMatchObject({ dropped: 2, queued: 0, claimed: 0 }))
    expect(smtp.received).toEqual([])
  })

  it('recounts the deliveries of a finished campaign when one of them changes', async () => {
    await subscribe(...numbered(3))
    await startCampaignNow()
    start()
    await untilDone()
    for (const _ of ['counted', 'cached']) expect(await countsOf()).toMatchObject({ sent: 3, dropped: 0 })
    const id = (await listCampaigns(db))[0]?.id ?? ''
    await pool.query("update newsletter_deliveries set state = 'uncertain'")
    await pool.query('update newsletter_campaigns set progressed_at = now()')
    expect(await countsOf()).toMatchObject({ sent: 0, uncertain: 3 })
    expect(await settleUncertain(db, { by, id, action: 'drop' })).toBe(3)
    expect(await countsOf()).toMatchObject({ uncertain: 0, dropped: 3 })
  })

  it('limits the rate', async () => {
    await pool.query("update site_settings set setting_value = '5' where setting_name = 'newsletter_rate'")
    await subscribe(...numbered(4))
    await startCampaignNow()
    const began = performance.now()
    start()
    await untilDone()
    // Three intervals of 200 ms.
    expect(performance.now() - began).toBeGreaterThan(590)
  })

  it('stops when the mail server does not reply, with the current email uncertain', async () => {
    await subscribe(...numbered(3))
    const id = await startCampaignNow()
    const never = Promise.withResolvers<void>()
    smtp.hold = () => never.promise
    start({ shutdownTimeoutMs: 50 })
    await until(() => expect(smtp.accepted).toHaveLength(1))
    await sender?.stop()
    never.resolve()
    expect(await countsOf()).toMatchObject({ sent: 0, uncertain: 1, queued: 2, claimed: 0 })
    expect(await listFailedDeliveries(db, id)).toMatchObject([
      { reason: expect.stringContaining('was stopped') },
    ])
  })

  it('stops when the mail server sends no greeting, with no email uncertain', async () => {
    await subscribe('ada@example.org')
    await startCampaignNow()
    const connected = Promise.withResolvers<void>()
    const silent = createServer(() => connected.resolve())
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    start({ shutdownTimeoutMs: 50, url: `smtp://127.0.0.1:${port}` })
    await connected.promise
    const began = performance.now()
    await sender?.stop()
    // The greeting timeout is 15 s.
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(await countsOf()).toMatchObject({ uncertain: 0, queued: 1, claimed: 0 })
    await new Promise((resolve) => silent.close(resolve))
  })

  it('after kill -9 skips and repeats no email except the one in flight, which is uncertain', {
    timeout: 60_000,
  }, async () => {
    const addresses = numbered(40)
    await subscribe(...addresses)
    const id = await startCampaignNow()
    // Killed before the server's reply.
    smtp.hold = (to) => (to === addresses[10] ? new Promise<void>(() => {}) : undefined)
    await using killed = await startSenderProcess({ DATABASE_URL: database.url, SMTP_URL: smtp.url })
    await until(() => expect(smtp.accepted).toContain(addresses[10]))
    await killed.kill()
    smtp.hold = undefined

    start()
    await untilDone()
    expect(await countsOf()).toMatchObject({ sent: 39, uncertain: 1, queued: 0, claimed: 0 })
    expect(await listFailedDeliveries(db, id)).toMatchObject([{ email: addresses[10], state: 'uncertain' }])
    expect(smtp.accepted.toSorted()).toEqual(addresses.toSorted())

    expect(await settleUncertain(db, { by, id, action: 'send' })).toBe(1)
    sender?.wake()
    await untilDone()
    expect(await countsOf()).toMatchObject({ sent: 40, uncertain: 0 })
    expect(new Set(smtp.received.map(({ to }) => to)).size).toBe(40)
  })

  it('waits while another process holds the lock of the sender', async () => {
    await subscribe('ada@example.org')
    await startCampaignNow()
    const other = await pool.connect()
    try {
      await other.query('select pg_advisory_lock($1)', [LOCK_KEYS.sendCampaigns])
      start()
      const attempts = new Set()
      await until(async () => {
        const { rows } = await pool.query(`select query_start::text from pg_stat_activity
          where datname = current_database() and application_name = 'masthead lock'`)
        attempts.add(rows[0]?.query_start)
        expect(attempts.size).toBeGreaterThan(3)
      })
      expect(smtp.accepted).toEqual([])
    } finally {
      other.release(true)
    }
    await untilDone()
    expect(smtp.received).toHaveLength(1)
  })
})

describe('deleteOldDeliveries', () => {
  it('deletes those of campaigns that ended 90 days ago, except for the latest twenty and unfinished ones', async () => {
    await subscribe('ada@example.org')
    const now = new Date('2026-11-23T08:00:00Z')
    await pool.query(
      `with campaigns as (
         insert into newsletter_campaigns (template, subject, html, text, state, created_at, finished_at)
         select 'announcement', age::text, '', '', case when age = 400 then 'paused' else 'done' end,
           $1::timestamptz - make_interval(days => age), case when age < 400 then $1::timestamptz - make_interval(days => age) end
         from unnest(array[400, 300, 91, 89] || array(select generate_series(1, 20))) as age
         returning id
       )
       insert into newsletter_deliveries (campaign_id, subscriber_id)
       select campaigns.id, newsletter_subscribers.id from campaigns, newsletter_subscribers`,
      [now],
    )
    expect(await deleteOldDeliveries(db, now)).toBe(2)
    const { rows } = await pool.query(
      'select subject::int as age from newsletter_deliveries join newsletter_campaigns as c on c.id = campaign_id order by 1 desc',
    )
    expect(rows.map(({ age }) => age)).toEqual([400, 89, ...Array.from({ length: 20 }, (_, n) => 20 - n)])
    await pool.query(`update newsletter_campaigns set created_at = created_at - interval '1 year'`)
    await pool.query(
      `update newsletter_campaigns set finished_at = finished_at - interval '1 year' where state = 'done'`,
    )
    expect(await deleteOldDeliveries(db, now)).toBe(1)
  })
})
