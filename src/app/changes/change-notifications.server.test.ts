import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { endBreakingNews } from '#features/articles/server/end-breaking-news.server.ts'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { expireBreakingBar } from '#features/front/server/breaking-bar.server.ts'
import { publishDueFronts } from '#features/front/server/front-publications.server.ts'
import { publishDraft } from '#features/publishing/server/publish-draft.server.ts'
import { saveDraft } from '#features/publishing/server/save-draft.server.ts'
import { publishDue } from '#features/publishing/server/scheduled-publications.server.ts'
import { openDraftClient } from '#features/publishing/testing/draft-client.ts'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { findChangeTags, findTopicEvent, listenForChanges } from './change-notifications.server.ts'

let database: TestDatabase
let listener: DatabaseClient
let received: string[]
beforeAll(async () => {
  database = await createTestDatabase()
  listener = new DatabaseClient({ connectionString: database.url })
  await listener.connect()
  await listener.query('listen masthead_live')
  listener.on('notification', ({ payload = '' }) => {
    received.push(payload)
    if (payload === 'end') listener.emit('collected')
  })
})
beforeEach(() => {
  received = []
})
afterEach(async () => {
  await database.pool.query('truncate articles cascade')
})
afterAll(async () => {
  await listener.end()
  await database.drop()
})

/** Returns the notifications that `work` causes. */
async function collectNotifications(work: () => Promise<unknown>) {
  await waitForNotifications()
  received = []
  await work()
  await waitForNotifications()
  return received.slice(0, -1).map((payload) => JSON.parse(payload))
}

async function waitForNotifications(): Promise<void> {
  const ended = once(listener, 'collected')
  await database.pool.query(`select pg_notify('masthead_live', 'end')`)
  await ended
}

const sql = (text: string, values: unknown[] = []) => database.pool.query(text, values)
const addArticle = async (category = 'News', isBreaking = false): Promise<string> => {
  const insert = `insert into articles (title, category, is_breaking) values ('Title', $1, $2) returning id`
  return (await sql(insert, [category, isBreaking])).rows[0].id
}
const addMany = (count: number) =>
  sql(`insert into articles (title) select 'Title ' || n from generate_series(1, ${count}) n`)

describe('the triggers of the newsroom', () => {
  it('notify of nothing when the publication timer finds nothing to do, as notifications wake it', async () => {
    const { db } = database
    const payloads = await collectNotifications(async () => {
      await publishDue(db, new Date())
      await endBreakingNews(db, new Date())
      await publishDueFronts(db, new Date())
      await expireBreakingBar(db, new Date())
    })
    expect(payloads).toEqual([])
  })

  it('notify readers of a publication, not of drafts, revisions, reviews and schedules', async () => {
    const id = randomUUID()
    const tagsOf = async (work: () => Promise<unknown>) =>
      new Set(
        (await collectNotifications(work))
          .filter((change) => !findTopicEvent(change))
          .flatMap(findChangeTags),
      )
    const by = COMMAND_LINE_ACTOR
    const client = await openDraftClient(database.db, by, id, new Date())
    await client.edit({ title: 'Tea' })
    const publish = (plannedAt?: Date) => {
      const request = {
        id,
        publicationId: randomUUID(),
        base: client.base,
        updateKind: 'update',
        plannedAt,
      } as const
      return publishDraft(database.db, by, request, new Date())
    }
    expect(await tagsOf(() => publish())).toContain(`article:${id}`)
    const tags = await tagsOf(async () => {
      await client.edit({ title: 'Coffee' })
      await saveDraft(database.db, by, { id, base: client.base }, new Date())
      await publish(new Date(Date.now() + 3_600_000))
      await sql(
        `insert into reviews (id, article_id, revision, kind) values (gen_random_uuid(), $1, 1, 'submit')`,
        [id],
      )
    })
    expect(tags).toEqual(new Set(['admin:drafts', 'admin:publications', 'admin:audit']))
  })
})

