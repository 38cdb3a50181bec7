import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { openLibrary, stripes } from '#features/media/testing/library-fixture.ts'
import { sanitiseBody } from '#platform/render/sanitise.server.ts'
import type { ImportedSubscriber, ImportItem, ImportSource } from '../rules/import-item.ts'
import { DEFAULT_OPTIONS, type ImportOptions } from '../rules/import-options.ts'
import { fakeArticle, fakeSource } from '../testing/fake-source.ts'
import { ImportStoppedError } from './import-ledger.server.ts'
import { addImport, findImport, pauseImport } from './imports.server.ts'
import { runImport } from './run-import.server.ts'

const PAPER = 'folder courier.example'
const TABLES = [
  'imports',
  'import_items',
  'redirects',
  'authors',
  'topics',
  'newsletter_subscribers',
  'media',
]

const { db, pool, bucket, dir } = await openLibrary()
const services = { db, bucket, dir: join(dir, 'temporary'), outbound: null }

beforeEach(() => pool.query(TABLES.map((table) => `delete from ${table}`).join(';')))

const all = (table: string, order: string) =>
  pool.query(`select * from ${table} order by ${order}`).then(({ rows }) => rows)

async function addRunning(options: ImportOptions = DEFAULT_OPTIONS): Promise<string> {
  const id = randomUUID()
  await addImport(db, COMMAND_LINE_ACTOR, {
    id,
    name: 'export.zip',
    path: '/export.zip',
    options,
    state: 'running',
  })
  return id
}

/** Runs an import as another process would continue it. */
function continueImport(id: string, source: ImportSource, options: ImportOptions = DEFAULT_OPTIONS) {
  const running = { id, source: PAPER }
  return runImport(services, COMMAND_LINE_ACTOR, source, options, running, new AbortController().signal)
}

async function run(items: readonly ImportItem[], files = {}, options?: ImportOptions) {
  const id = await addRunning(options)
  await continueImport(id, fakeSource(items, files), options)
  return (await findImport(db, id))?.results
}

const person: ImportItem = {
  kind: 'person',
  key: 'ann',
  addresses: ['/author/ann-example/', '/author/ann-example/feed/'],
  name: 'Ann Author',
  slug: 'ann',
  biography: 'Writes.',
  links: ['https://ann.example/', 'javascript:alert(1)'],
  image: null,
}
const topic: ImportItem = {
  kind: 'topic',
  key: 'tides',
  addresses: ['/tag/tides/'],
  name: 'Tides',
  slug: 'tides',
  description: '',
  image: null,
}
const sport: ImportItem = {
  kind: 'category',
  key: 'sports',
  addresses: ['/category/sports/', '/category/sports/feed/'],
  name: 'Sports',
  slug: 'sports',
  description: '',
}
const gardens: ImportItem = {
  ...sport,
  key: 'gardens',
  addresses: ['/category/gardens/'],
  name: 'Gardens',
  slug: 'gardens',
}
const subscriber: ImportedSubscriber = {
  kind: 'subscriber',
  key: 'reader@example.org',
  email: 'reader@example.org',
  name: 'Reader',
  subscribedAt: '2018-01-01T00:00:00Z',
  consent: 'given',
}
const image = { address: 'photos/harbour.jpg', alt: 'A harbour', caption: 'The harbour', credit: 'Ann' }
const files = { 'photos/harbour.jpg': await stripes({ seed: 0.1 }) }

