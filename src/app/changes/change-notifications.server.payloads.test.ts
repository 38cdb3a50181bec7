import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findChangeTags, findTopicEvent } from './change-notifications.server.ts'

describe('findTopicEvent', () => {
  const draft = randomUUID()

  it.each([
    [{ draft, version: 7, batch: { steps: [] } }, 'draft', `draft=${draft}`],
    [{ draft, presence: { client: 'a' } }, 'presence', `draft=${draft}`],
    [{ front: 'sport', presence: { client: 'a' } }, 'presence', 'front=sport'],
  ])('maps %j to an event for the people who have the draft or front open', (message, event, topic) => {
    const data = JSON.stringify(message)
    expect(findTopicEvent(message)).toEqual({ topic, event, data })
  })

  it.each([
    undefined,
    {},
    { draft: '1', version: 1 },
    { table: 'drafts' },
    { table: 'fronts', page: 'home' },
  ])('ignores %j', (announced) => {
    expect(findTopicEvent(announced)).toBeNull()
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