describe('the triggers on articles', () => {
  it('notify of an insert with its id, category and breaking flag', async () => {
    let id = ''
    const payloads = await collectNotifications(async () => {
      id = await addArticle('Sport', true)
    })
    expect(payloads).toEqual([{ table: 'articles', op: 'INSERT', id, categories: ['Sport'], breaking: true }])
  })

  it('notify of a delete', async () => {
    const id = await addArticle('TV')
    const payloads = await collectNotifications(() => sql('delete from articles where id = $1', [id]))
    expect(payloads).toEqual([{ table: 'articles', op: 'DELETE', id, categories: ['TV'], breaking: false }])
  })

  it.each([
    ['the title', `title = 'Other'`, { categories: ['News', 'News'], breaking: false }],
    [
      'the category, with the old and the new one',
      `category = 'Money'`,
      { categories: ['News', 'Money'], breaking: false },
    ],
    ['the breaking flag', 'is_breaking = true', { categories: ['News', 'News'], breaking: true }],
    [
      'a missing image',
      `image_url = 'https://x.example/a.jpg'`,
      { categories: ['News', 'News'], breaking: false },
    ],
    ...['summary', 'content', 'author', 'source_url', 'source_name'].map(
      (column) =>
        [
          `the column ${column}`,
          `${column} = 'x'`,
          { categories: ['News', 'News'], breaking: false },
        ] as const,
    ),
  ] as const)('notify of an update of %s', async (_, change, expected) => {
    const id = await addArticle()
    const payloads = await collectNotifications(() =>
      sql(`update articles set ${change} where id = $1`, [id]),
    )
    expect(payloads).toEqual([{ table: 'articles', op: 'UPDATE', id, ...expected }])
  })

  it('notify of the end of breaking news as breaking', async () => {
    const id = await addArticle('News', true)
    const [payload] = await collectNotifications(() =>
      sql('update articles set is_breaking = false where id = $1', [id]),
    )
    expect(findChangeTags(payload)).toContain('breaking')
  })

  it.each([
    ['sets the current values', `update articles set title = 'Title', image_url = null`],
    ['finds no row to update', `update articles set title = 'x' where false`],
    ['finds no row to delete', 'delete from articles where false'],
    ['adds no row', `insert into articles (title) select 'x' where false`],
    [
      'does nothing on conflict',
      `insert into articles (id, title) select id, 'x' from articles on conflict do nothing`,
    ],
  ])('do not notify of a statement that %s', async (_, statement) => {
    await addArticle()
    expect(await collectNotifications(() => sql(statement))).toEqual([])
  })

  it('notify of an upsert of an existing article once', async () => {
    const id = await addArticle()
    const upsert = `insert into articles (id, title) values ($1, 'New') on conflict (id) do update set title = excluded.title`
    const payloads = await collectNotifications(() => sql(upsert, [id]))
    expect(payloads.map(({ op, id }) => [op, id])).toEqual([['UPDATE', id]])
  })

  it('notify of up to a hundred rows individually, and more as the whole table', async () => {
    expect(await collectNotifications(() => addMany(100))).toHaveLength(100)
    expect(await collectNotifications(() => sql(`update articles set author = 'x'`))).toHaveLength(100)
    expect(await collectNotifications(() => addMany(101))).toEqual([{ table: 'articles', op: 'INSERT' }])
    expect(await collectNotifications(() => sql(`update articles set author = 'y'`))).toEqual([
      { table: 'articles', op: 'UPDATE' },
    ])
    expect(await collectNotifications(() => sql('delete from articles'))).toEqual([
      { table: 'articles', op: 'DELETE' },
    ])
  })

  it('notify of the whole table when an id changes or the table is truncated', async () => {
    await addArticle()
    const whole = (op: string) => ({ table: 'articles', op })
    expect(await collectNotifications(() => sql('update articles set id = gen_random_uuid()'))).toEqual([
      whole('UPDATE'),
    ])
    expect(await collectNotifications(() => sql('truncate articles cascade'))).toContainEqual(
      whole('TRUNCATE'),
    )
    expect(findChangeTags(whole('TRUNCATE'))).toBeNull()
  })

  it.each([
    ['notify on commit', 'commit', 1],
    ['do not notify on rollback', 'rollback', 0],
  ])('%s', async (_, end, count) => {
    const client = await database.pool.connect()
    expect(
      await collectNotifications(() => client.query(`begin; insert into articles (title) values ('x')`)),
    ).toEqual([])
    expect(await collectNotifications(() => client.query(end))).toHaveLength(count)
    client.release()
  })
})

describe('the triggers on articles, in a transaction of an ingest', () => {
  const ingest = (statement: string) =>
    sql(`begin; select set_config('masthead.change_source', 'ingest', true); ${statement}; commit`)

  it.each([1, 50, 500])('notify of %i new articles once, with their categories', async (count) => {
    const insert = `insert into articles (title, category)
      select 'Title ' || n, (array['Sport', 'News'])[n % 2 + 1] from generate_series(0, ${count}) n`
    expect(await collectNotifications(() => ingest(insert))).toEqual([
      { table: 'articles', op: 'INSERT', source: 'ingest', categories: ['News', 'Sport'], breaking: false },
    ])
  })

  it('notify of an update with the id, and not of statements without an effect', async () => {
    const id = await addArticle('TV')
    expect(await collectNotifications(() => ingest(`update articles set title = 'New'`))).toEqual([
      { table: 'articles', op: 'UPDATE', source: 'ingest', id, categories: ['TV', 'TV'], breaking: false },
    ])
    expect(
      await collectNotifications(() =>
        ingest(
          `update articles set title = 'New'; insert into articles (title) select 'x' from articles where false`,
        ),
      ),
    ).toEqual([])
  })

  it('do not name the source of the next transaction of the connection', async () => {
    const client = await database.pool.connect()
    const payloads = await collectNotifications(async () => {
      await client.query(`begin; select set_config('masthead.change_source', 'ingest', true); commit`)
      await client.query(`insert into articles (title) values ('x')`)
      await client.query(`update articles set title = 'y'`)
    })
    client.release()
    expect(payloads).toMatchObject([{ op: 'INSERT' }, { op: 'UPDATE' }])
    for (const payload of payloads) expect(payload).not.toHaveProperty('source')
  })
})