describe('an import', () => {
  it('stores articles as they were, with people, topics, category and dates', async () => {
    const results = await run([
      person,
      topic,
      sport,
      gardens,
      fakeArticle('1', {
        ...{ people: ['ann', 'ann'], topics: ['tides'], category: 'sports', slug: 'high-water' },
        standfirst: 'In short & plain',
        updatedAt: '2020-01-01T00:00:00Z',
        searchTitle: 'For search',
        canonicalUrl: 'https://first.example/a',
        isUnlisted: true,
      }),
      fakeArticle('2', { state: 'draft', publishedAt: null, category: 'gardens' }),
      fakeArticle('3', { state: 'scheduled', publishedAt: '2999-01-01T00:00:00Z' }),
      fakeArticle('4', { type: 'page' }),
      subscriber,
      { ...subscriber, key: 'b', email: 'left@example.org', consent: 'withdrawn' },
      { ...subscriber, key: 'c', email: 'not an address' },
    ])
    expect(results).toMatchObject({
      person: { created: { count: 1 } },
      topic: { created: { count: 1 } },
      category: { matched: { count: 1 }, created: { count: 1 } },
      article: { created: { count: 4 } },
      subscriber: { created: { count: 2 }, refused: { count: 1 } },
    })
    const [author] = await all('authors', 'name')
    expect(author).toMatchObject({ slug: 'ann', biography: 'Writes.', links: ['https://ann.example/'] })
    const articles = await all('articles', 'title')
    expect(articles).toMatchObject([
      {
        title: 'Article 1',
        summary: 'In short & plain',
        content: '<p>Text of 1.</p>',
        author: 'Ann Author',
        byline: JSON.stringify([{ id: author.id, name: 'Ann Author', role: '' }]),
        category: 'Sport',
        slug: 'high-water',
        search_title: 'For search',
        canonical_url: 'https://first.example/a',
        is_unlisted: true,
        origin: 'editor',
        published_at: new Date('2019-05-01T10:00:00Z'),
        updated_at: new Date('2020-01-01T00:00:00Z'),
      },
    ])
    expect(await all('drafts', "fields ->> 'title'")).toMatchObject([
      { status: 'published', created_at: new Date('2019-05-01T09:00:00Z') },
      { status: 'draft', category: 'News' },
      { status: 'scheduled' },
      { status: 'draft' },
    ])
    const linked = await pool.query(
      'select t.name, d.title from article_topics join topics t on t.id = topic_id join drafts d on d.id = article_id order by 1',
    )
    expect(linked.rows).toEqual([
      { name: 'Gardens', title: 'Article 2' },
      { name: 'Tides', title: 'Article 1' },
    ])
    expect(await all('newsletter_subscribers', 'email')).toMatchObject([
      { email: 'left@example.org', is_active: false, inactive_reason: 'Inactive when imported' },
      { email: 'reader@example.org', is_active: true, subscribed_at: new Date('2018-01-01T00:00:00Z') },
    ])
  })

  it('redirects former addresses, each once, to the page that it is now', async () => {
    await run([
      person,
      topic,
      sport,
      gardens,
      fakeArticle('1', {
        addresses: ['https://www.courier.example/2019/05/One/', '/?p=1', 'https://other.example/x'],
      }),
      { kind: 'redirect', key: 'feed', from: '/feed/', to: '/feed.xml', status: 301 },
      { kind: 'redirect', key: 'hostile', from: '/x', to: '//evil.example', status: 301 },
      { kind: 'redirect', key: 'backslash', from: '/y', to: '/\\evil.example', status: 301 },
      { kind: 'redirect', key: 'line', from: '/z', to: '/a\nSet-Cookie: a=b', status: 301 },
      { kind: 'redirect', key: 'letters', from: '/harbour', to: '/tag/wänd & 港?a=b', status: 301 },
      { kind: 'redirect', key: 'admin', from: '/admin/articles', to: '/', status: 301 },
      { kind: 'redirect', key: 'admin?', from: '/admin?id=1', to: '/', status: 301 },
      { kind: 'redirect', key: 'metrics?', from: '/metrics?id=1', to: '/', status: 301 },
    ])
    const [article] = await all('articles', 'title')
    const rows = await all('redirects', 'from_path')
    expect(rows.map(({ from_path, target, origin }) => [from_path, target, origin])).toEqual([
      ['/2019/05/one', `/article/${article.id}`, 'import'],
      ['/?p=1', `/article/${article.id}`, 'import'],
      ['/author/ann-example', '/author/ann', 'import'],
      ['/author/ann-example/feed', '/author/ann/feed.xml', 'import'],
      ['/category/gardens', '/topic/gardens', 'import'],
      ['/category/sports', '/sport', 'import'],
      ['/category/sports/feed', '/sport/feed.xml', 'import'],
      ['/feed', '/feed.xml', 'import'],
      ['/harbour', '/tag/w%C3%A4nd%20%26%20%E6%B8%AF?a=b', 'import'],
      ['/tag/tides', '/topic/tides', 'import'],
    ])
  })

  it('adds images to the library once, and places them as blocks', async () => {
    const html =
      '<p>Before <a href="photos/harbour.jpg"><img src="photos/harbour.jpg" alt="A harbour"></a> after.</p>' +
      '<figure><img src="copy.jpg"><figcaption>The <em>quay</em></figcaption></figure><p>Lost: <img src="lost.jpg" alt="Lost"></p>'
    const results = await run([fakeArticle('1', { html, image })], {
      ...files,
      'copy.jpg': files['photos/harbour.jpg'],
    })
    expect(results?.file).toMatchObject({
      created: { count: 1 },
      matched: { count: 1 },
      refused: { count: 1 },
    })
    const [file] = await all('media', 'name')
    expect(file).toMatchObject({ alt: 'A harbour', caption: 'The harbour', credit: 'Ann' })
    const src = `/storage/article-images/${file.name}`
    const [article] = await all('articles', 'title')
    expect(article).toMatchObject({ image_url: src, image_alt: 'A harbour' })
    expect(article.content).toBe(
      `<p>Before after.</p><figure><img src="${src}" alt="A harbour" width="320" height="200"></figure>` +
        `<figure><img src="${src}" width="320" height="200"><figcaption><span>The <em>quay</em></span></figcaption></figure>` +
        '<p>Lost: <img src="lost.jpg" alt="Lost"></p>',
    )
  })

  it('keeps what no block can hold as HTML, which readers get sanitised', async () => {
    await run([
      fakeArticle('1', {
        html: '<p>a</p><pre>code\n  more</pre><script>alert(1)</script><p onclick="alert(1)">b</p>',
      }),
    ])
    const [article] = await all('articles', 'title')
    expect(article.content).toContain('<pre>code\n  more</pre>')
    expect(article.content).toContain('<script>alert(1)</script>')
    expect(sanitiseBody(article.content)).toBe('<p>a</p><pre>code\n  more</pre><p>b</p>')
  })

  it('refuses an article that is too long, and stores the others', async () => {
    const results = await run([
      fakeArticle('1', { html: `<p>${'x'.repeat(1_000_001)}</p>` }),
      fakeArticle('2'),
    ])
    expect(results?.article).toMatchObject({ created: { count: 1 }, refused: { count: 1 } })
  })
})

