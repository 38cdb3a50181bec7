import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { createFeed } from '../manage/server/edit-feed.server.ts'
import { listDueFeeds, listFeeds } from './feeds.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
const url = 'https://courier.example/feed'

beforeEach(() => pool.query('delete from feeds'))
afterAll(() => database.drop())

describe('listFeeds', () => {
  it('orders by category and title', async () => {
    for (const [category, title] of [
      ['Travel', 'B'],
      ['Sport', 'C'],
      ['Travel', 'A'],
    ] as const) {
      await createFeed(db, COMMAND_LINE_ACTOR, { url: `${url}/${title}`, category, title })
    }
    expect((await listFeeds(db)).map(({ title }) => title)).toEqual(['C', 'A', 'B'])
  })
})

describe('listDueFeeds', () => {
  it('orders by waiting time, longest first', async () => {
    const now = new Date('2026-11-21T12:00:00Z')
    for (const [name, minutes] of Object.entries({ second: -10, first: -20, third: 0, later: 1 })) {
      await createFeed(db, COMMAND_LINE_ACTOR, { url: `${url}/${name}`, category: 'News', title: name })
      const due = new Date(now.getTime() + minutes * 60_000)
      await pool.query('update feeds set next_check_at = $1 where title = $2', [due, name])
    }
    expect((await listDueFeeds(db, now)).map(({ title }) => title)).toEqual(['first', 'second', 'third'])
  })
})
