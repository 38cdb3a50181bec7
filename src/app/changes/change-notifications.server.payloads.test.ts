import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findChangeTags, parseDraftEvent } from './change-notifications.server.ts'

describe('parseDraftEvent', () => {
  it.each([
    ['draft', { version: 7, batch: { steps: [] } }],
    ['presence', { presence: { client: 'a' } }],
  ])('maps a message about an open draft to the event %s', (event, message) => {
    const draft = randomUUID()
    const data = JSON.stringify({ id: draft, ...message })
    expect(parseDraftEvent(JSON.stringify({ draft, ...message }))).toEqual({ draft, event, data })
  })

  it.each(['', '{}', '{"draft":"1","version":1}', '{"table":"drafts"}'])('ignores %j', (payload) => {
    expect(parseDraftEvent(payload)).toBeNull()
  })
})

describe('findChangeTags', () => {
  it.each([
    [{ table: 'users', op: 'UPDATE' }, ['admin:users']],
    [{ table: 'feeds', op: 'INSERT' }, ['admin:feeds']],
    [{ table: 'newsletter_subscribers', op: 'DELETE' }, ['admin:subscribers']],
    [{ table: 'newsletter_campaigns', op: 'UPDATE' }, ['admin:campaigns']],
    [{ table: 'audit_log', op: 'INSERT' }, ['admin:audit']],
    [
      { table: 'articles', op: 'UPDATE', id: '1', categories: ['News', 'Sport'], breaking: true },
      ['articles', 'article:1', 'category:News', 'category:Sport', 'breaking'],
    ],
    [
      { table: 'articles', op: 'INSERT', id: '1', categories: ['News'], breaking: false },
      ['articles', 'article:1', 'category:News'],
    ],
    [
      { table: 'articles', op: 'INSERT', source: 'ingest', categories: ['News', 'Sport'], breaking: false },
      ['articles', 'category:News', 'category:Sport'],
    ],
    [
      {
        table: 'articles',
        op: 'UPDATE',
        source: 'ingest',
        id: '1',
        categories: ['TV', 'TV'],
        breaking: true,
      },
      ['articles', 'article:1', 'category:TV', 'category:TV', 'breaking'],
    ],
    [{ table: 'live_posts', id: '1' }, ['live:1', 'live-posts', 'admin:live']],
    [{ table: 'site_settings', op: 'UPDATE' }, ['settings']],
    [{ table: 'most_read' }, ['most-read']],
    [{ table: 'fronts', op: 'UPDATE', page: 'home', published: false }, ['admin:front']],
    [{ table: 'fronts', op: 'UPDATE', page: 'home', published: true }, ['admin:front', 'front:home']],
    [{ table: 'breaking_bar', op: 'DELETE' }, ['breaking', 'admin:front']],
  ])('maps %j to %j', (payload, tags) => {
    expect(findChangeTags(payload)).toEqual(tags)
  })

  it.each([
    undefined,
    '',
    null,
    {},
    { table: 'articles', op: 'TRUNCATE' },
    { table: 'pages', op: 'UPDATE' },
    { table: 'articles', id: 1 },
    { table: 'live_posts' },
    { table: 'articles', op: 'INSERT', source: 'ingest' },
  ])('reports that anything may have changed for %j', (payload) => {
    expect(findChangeTags(payload)).toBeNull()
  })
})