describe('a second import', () => {
  const items = [
    person,
    topic,
    gardens,
    fakeArticle('1', { people: ['ann'], image }),
    fakeArticle('2'),
    subscriber,
  ]
  const readAll = async () => [
    await all('articles', 'title'),
    await all('revisions', 'article_id, number'),
    await all('redirects', 'from_path'),
    await all('authors', 'name'),
    await all('topics', 'name'),
    await all('newsletter_subscribers', 'email'),
    await all('media', 'name'),
  ]

  it('changes nothing if nothing has changed', async () => {
    await run(items, files)
    const before = await readAll()
    const results = await run(items, files)
    expect(await readAll()).toEqual(before)
    expect(results).toMatchObject({
      article: { unchanged: { count: 2 } },
      person: { unchanged: { count: 1 } },
    })
  })

  it('brings over what has changed at the source, unless somebody edited it here', async () => {
    await run(items, files)
    const [, second] = await all('articles', 'title')
    await pool.query(`update drafts set fields = fields || '{"title":"Edited here"}' where id = $1`, [
      second.id,
    ])
    const results = await run([
      { ...person, biography: 'Writes more.' },
      fakeArticle('1', { people: ['ann'], title: 'A new title', updatedAt: '2021-01-01T00:00:00Z' }),
      fakeArticle('2', { title: 'Another title' }),
    ])
    expect(results).toMatchObject({
      person: { updated: { count: 1 } },
      article: { updated: { count: 1 }, kept: { count: 1 } },
    })
    expect(await all('articles', 'title')).toMatchObject([{ title: 'A new title' }, { title: 'Article 2' }])
    expect(await all('authors', 'name')).toMatchObject([{ biography: 'Writes more.' }])
    const [third] = [
      await run([
        fakeArticle('1', { people: ['ann'], title: 'A new title', updatedAt: '2021-01-01T00:00:00Z' }),
      ]),
    ]
    expect(third?.article).toMatchObject({ unchanged: { count: 1 } })
  })

  it('does not bring back what was deleted here', async () => {
    await run(items, files)
    await pool.query('delete from articles; delete from drafts')
    const results = await run([fakeArticle('1', { title: 'Changed' })])
    expect(results?.article).toMatchObject({ kept: { count: 1 } })
    expect(await all('articles', 'title')).toEqual([])
  })

  it('does not add deleted subscribers, whose addresses the ledger does not contain', async () => {
    await run([subscriber])
    await pool.query('delete from newsletter_subscribers')
    await run([{ ...subscriber, name: 'R.' }])
    expect(await all('newsletter_subscribers', 'email')).toEqual([])
    expect(JSON.stringify(await all('import_items', 'key'))).not.toContain('reader')
  })
})

