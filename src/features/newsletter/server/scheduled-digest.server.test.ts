import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/database/db.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { listCampaigns } from './campaigns.server.ts'
import { findNewsletterSettings, saveNewsletterSettings } from './newsletter-settings.server.ts'
import { beginDueDigest } from './scheduled-digest.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
beforeEach(async () => {
  await pool.query('truncate articles, newsletter_subscribers, newsletter_campaigns, audit_log cascade')
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
const begin = (at: string, on = db) => beginDueDigest(on, new Date(at))
const letters = async () =>
  (await pool.query('select subject, text, period from newsletter_campaigns order by created_at')).rows

describe('beginDueDigest', () => {
  it('begins the day’s at its hour, to everybody, and no second one', async () => {
    await schedule({ digest: 'daily', digest_hour: 7 })
    await publish('The goal of the season', '2026-11-20T18:00:00Z')
    await publish('Two days old', '2026-11-19T06:00:00Z')
    expect(await begin('2026-11-21T06:59:59Z')).toBe(false)
    expect(await begin('2026-11-21T07:00:00Z')).toBe(true)
    for (const again of ['2026-11-21T07:01:00Z', '2026-11-21T23:59:00Z'])
      expect(await begin(again)).toBe(false)
    const [campaign, ...others] = await listCampaigns(db)
    expect(others).toEqual([])
    expect(campaign).toMatchObject({ template: 'headlines', state: 'sending', counts: { queued: 2 } })
    const [letter] = await letters()
    expect(letter.subject).toMatch(/: 21 November 2026$/)
    expect(letter.text).toContain('The goal of the season')
    expect(letter.text).not.toContain('Two days old')
    await publish('The next day', '2026-11-22T05:00:00Z')
    expect(await begin('2026-11-22T07:00:00Z')).toBe(true)
  })

  it('begins the week’s on its day, with the stories of seven days', async () => {
    await schedule({ digest: 'weekly', digest_hour: 7, digest_weekday: 5 })
    await publish('Six days old', '2026-11-21T12:00:00Z')
    expect(await begin('2026-11-26T08:00:00Z')).toBe(false)
    expect(await begin('2026-11-27T08:00:00Z')).toBe(true)
    expect(await begin('2026-11-27T09:00:00Z')).toBe(false)
    expect(await begin('2026-11-28T08:00:00Z')).toBe(false)
    const [letter] = await letters()
    expect(letter.subject).toMatch(/: the week to 27 November 2026$/)
    expect(letter.text).toContain('Six days old')
  })

  it('begins one where two processes find it due at once', async () => {
    await schedule({ digest: 'daily', digest_hour: 7 })
    await publish('The goal of the season', '2026-11-21T05:00:00Z')
    const other = openDatabase(database.url, () => {})
    try {
      const at = '2026-11-21T07:00:00Z'
      const begun = await Promise.all([begin(at), begin(at, other.db), begin(at), begin(at, other.db)])
      expect(begun.filter(Boolean)).toHaveLength(1)
      expect((await listCampaigns(db)).map(({ counts }) => counts.queued)).toEqual([2])
    } finally {
      await other.close()
    }
  })

  it('begins none without stories, or for nobody, and makes up for it on the same day', async () => {
    await schedule({ digest: 'daily', digest_hour: 7 })
    expect(await begin('2026-11-21T07:00:00Z')).toBe(false)
    await publish('At last', '2026-11-21T09:00:00Z')
    await pool.query('update newsletter_subscribers set is_active = false')
    expect(await begin('2026-11-21T10:00:00Z')).toBe(false)
    expect(await listCampaigns(db)).toEqual([])
    await pool.query('update newsletter_subscribers set is_active = true')
    expect(await begin('2026-11-21T11:00:00Z')).toBe(true)
  })

  it('begins none where it is off', async () => {
    await publish('The goal of the season', '2026-11-21T05:00:00Z')
    expect(await begin('2026-11-21T07:00:00Z')).toBe(false)
    await schedule({ digest: 'hourly' })
    expect(await begin('2026-11-21T07:00:00Z')).toBe(false)
  })

  it.each([
    ['the last day of winter', 7, '2026-03-28T07:00:00Z'],
    ['the day clocks go forward', 7, '2026-03-29T06:00:00Z'],
    ['the hour that is left out, at the next', 1, '2026-03-29T01:00:00Z'],
    ['the last day of summer', 7, '2026-10-24T06:00:00Z'],
    ['the day clocks go back', 7, '2026-10-25T07:00:00Z'],
    ['the hour that comes twice, at the first', 1, '2026-10-25T00:00:00Z'],
  ])('keeps to the clock of London: %s', async (_, hour, dueAt) => {
    await schedule({ digest: 'daily', digest_hour: hour })
    const due = Date.parse(dueAt)
    await publish('The goal of the season', new Date(due - 3_600_000).toISOString())
    expect(await beginDueDigest(db, new Date(due - 1_000))).toBe(false)
    expect(await beginDueDigest(db, new Date(due))).toBe(true)
    expect(await beginDueDigest(db, new Date(due + 3_600_000))).toBe(false)
    expect(await letters()).toHaveLength(1)
  })
})

describe('saveNewsletterSettings', () => {
  it('puts no digest off that is due, unless its schedule is changed', async () => {
    const { rows } = await pool.query(
      `insert into users (full_name, email, role) values ('Editor', 'editor@example.org', 'admin') returning id`,
    )
    const by = { id: rows[0].id, email: 'editor@example.org', fullName: 'Editor', role: 'admin' as const }
    const digest = { rhythm: 'daily' as const, hour: 7, weekday: 1 }
    const save = (rate: number, hour: number, at: string) =>
      saveNewsletterSettings(db, {
        by,
        now: new Date(at),
        rate,
        isConfirmed: false,
        digest: { ...digest, hour },
      })
    await save(10, 7, '2026-11-20T12:00:00Z')
    await publish('The goal of the season', '2026-11-21T05:00:00Z')
    await save(20, 7, '2026-11-21T07:00:30Z')
    expect((await findNewsletterSettings(db)).digest.since).toBe('2026-11-20T12:00:00.000Z')
    await save(20, 6, '2026-11-21T07:00:40Z')
    expect(await begin('2026-11-21T07:01:00Z')).toBe(false)
    await save(20, 9, '2026-11-21T07:02:00Z')
    expect(await begin('2026-11-21T09:00:00Z')).toBe(true)
  })
})
