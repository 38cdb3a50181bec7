import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import type { Account } from '#features/access/rules/access.ts'
import { openDatabase } from '#platform/database/db.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { changeCampaign, listCampaigns } from './campaigns.server.ts'
import { millisecondsUntilDue } from './deliveries.server.ts'
import { findCampaignEmail, scheduleCampaign, startScheduledCampaigns } from './scheduled-campaigns.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
let by: Account
beforeEach(async () => {
  await emptyTables(pool, 'articles', 'newsletter_subscribers', 'newsletter_campaigns', 'audit_log', 'users')
  await pool.query("insert into newsletter_subscribers (email) values ('ada@example.org')")
  const { rows } = await pool.query(
    `insert into users (full_name, email, role) values ('Editor', 'editor@example.org', 'editor') returning id`,
  )
  by = { id: rows[0].id, email: 'editor@example.org', fullName: 'Editor', role: 'editor' }
})
afterAll(() => database.drop())

const NOW = new Date('2026-11-21T12:00:00Z')
const AT = new Date('2026-11-21T18:00:00Z')
const DRAFT = {
  template: 'announcement' as const,
  article: null,
  subject: 'Evening',
  preview: 'Before the night',
  content: 'Good <b>evening</b>.',
}
const schedule = (draft: Parameters<typeof scheduleCampaign>[1] = DRAFT, at = AT, period = 'by-hand:1') =>
  scheduleCampaign(db, draft, { by, at, now: NOW, period })
const list = async () => listCampaigns(db)
const onError = (message: string, cause: unknown) => {
  throw new Error(message, { cause })
}

it('starts a campaign at its time, once, with the subscribers of that time', async () => {
  expect(await schedule()).toEqual({ kind: 'scheduled' })
  expect(await schedule(), 'a repeated request').toEqual({ kind: 'already-started' })
  await startScheduledCampaigns(db, new Date(+AT - 1), onError)
  expect(await list()).toMatchObject([
    { state: 'scheduled', plannedAt: AT.toISOString(), counts: { queued: 0 }, hasContent: true },
  ])
  await pool.query(`insert into newsletter_subscribers (email) values ('late@example.org');
    update newsletter_subscribers set is_active = false where email = 'ada@example.org'`)
  // Another process that takes over at this moment, as after a restart.
  const other = openDatabase(database.url, () => {})
  try {
    await Promise.all([
      startScheduledCampaigns(db, AT, onError),
      startScheduledCampaigns(other.db, AT, onError),
    ])
  } finally {
    await other.close()
  }
  await startScheduledCampaigns(db, new Date(+AT + 60_000), onError)
  expect(await list()).toMatchObject([{ state: 'sending', counts: { queued: 1 } }])
  const { rows } = await pool.query(`select s.email from newsletter_deliveries as d
    join newsletter_subscribers as s on s.id = d.subscriber_id`)
  expect(rows).toEqual([{ email: 'late@example.org' }])
  const { rows: audited } = await pool.query('select action, changes from audit_log')
  expect(audited).toEqual([
    { action: 'campaign.schedule', changes: { plannedAt: { from: null, to: AT.toISOString() } } },
  ])
})

it('does not start a cancelled campaign', async () => {
  await schedule()
  const [{ id } = { id: '' }] = await list()
  expect(await changeCampaign(db, { by, id, action: 'pause' })).toEqual({ kind: 'stale' })
  expect(await changeCampaign(db, { by, id, action: 'cancel' })).toEqual({ kind: 'done' })
  await startScheduledCampaigns(db, AT, onError)
  expect(await list()).toMatchObject([{ state: 'cancelled', counts: { queued: 0 } }])
})

it('lists the articles of its time, and is cancelled with a reason if it cannot be sent', async () => {
  await schedule({ ...DRAFT, template: 'headlines' }, AT, 'by-hand:1')
  await schedule({ ...DRAFT, template: 'digest', subject: 'Later' }, new Date(+AT + 1), 'by-hand:2')
  await startScheduledCampaigns(db, AT, onError)
  await pool.query(
    "insert into articles (title, category, published_at) values ('A goal', 'Sport', '2026-11-21T17:00:00Z')",
  )
  await pool.query('update newsletter_subscribers set is_active = false')
  await startScheduledCampaigns(db, new Date(+AT + 1), onError)
  const campaigns = await list()
  expect(campaigns.map(({ subject, state, failure }) => [subject, state, failure]).sort()).toEqual([
    ['Evening', 'cancelled', expect.stringContaining('There are no articles')],
    ['Later', 'cancelled', 'No active subscribers to send to'],
  ])
})