it('stops where it is when it is paused', async () => {
  const id = await addRunning()
  await pauseImport(db, COMMAND_LINE_ACTOR, id)
  await expect(continueImport(id, fakeSource([topic]))).rejects.toThrow(ImportStoppedError)
  expect(await all('topics', 'name')).toEqual([])
})

const WRITE = /^(?:insert|update|delete)/i

/** Fails all statements after some commits, as when the process is killed. A statement alone is a transaction. */
function killAfter(pool: pg.Pool, commits: number) {
  let count = 0
  const send = <Result>(isCommit: boolean, query: () => Promise<Result>): Promise<Result> => {
    if (isCommit) count += 1
    return count > commits ? Promise.reject(new Error('Connection terminated unexpectedly')) : query()
  }
  const textOf = (statement: unknown) =>
    typeof statement === 'string' ? statement : (statement as { text: string }).text
  const connect = pool.connect.bind(pool)
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
  const onQuery = vi
    .spyOn(pool, 'query')
    .mockImplementation(((...args: unknown[]) =>
      send(WRITE.test(textOf(args[0])), () => query(...args))) as never)
  const onConnect = vi.spyOn(pool, 'connect').mockImplementation((async (callback?: never) => {
    if (callback) return connect(callback)
    const client = await connect()
    const run = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    return Object.assign(Object.create(client), {
      query: (...args: unknown[]) => send(/^commit/i.test(textOf(args[0])), () => run(...args)),
      release: () => client.release(client.getTransactionStatus() !== 'I'),
    })
  }) as never)
  return {
    hasKilled: () => count > commits,
    restore() {
      onQuery.mockRestore()
      onConnect.mockRestore()
    },
  }
}

it('continues after a kill at any commit, and nothing is doubled or lost', async () => {
  const items = [
    person,
    gardens,
    fakeArticle('1', { people: ['ann'], category: 'gardens', image }),
    subscriber,
  ]
  const source = fakeSource(items, files)
  const readAll = async () => {
    const queries = [
      'select id, title, author from articles',
      'select article_id, number from revisions',
      'select from_path, target from redirects order by 1',
      'select id, slug from authors union all select id, slug from topics order by 2',
      'select kind, key, result, our_id from import_items order by 1, 2',
      'select email from newsletter_subscribers',
      'select id, alt, caption, credit from media',
    ]
    return Promise.all(queries.map(async (query) => (await pool.query(query)).rows))
  }
  const reset = () =>
    pool.query([...TABLES, 'articles', 'drafts'].map((table) => `delete from ${table}`).join(';'))
  await continueImport(await addRunning(), source)
  const whole = await readAll()
  let isWhole = false
  for (let commits = 0; !isWhole; commits += 1) {
    await reset()
    const id = await addRunning()
    const kill = killAfter(pool, commits)
    await continueImport(id, source).catch(() => {})
    isWhole = !kill.hasKilled()
    kill.restore()
    if (!isWhole) await continueImport(id, source)
    expect(await readAll(), `killed after ${commits} commits`).toEqual(whole)
  }
}, 60_000)
