import { once } from 'node:events'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { configureCdn } from '#features/cdn/server/cdn-state.server.ts'
import { type Purger, startPurger } from '#features/cdn/server/purger.server.ts'
import { isReaderTag } from '#kernel/cache-tags.ts'
import { createEdgePolicy } from '#platform/cdn/edge-headers.server.ts'
import { createPurgeSender } from '#platform/cdn/send-purges.server.ts'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { createLiveStream } from '#platform/server/live-stream.server.ts'
import { createHealth } from '#platform/server/monitoring.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { startTestSite, type TestSite } from '#platform/testing/test-site.ts'
import { hasVarnish, startVarnish } from '#platform/testing/varnish.ts'
import { listenForChanges } from '../changes/change-notifications.server.ts'
import { findPurgeKeys } from './find-purge-keys.server.ts'

const SENT_AFTER_MS = [50, 400]

/** Install varnish and varnish-modules to run these tests. */
describe.skipIf(!hasVarnish)('behind Varnish', () => {
  let database: TestDatabase
  let site: TestSite
  let varnish: Awaited<ReturnType<typeof startVarnish>>
  /** Delays the moment at which this process learns of changes. */
  let untilNotified: Promise<void> | undefined
  let purger: Purger | undefined
  let onRender: (() => Promise<void>) | undefined
  const closing = new AsyncDisposableStack()

  beforeAll(async () => {
    database = await createTestDatabase()
    closing.defer(() => database.drop())
    const stream = createLiveStream({ trustedProxies: 0 })
    site = await startTestSite(
      async (request) => {
        const { pathname } = new URL(request.url)
        const id = pathname.slice('/article/'.length)
        const { rows } = await database.pool.query('select title from articles where id::text = $1', [id])
        addPageTags('articles', `article:${id}`)
        await onRender?.()
        return new Response(rows[0]?.title ?? 'none', {
          status: rows[0] || !pathname.startsWith('/article/') ? 200 : 404,
          headers: { 'content-type': 'text/html' },
        })
      },
      {
        edge: createEdgePolicy('varnish', 'b1'),
        probes: [createHealth(async () => false)],
        handlers: [stream.handle],
      },
    )
    closing.defer(() => site.close())
    const changes = await listenForChanges(database.url, {
      async onChange(tags) {
        purger?.wake()
        await untilNotified
        site.cache.invalidate(tags.filter(isReaderTag))
        stream.publish(tags.filter(isReaderTag))
      },
      onTopicEvent: () => {},
      onReset: () => site.cache.invalidateAll(),
      onDisconnected: () => {},
      onError: () => {},
    })
    closing.defer(() => changes.close())
    varnish = await startVarnish(site.port)
    closing.defer(() => varnish[Symbol.asyncDispose]())
    await configureCdn(database.db, { target: 'varnish', build: 'b1' })
    const sender = createPurgeSender({ provider: 'varnish', urls: [varnish.url], token: undefined })
    closing.defer(() => sender.close())
    const started = startPurger({
      db: database.db,
      findKeys: findPurgeKeys,
      sender,
      onFailure: (error) => expect.unreachable(error.message),
      onRecovery: () => {},
      onError: (error) => expect.unreachable(String(error)),
      sentAfterMs: SENT_AFTER_MS,
    })
    closing.defer(() => started.stop())
    purger = started
    await untilPurged()
  })
  afterEach(() => {
    untilNotified = undefined
    onRender = undefined
  })
  afterAll(() => closing.disposeAsync())

  const untilPurged = () =>
    eventually(async () => expect((await database.pool.query('select from cdn_purges')).rowCount).toBe(0))
  const sql = (statement: string, values: unknown[] = []) => database.pool.query(statement, values)
  async function addArticle(title: string): Promise<string> {
    const { rows } = await sql(`insert into articles (title, category) values ($1, 'News') returning id`, [
      title,
    ])
    await untilPurged()
    return rows[0].id
  }
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(varnish.url + path, { headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const countRenders = () => site.outcomes.length

  it('serves copies, and shows browsers no more than before', async () => {
    const id = await addArticle('One')
    const first = await read(`/article/${id}`)
    const before = countRenders()
    const second = await read(`/article/${id}`, { cookie: 'session=staff' })
    expect([first.text, second.text]).toEqual(['One', 'One'])
    expect(countRenders()).toBe(before)
    const { headers } = second
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    for (const name of ['surrogate-control', 'surrogate-key', 'xkey', 'server-timing'])
      expect(headers.get(name)).toBeNull()
    const unchanged = await read(`/article/${id}`, { 'if-none-match': headers.get('etag') ?? '' })
    expect(unchanged.status).toBe(304)
  })

  it('shows a change within a second', async () => {
    const id = await addArticle('Before')
    await read(`/article/${id}`)
    const started = performance.now()
    await sql(`update articles set title = 'After' where id = $1`, [id])
    await eventually(async () => expect((await read(`/article/${id}`)).text).toBe('After'))
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it('does not store a page that was rendered before the change and sent after the purge', async () => {
    const id = await addArticle('Before')
    const rendered = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    onRender = async () => {
      rendered.resolve()
      await release.promise
    }
    const late = read(`/article/${id}`)
    await rendered.promise
    await sql(`update articles set title = 'After' where id = $1`, [id])
    await untilPurged()
    onRender = undefined
    release.resolve()
    expect((await late).text).toBe('Before')
    expect((await read(`/article/${id}`)).text).toBe('After')
  })

  it('drops the copy of a process that learned of the change after the first purge', async () => {
    const id = await addArticle('Before')
    await read(`/article/${id}`)
    const notified = Promise.withResolvers<void>()
    untilNotified = notified.promise
    await sql(`update articles set title = 'After' where id = $1`, [id])
    await eventually(async () =>
      expect((await sql('select from cdn_purges where sent = 1')).rowCount).toBe(1),
    )
    expect((await read(`/article/${id}`)).text).toBe('Before')
    notified.resolve()
    await eventually(async () => expect((await read(`/article/${id}`)).text).toBe('After'))
  })

  it.each(['/search?q=a', '/admin', '/_serverFn/x', '/?before=x'])('never stores %s', async (path) => {
    await read(path)
    const before = countRenders()
    await read(path)
    expect(countRenders()).toBe(before + 1)
  })

  it('stores nothing of the admin area at an address that starts like that of a file', async () => {
    const { hostname, port } = new URL(varnish.url)
    const readRaw = async () => {
      const [response] = await once(get({ hostname, port, path: '/assets/%2e%2e/admin' }), 'response')
      await text(response)
      return response.statusCode
    }
    expect(await readRaw()).toBe(200)
    const before = countRenders()
    await readRaw()
    expect(countRenders()).toBe(before + 1)
  })

  it('passes live streams on', async () => {
    const leaving = new AbortController()
    const response = await fetch(`${varnish.url}/api/live`, { signal: leaving.signal })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const id = await addArticle('Live')
    let received = ''
    while (!received.includes(`article:${id}`) && !received.includes('articles'))
      received += (await reader?.read())?.value ?? ''
    leaving.abort()
    expect(received).toContain('retry: 2000')
  })

  // The last test: it stops the site.
  it('serves changed pages while the site is down, but none of removed articles', async () => {
    const changed = await addArticle('Before')
    const removed = await addArticle('Removed')
    for (const id of [changed, removed]) await read(`/article/${id}`)
    await sql(`update articles set title = 'After' where id = $1`, [changed])
    await sql('delete from articles where id = $1', [removed])
    await untilPurged()
    await site.close()
    expect((await read(`/article/${changed}`)).text).toBe('Before')
    expect((await read(`/article/${removed}`)).status).toBe(503)
  })
})