it('sends an article as it is published at that time, and not at all once it is withdrawn', async () => {
  const publish = (title: string) =>
    pool.query(
      "insert into articles (title, category, content) values ($1, 'News', '<p>As written</p>') returning id",
      [title],
    )
  const ids = await Promise.all(['Tea', 'Coffee'].map(async (title) => (await publish(title)).rows[0].id))
  for (const [index, id] of ids.entries()) {
    const draft = {
      ...{ template: 'article' as const, article: { id, title: 'Former headline' } },
      ...{ subject: `Email ${index}`, preview: '', content: '' },
    }
    await schedule(draft, AT, `by-hand:${index}`)
  }
  await pool.query("update articles set content = '<p>As corrected</p>' where id = $1", [ids[0]])
  await pool.query('delete from articles where id = $1', [ids[1]])
  await startScheduledCampaigns(db, AT, onError)
  const campaigns = (await list()).toSorted((one, other) => one.subject.localeCompare(other.subject))
  expect(campaigns).toMatchObject([
    { subject: 'Email 0', state: 'sending', failure: null, counts: { queued: 1 } },
    {
      subject: 'Email 1',
      state: 'cancelled',
      failure: 'The article is not published. It may have been withdrawn.',
      counts: { queued: 0 },
    },
  ])
  const [sent, withdrawn] = await Promise.all(campaigns.map(({ id }) => findCampaignEmail(db, id, AT)))
  expect(sent).toMatchObject({
    email: { html: expect.stringContaining('As corrected') },
    draft: { article: { id: ids[0], title: 'Tea' } },
  })
  expect(withdrawn).toMatchObject({ kind: 'not-published', draft: { article: null } })
})

it('refuses a time that has passed', async () => {
  expect(await schedule(DRAFT, NOW)).toEqual({ kind: 'past' })
  expect(await list()).toEqual([])
})

it('wakes the sender in time', async () => {
  expect(await millisecondsUntilDue(db)).toBeUndefined()
  await scheduleCampaign(db, DRAFT, { by, at: new Date(Date.now() + 30_000), now: NOW, period: 'x' })
  expect(await millisecondsUntilDue(db)).toBeGreaterThan(1_000)
  expect(await millisecondsUntilDue(db)).toBeLessThanOrEqual(30_001)
})

it('shows the email that was sent, with the text for a copy, and a preview before', async () => {
  await schedule()
  const [{ id } = { id: '' }] = await list()
  const preview = await findCampaignEmail(db, id, NOW)
  expect(preview).toMatchObject({ kind: 'ready', draft: DRAFT })
  await startScheduledCampaigns(db, AT, onError)
  await pool.query("update newsletter_campaigns set html = '<p>As sent</p>'")
  expect(await findCampaignEmail(db, id, AT)).toMatchObject({
    email: { html: '<p>As sent</p>' },
    draft: DRAFT,
  })
  expect(await findCampaignEmail(db, crypto.randomUUID(), AT)).toBeNull()
})

it('starts the other campaigns if one fails, reports it, and tries it again after ten seconds', async () => {
  const onFailure = vi.fn()
  await schedule({ ...DRAFT, subject: 'Broken' }, AT, 'by-hand:1')
  await schedule(DRAFT, AT, 'by-hand:2')
  await pool.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger fail before update on newsletter_campaigns for each row when (new.subject = 'Broken') execute function fail()`)
  try {
    await startScheduledCampaigns(db, AT, onFailure)
  } finally {
    await pool.query('drop function fail() cascade')
  }
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(
    'A scheduled campaign could not be started',
    expect.any(Error),
  )
  const states = (await list()).map(({ subject, state }) => [subject, state])
  expect(Object.fromEntries(states)).toEqual({ Broken: 'scheduled', Evening: 'sending' })
  await pool.query(`delete from newsletter_campaigns where state = 'sending'`)
  for (const [overdue, retry] of [
    ['1 second', 1_000],
    ['1 minute', 10_000],
  ] as const) {
    await pool.query('update newsletter_campaigns set planned_at = now() - $1::interval', [overdue])
    expect(Math.abs(((await millisecondsUntilDue(db)) ?? 0) - retry)).toBeLessThan(100)
  }
})
