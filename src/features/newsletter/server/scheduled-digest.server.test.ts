import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/database/db.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { listCampaigns } from './campaigns.server.ts'
import {
  findNewsletterForm,
  findNewsletterSettings,
  saveNewsletterSettings,
} from './newsletter-settings.server.ts'
import { startDueDigest } from './scheduled-digest.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
beforeEach(async () => {
  await emptyTables(pool, 'articles', 'newsletter_subscribers', 'newsletter_campaigns', 'audit_log')
  await pool.query("delete from site_settings where setting_name like 'newsletter!_%' escape '!'")
  await pool.query(
    "insert into newsletter_subscribers (email) values ('ada@example.org'), ('grace@example.org')",
  )
})
afterAll(() => database.drop())

const publish = (title: string, at: string) =>
  pool.query("insert into articles (title, category, published_at) values ($1, 'Sport', $2)", [title, at])
const schedule = (values: Record<string, string | number>) =>
  pool.query(
    `insert into site_settings (setting_name, setting_value) select key, value from jsonb_each_text($1::jsonb)
     on conflict (setting_name) do update set setting_value = excluded.setting_value`,
    [
      JSON.stringify(
        Object.fromEntries(Object.entries(values).map(([key, value]) => [`newsletter_${key}`, value])),
      ),
    ],
  )
const startDue = (at: string, on = db) => startDueDigest(on, new Date(at))
const emails = async () =>
  (await pool.query('select subject, text, period from newsletter_campaigns order by created_at')).rows

describe('startDueDigest', () => {
  it('starts the daily digest once, at its hour', async () => {
    await schedule({ digest: 'daily', digest_hour: 7 })
    await publish('The goal of the season', '2026-11-20T18:00:00Z')
    await publish('Two days old', '2026-11-19T06:00:00Z')
    expect(await startDue('2026-11-21T06:59:59Z')).toBe(false)
    expect(await startDue('2026-11-21T07:00:00Z')).toBe(true)
    for (const again of ['2026-11-21T07:01:00Z', '2026-11-21T23:59:00Z'])
      expect(await startDue(again)).toBe(false)
    const [campaign, ...others] = await listCampaigns(db)
    expect(others).toEqual([])
    expect(campaign).toMatchObject({ template: 'headlines', state: 'sending', counts: { queued: 2 } })
    const [email] = await emails()
    expect(email.subject).toMatch(/: 21 November 2026$/)
    expect(email.text).toContain('The goal of the season')
    expect(email.text).not.toContain('Two days old')
    await publish('The next day', '2026-11-22T05:00:00Z')
    expect(await startDue('2026-11-22T07:00:00Z')).toBe(true)
  })

  it('starts the weekly digest on its day, with the stories of seven days', async () => {
    await schedule({ digest: 'weekly', digest_hour: 7, digest_weekday: 5 })
    await publish('Six days old', '2026-11-21T12:00:00Z')
    expect(await startDue('2026-11-26T08:00:00Z')).toBe(false)
    expect(await startDue('2026-11-27T08:00:00Z')).toBe(true)
    expect(await startDue('2026-11-27T09:00:00Z')).toBe(false)
    expect(await startDue('2026-11-28T08:00:00Z')).toBe(false)
    const [email] = await emails()
    expect(email.subject).toMatch(/: the week to 27 November 2026$/)
    expect(email.text).toContain('Six days old')
  })

  it('starts one digest when several processes find it due at the same time', async () => {
    await schedule({ digest: 'daily', digest_hour: 7 })
    await publish('The goal of the season', '2026-11-21T05:00:00Z')
    const other = openDatabase(database.url, () => {})
    try {
      const at = '2026-11-21T07:00:00Z'
      const started = await Promise.all([
        startDue(at),
        startDue(at, other.db),
        startDue(at),
        startDue(at, other.db),
      ])
      expect(started.filter(Boolean)).toHaveLength(1)
      expect((await listCampaigns(db)).map(({ counts }) => counts.queued)).toEqual([2])
    } finally {
      await other.close()
    }
  })

  it('starts no digest without stories or subscribers, and catches up on the same day', async () => {
    await schedule({ digest: 'daily', digest_hour: 7 })
    expect(await startDue('2026-11-21T07:00:00Z')).toBe(false)
    await publish('At last', '2026-11-21T09:00:00Z')
    await pool.query('update newsletter_subscribers set is_active = false')
    expect(await startDue('2026-11-21T10:00:00Z')).toBe(false)
    expect(await listCampaigns(db)).toEqual([])
    await pool.query('update newsletter_subscribers set is_active = true')
    expect(await startDue('2026-11-21T11:00:00Z')).toBe(true)
  })

  it('starts no digest when it is off', async () => {
    await publish('The goal of the season', '2026-11-21T05:00:00Z')
    expect(await startDue('2026-11-21T07:00:00Z')).toBe(false)
    await schedule({ digest: 'hourly' })
    expect(await startDue('2026-11-21T07:00:00Z')).toBe(false)
  })

  it.each([
    ['the last day of winter', 7, '2026-03-28T07:00:00Z'],
    ['the day clocks go forward', 7, '2026-03-29T06:00:00Z'],
    ['the skipped hour, at the next hour', 1, '2026-03-29T01:00:00Z'],
    ['the last day of summer', 7, '2026-10-24T06:00:00Z'],
    ['the day clocks go back', 7, '2026-10-25T07:00:00Z'],
    ['the repeated hour, at its first occurrence', 1, '2026-10-25T00:00:00Z'],
  ])('follows London time: %s', async (_, hour, dueAt) => {
    await schedule({ digest: 'daily', digest_hour: hour })
    const due = Date.parse(dueAt)
    await publish('The goal of the season', new Date(due - 3_600_000).toISOString())
    expect(await startDueDigest(db, new Date(due - 1_000))).toBe(false)
    expect(await startDueDigest(db, new Date(due))).toBe(true)
    expect(await startDueDigest(db, new Date(due + 3_600_000))).toBe(false)
    expect(await emails()).toHaveLength(1)
  })
})

