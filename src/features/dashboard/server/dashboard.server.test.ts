import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '#kernel/roles.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { findDashboard } from './dashboard.server.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const database = await createTestDatabase()
const { db, pool } = database
beforeEach(() =>
  emptyTables(pool, 'articles', 'article_identities', 'feeds', 'newsletter_subscribers', 'users'),
)
afterAll(() => database.drop())

const read = (role: Role = 'admin') => findDashboard(db, { role }, { now: NOW, hasNightlyBackups: true })

describe('findDashboard', () => {
  it.each<[Role, object]>([
    ['contributor', { metrics: { users: null, subscribers: null }, feeds: null, settings: null }],
    ['editor', { metrics: { users: null, subscribers: 0 }, feeds: null, settings: null }],
    [
      'admin',
      { metrics: { users: 0, subscribers: 0 }, feeds: { enabled: 0 }, settings: { maintenanceMode: false } },
    ],
  ])('gives the role %s only the data of its screens', async (role, expected) => {
    expect(await read(role)).toMatchObject(expected)
  })

  it('reports an overdue backup if there are nightly backups', async () => {
    const state = { lastBackupAt: null, error: null }
    expect((await read()).backup).toEqual({ ...state, isOverdue: true })
    expect((await read('editor')).backup).toBeNull()
    const without = await findDashboard(db, { role: 'admin' }, { now: NOW, hasNightlyBackups: false })
    expect(without.backup).toEqual({ ...state, isOverdue: false })
  })

  it('returns zeros for an empty site', async () => {
    const { metrics, feeds, recent, sampleArticles } = await read()
    const none = { count: 0, hasMore: false }
    expect(metrics).toEqual({
      articles: 0,
      lastDay: none,
      breaking: none,
      users: 0,
      administrators: 0,
      staff: 0,
      subscribers: 0,
      activeSubscribers: 0,
    })
    expect(feeds).toEqual({
      enabled: 0,
      disabled: 0,
      failing: 0,
      lastSuccessAt: null,
      nextCheckAt: null,
      failingFeeds: [],
    })
    expect(recent).toEqual([])
    expect(sampleArticles).toBe(0)
  })

  it('counts articles published within the last 24 hours exactly', async () => {
    await pool.query(`insert into articles (title, published_at, is_breaking) values
      ('A day ago', '2026-11-20T12:00:00Z', true),
      ('Less than a day ago', '2026-11-20T12:00:00.001Z', false),
      ('Now', '2026-11-21T12:00:00Z', false),
      ('Later', '2026-11-21T12:00:00.001Z', true)`)
    const { metrics } = await read()
    expect(metrics).toMatchObject({
      articles: 4,
      lastDay: { count: 2, hasMore: false },
      breaking: { count: 2, hasMore: false },
    })
  })

  it('counts users by role, and subscribers', async () => {
    await pool.query(`
      insert into users (full_name, email, role)
        values ('A', 'a@example.org', 'admin'), ('B', 'b@example.org', 'user'), ('C', 'c@example.org', 'user'),
          ('F', 'f@example.org', 'editor');
      insert into newsletter_subscribers (email, is_active)
        values ('d@example.org', true), ('e@example.org', false)`)
    expect((await read()).metrics).toMatchObject({
      users: 4,
      administrators: 1,
      staff: 1,
      subscribers: 2,
      activeSubscribers: 1,
    })
  })

  it('shows the five newest articles', async () => {
    await pool.query(`insert into articles (title, author, category, published_at)
      select 'Story ' || n, 'Ada', 'Sport', timestamptz '2026-11-21' - n * interval '1 minute'
      from generate_series(1, 7) as n`)
    const { recent } = await read()
    expect(recent.map(({ title }) => title)).toEqual(['Story 1', 'Story 2', 'Story 3', 'Story 4', 'Story 5'])
    expect(recent[0]).toEqual({
      id: expect.any(String),
      title: 'Story 1',
      author: 'Ada',
      category: 'Sport',
      isBreaking: false,
      publishedAt: '2026-11-20T23:59:00.000Z',
    })
  })

  it('summarises the settings, with the places of ad codes but not the codes', async () => {
    await pool.query(`
      insert into site_settings (setting_name, setting_value) values
        ('site_name', 'The Courier'), ('maintenance_mode', 'true'), ('newsletter_enabled', 'false'),
        ('adsense_enabled', 'true'), ('adsense_banner_code', '<b>code</b>'), ('adsense_header_code', '  ')
      on conflict (setting_name) do update set setting_value = excluded.setting_value`)
    const { settings } = await read()
    expect(settings).toMatchObject({
      siteName: 'The Courier',
      contactEmail: '',
      newsletterEnabled: false,
      maintenanceMode: true,
      adsEnabled: true,
      adPlaces: ['bannerCode'],
    })
    expect(JSON.stringify(settings)).not.toContain('<b>')
  })

  it('summarises the feeds and lists those with the most failures', async () => {
    await pool.query(`insert into feeds (url, title, enabled, failure_count, last_error, last_success_at, next_check_at) values
      ('https://a.example/', 'Fine', true, 0, null, '2026-11-21T11:00:00Z', '2026-11-21T12:30:00Z'),
      ('https://b.example/', '', true, 2, 'No response.', '2026-11-20T11:00:00Z', '2026-11-21T12:10:00Z'),
      ('https://c.example/', 'Gone', true, 9, 'Status 404.', null, '2026-11-22T12:00:00Z'),
      ('https://d.example/', 'Off', false, 0, null, null, '2026-11-21T01:00:00Z'),
      ('https://e.example/', 'Stopped', false, 1, 'Status 410.', null, '2026-11-21T01:00:00Z')`)
    const { feeds } = await read()
    expect(feeds).toEqual({
      enabled: 3,
      disabled: 2,
      failing: 2,
      lastSuccessAt: '2026-11-21T11:00:00.000Z',
      nextCheckAt: '2026-11-21T12:10:00.000Z',
      failingFeeds: [
        { id: expect.any(String), name: 'Stopped', failures: 0, error: 'Status 410.' },
        { id: expect.any(String), name: 'Gone', failures: 9, error: 'Status 404.' },
        { id: expect.any(String), name: 'https://b.example/', failures: 2, error: 'No response.' },
      ],
    })
  })

  it('counts the articles of the sample edition', async () => {
    await pool.query(`insert into articles (title, origin) values ('A', 'sample'), ('B', 'editor')`)
    expect((await read()).sampleArticles).toBe(1)
  })
})