describe('the triggers on site_settings', () => {
  it.each([
    ['changes nothing', 'update site_settings set setting_value = setting_value'],
    ['matches no row', `delete from site_settings where setting_name = 'none'`],
  ])('do not notify of a statement that %s', async (_, statement) => {
    expect(await collectNotifications(() => sql(statement))).toEqual([])
  })

  it.each([
    ['an update', 'UPDATE', `update site_settings set setting_value = 'x' where setting_name = 'site_name'`],
    [
      'an insert',
      'INSERT',
      `insert into site_settings (setting_name, setting_value) values ('privacy_policy_page', 'x')`,
    ],
    [
      'an upsert',
      'UPDATE',
      `insert into site_settings (setting_name, setting_value) values ('site_name', 'y')
       on conflict (setting_name) do update set setting_value = excluded.setting_value`,
    ],
    ['a delete', 'DELETE', `delete from site_settings where setting_name = 'privacy_policy_page'`],
    [
      'a truncate',
      'TRUNCATE',
      `truncate site_settings; insert into site_settings (setting_name, setting_value) values ('site_name', 'x')`,
    ],
  ])('notify of %s', async (_, op, statement) => {
    const payloads = await collectNotifications(() => sql(statement))
    expect(payloads).toContainEqual({ table: 'site_settings', op })
    for (const payload of payloads) expect(findChangeTags(payload)).toEqual(['settings'])
  })
})

describe('the triggers on tables of the admin area', () => {
  it.each([
    ['users', `insert into users (full_name, email) values ('A', 'a@example.org')`, 'INSERT'],
    ['feeds', `insert into feeds (url) values ('https://example.org/feed')`, 'INSERT'],
    ['newsletter_subscribers', 'delete from newsletter_subscribers', 'DELETE'],
    [
      'audit_log',
      `insert into audit_log (actor_email, action) values ('a@example.org', 'article.update')`,
      'INSERT',
    ],
  ])('notify of the whole table %s', async (table, statement, op) => {
    expect(await collectNotifications(() => database.pool.query(statement))).toEqual([{ table, op }])
  })
})

it('reports committed changes of another connection at once, in the order of the commits', async () => {
  const events: (string[] | 'reset')[] = []
  const first = Promise.withResolvers<void>()
  const changes = await listenForChanges(database.url, {
    onChange(tags, { isIngest, removedId }) {
      events.push([...(isIngest ? ['ingest'] : []), ...(removedId ? ['removed', removedId] : []), ...tags])
      first.resolve()
    },
    onTopicEvent: ({ event, topic }) => events.push([event, topic]),
    onReset: () => events.push('reset'),
    onDisconnected: () => {},
    onError: () => {},
  })
  // Time stands still: only what is reported at once arrives.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  try {
    const id = await addArticle('TV')
    const article = ['articles', `article:${id}`, 'category:TV']
    await first.promise
    expect(events).toEqual(['reset', article])
    await sql("update site_settings set setting_value = 'X' where setting_name = 'site_name'")
    await sql(`update articles set title = 'Other'`)
    await sql('delete from articles')
    await sql('truncate articles cascade')
    await sql(`select pg_notify('masthead_live', 'no JSON')`)
    await sql(`select pg_notify('masthead_live', $1)`, [JSON.stringify({ draft: id, presence: {} })])
    const ingested = `{"table":"articles","op":"INSERT","source":"ingest","categories":["TV"],"breaking":false}`
    await sql(`select pg_notify('masthead_live', $1)`, [ingested])
    await eventually(() =>
      expect(events).toEqual([
        'reset',
        article,
        ['settings'],
        [...article, 'category:TV'],
        ['removed', id, ...article],
        'reset',
        'reset',
        ['presence', `draft=${id}`],
        ['ingest', 'articles', 'category:TV'],
      ]),
    )
  } finally {
    vi.useRealTimers()
    await changes.close()
  }
})