describe('saveNewsletterSettings', () => {
  const base = { rate: 10, isConfirmed: false, rhythm: 'daily' as const, hour: 7, weekday: 1 }

  async function editor() {
    const { rows } = await pool.query(
      `insert into users (full_name, email, role) values ('Editor', 'editor@example.org', 'admin')
       on conflict (email) do update set role = excluded.role returning id`,
    )
    return { id: rows[0].id, email: 'editor@example.org', fullName: 'Editor', role: 'admin' as const }
  }

  it('does not postpone a due digest unless its schedule changes', async () => {
    const by = await editor()
    const save = async (rate: number, hour: number, at: string) => {
      const { values } = await findNewsletterForm(db)
      const typed = { ...base, rate, hour }
      return saveNewsletterSettings(db, { by, now: new Date(at), base: values, typed })
    }
    await save(10, 7, '2026-11-20T12:00:00Z')
    await publish('The goal of the season', '2026-11-21T05:00:00Z')
    await save(20, 7, '2026-11-21T07:00:30Z')
    expect((await findNewsletterSettings(db)).digest.since).toBe('2026-11-20T12:00:00.000Z')
    await save(20, 6, '2026-11-21T07:00:40Z')
    expect(await startDue('2026-11-21T07:01:00Z')).toBe(false)
    await save(20, 9, '2026-11-21T07:02:00Z')
    expect(await startDue('2026-11-21T09:00:00Z')).toBe(true)
  })

  it('rejects a field that somebody else has changed, and merges the others', async () => {
    const by = await editor()
    const { values } = await findNewsletterForm(db)
    const save = (fields: Partial<typeof values>) =>
      saveNewsletterSettings(db, { by, now: new Date(), base: values, typed: { ...values, ...fields } })
    expect(await save({ rate: 20 })).toMatchObject({ kind: 'saved', stored: { values: { rate: 20 } } })
    expect(await save({ rate: 30, hour: 9 })).toMatchObject({
      kind: 'conflict',
      stored: { values: { rate: 20, hour: values.hour }, changedBy: { email: 'editor@example.org' } },
    })
    expect((await save({ hour: 9 })).stored.values).toMatchObject({ rate: 20, hour: 9 })
  })
})
