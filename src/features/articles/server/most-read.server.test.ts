import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { storeViews } from '#features/analytics/testing/page-view.ts'
import { createSharedReads, setSharedReads } from '#platform/cache/shared-reads.server.ts'
import { listenForNotifications } from '#platform/database/notifications.server.ts'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { listMostRead, rankMostRead } from './most-read.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())
beforeEach(() => emptyTables(pool, 'page_views', 'most_read', 'articles'))

const now = new Date('2026-06-15T12:00:00Z')

async function publish(...titles: string[]): Promise<string[]> {
  const { rows } = await pool.query(
    `insert into articles (title, published_at)
      select title, timestamptz '2026-06-01' - number * interval '1 minute'
      from unnest($1::text[]) with ordinality as article (title, number) returning id`,
    [titles],
  )
  return rows.map(({ id }) => id)
}

/** Each of the visitors opens the article twice. */
async function read(id: string | undefined, at: string, visitors: readonly number[]): Promise<void> {
  const views = visitors.map((visitor) => ({ at, visitor, path: `/article/${id}` }))
  await storeViews(pool, [...views, ...views])
}

async function titles(hours: 1 | 24): Promise<string[]> {
  return (await listMostRead(db, hours)).map(({ title }) => title)
}

describe('rankMostRead', () => {
  it('ranks the articles of the last hour and day by their visitors, the newest of equals first', async () => {
    const [a, b, c, d, e] = await publish('A', 'B', 'C', 'D', 'E')
    await read(a, '2026-06-15T11:30:00Z', [1, 2])
    await read(b, '2026-06-15T11:30:00Z', [1, 2, 3])
    await read(c, '2026-06-14T12:30:00Z', [1, 2, 3, 4])
    await read(d, '2026-06-14T12:30:00Z', [5, 6, 7])
    await read(e, '2026-06-14T11:59:00Z', [1, 2, 3, 4, 5])
    await read(e, '2026-06-15T12:01:00Z', [1, 2, 3, 4, 5])
    await rankMostRead(db, now)
    expect(await titles(1)).toEqual(['B', 'A'])
    expect(await titles(24)).toEqual(['C', 'B', 'D', 'A'])
  })

  it('leaves out sponsored articles', async () => {
    const [own, sponsored] = await publish('Own', 'Sponsored')
    await pool.query("update articles set sponsored_by = 'Acme' where id = $1", [sponsored])
    await read(own, '2026-06-15T11:30:00Z', [1, 2])
    await read(sponsored, '2026-06-15T11:30:00Z', [1, 2, 3])
    await rankMostRead(db, now)
    expect(await titles(1)).toEqual(['Own'])
  })

  it('leaves out what one visitor read alone, other pages, and articles that are not published', async () => {
    const [alone] = await publish('Alone')
    await read(alone, '2026-06-15T11:30:00Z', [1, 1])
    await read(crypto.randomUUID(), '2026-06-15T11:30:00Z', [1, 2])
    await read('not-an-id', '2026-06-15T11:30:00Z', [1, 2])
    await storeViews(
      pool,
      [1, 2, 3].map((visitor) => ({ at: '2026-06-15T11:30:00Z', visitor, path: '/news' })),
    )
    await rankMostRead(db, now)
    expect(await titles(24)).toEqual([])
  })

  it('announces changes of the ranking and of listed articles, once, and nothing else', async () => {
    const [listed, other] = await publish('Listed', 'Other')
    await read(listed, '2026-06-15T11:30:00Z', [1, 2])
    const heard: string[] = []
    const listener = await listenForNotifications(database.url, 'masthead_live', {
      onNotification: (payload) => heard.push(payload),
      onGap() {},
      onDisconnected() {},
      onError(error) {
        throw error
      },
    })
    const announcements = async (change: () => Promise<unknown>) => {
      heard.length = 0
      await change()
      const end = crypto.randomUUID()
      await pool.query("select pg_notify('masthead_live', $1)", [end])
      await expect.poll(() => heard).toContain(end)
      return heard.filter((payload) => payload.includes('most_read'))
    }
    try {
      const ranked = ['{"table":"most_read"}']
      expect(await announcements(() => rankMostRead(db, now))).toEqual(ranked)
      expect(await announcements(() => rankMostRead(db, now))).toEqual([])
      const rename = 'update articles set title = $2 where id = $1'
      expect(await announcements(() => pool.query(rename, [listed, 'Renamed']))).toEqual(ranked)
      expect(await announcements(() => pool.query(rename, [other, 'Renamed']))).toEqual([])
      expect(await announcements(() => pool.query('delete from articles where id = $1', [other]))).toEqual([])
      expect(await announcements(() => pool.query('delete from articles where id = $1', [listed]))).toEqual(
        ranked,
      )
      expect(await titles(24)).toEqual([])
    } finally {
      await listener.close()
    }
  })
})

describe('listMostRead', () => {
  it('is read once for all pages until it changes', async () => {
    const [id] = await publish('Before')
    await read(id, '2026-06-15T11:30:00Z', [1, 2])
    await rankMostRead(db, now)
    const reads = createSharedReads()
    setSharedReads(reads)
    try {
      const page = () => renderPageWithContext(() => titles(1))
      const { result, tags } = await page()
      expect(result).toEqual(['Before'])
      expect([...tags]).toEqual(['most-read'])
      await pool.query("update articles set title = 'After'")
      expect((await page()).result).toEqual(['Before'])
      reads.invalidate(['most-read'])
      expect((await page()).result).toEqual(['After'])
    } finally {
      setSharedReads(undefined)
    }
  })
})
