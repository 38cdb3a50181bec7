import { expect, it } from 'vitest'
import { createCachedPage } from '#platform/cache/cached-page.server.ts'
import { createPageCache } from '#platform/cache/page-cache.server.ts'
import { BASE_HEADERS } from '#platform/http/security-headers.server.ts'
import { startTestSite } from '#platform/testing/test-site.ts'
import { createHealth, createMetrics } from './monitoring.server.ts'

async function startWithMetrics(token?: string, countLatePublications = async () => 6) {
  const cache = createPageCache({ maxBytes: 1024 * 1024 })
  const streamMetrics = { open: 2, addresses: 1, topics: 0, events: 0, opened: 7, refused: 3, dropped: 1 }
  const metrics = createMetrics({
    cache,
    stream: { metrics: streamMetrics },
    version: '1.2.3',
    pool: { totalCount: 7, idleCount: 3, waitingCount: 2 },
    replica: { state: 'late', lagMs: 31_000, reads: { replica: 5, primary: 2 } },
    emails: { sent: 12, failed: 1 },
    countFailingFeeds: async () => 8,
    countLatePublications,
    isUploadsFolderShared: async () => false,
    isStorageAvailable: () => false,
    findBackupAge: async () => 3_600,
    findPurgeAge: async () => 0,
    disks: [{ use: 'uploads', freeBytes: 2_048 }],
    token,
  })
  const site = await startTestSite(async () => new Response('page'), {
    handlers: [metrics.handle],
    timeRequest: (url, response) => metrics.time(response, () => (url === '/stream' ? undefined : '/$page')),
  })
  return { cache, metrics, site }
}

it('counts responses and cached pages', async () => {
  const { cache, metrics, site } = await startWithMetrics()
  await using _ = site
  await cache.render('/', async () => {
    const page = await createCachedPage(200, {}, 'x'.repeat(100))
    return { page, tags: new Set(['articles']), expiresAt: Infinity }
  })
  for (const outcome of ['hit', 'hit', 'miss'] as const) metrics.count(outcome)
  const { status, headers, body } = await site.send('/metrics')
  expect(status).toBe(200)
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(headers).toMatchObject({ ...BASE_HEADERS, 'cache-control': 'no-store' })
  const lines = body.toString().split('\n')
  expect(lines).toContain('masthead_pages_total{outcome="hit"} 2')
  expect(lines).toContain('masthead_pages_total{outcome="miss"} 1')
  expect(lines).toContain('masthead_pages_total{outcome="pass"} 0')
  expect(lines).toContain('masthead_page_cache_pages 1')
  expect(lines).toContain(`masthead_page_cache_bytes ${cache.size.bytes}`)
  expect(lines).toContain('masthead_live_streams 2')
  expect(lines).toContain('masthead_publications_late 6')
  expect(lines).toContain('masthead_uploads_folder_shared 0')
  expect(lines).toContain('masthead_storage_available 0')
  expect(lines).toContain('masthead_backup_age_seconds 3600')
  expect(lines).toContain('masthead_disk_free_bytes{disk="uploads"} 2048')
  expect(lines).toContain('masthead_live_streams_total{outcome="opened"} 7')
  expect(lines).toContain('masthead_live_streams_total{outcome="refused"} 3')
  expect(lines).toContain('masthead_live_streams_total{outcome="dropped"} 1')
  expect(lines).toContainEqual(expect.stringMatching(/^nodejs_eventloop_lag_max_seconds \d/))
  expect(lines).toContain(`masthead_process_id ${process.pid}`)
  expect(lines).toContain('masthead_feeds_failing 8')
  expect(lines).toContain('masthead_emails_total{outcome="failed"} 1')
  expect(lines).toContain('masthead_database_connections{state="active"} 4')
  expect(lines).toContain('masthead_database_connections{state="waiting"} 2')
  expect(lines).toContain('masthead_replica_used 0')
  expect(lines).toContain('masthead_replica_lag_seconds 31')
  expect(lines).toContain('masthead_page_queries_total{server="primary"} 2')
  expect(lines).toContain(`masthead_build_info{version="1.2.3",node="${process.versions.node}"} 1`)
})

it('measures responses by route and status, but neither cached pages nor streams', async () => {
  const { site } = await startWithMetrics()
  await using _ = site
  await site.cache.render('/cached', async () => {
    const page = await createCachedPage(200, {}, 'page')
    return { page, tags: new Set(['articles']), expiresAt: Infinity }
  })
  for (const path of ['/cached', '/slow', '/stream']) await site.send(path)
  await site.send('/slow', { method: 'DELETE' })
  const { body } = await site.send('/metrics')
  const counts = body
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('masthead_http_request_duration_seconds_count'))
  expect(counts).toEqual([
    'masthead_http_request_duration_seconds_count{route="/$page",status="200"} 1',
    'masthead_http_request_duration_seconds_count{route="/$page",status="405"} 1',
  ])
})

it.each(['x-forwarded-for', 'forwarded'])('are hidden from requests with %s', async (header) => {
  const { site } = await startWithMetrics()
  await using _ = site
  const { status, body } = await site.send('/metrics', { headers: { [header]: '127.0.0.1' } })
  expect([status, body.toString()]).toEqual([403, 'Metrics are available from this machine only.\n'])
})

it.each([
  ['no token', {}, 401],
  ['another token', { authorization: 'Bearer another' }, 401],
  ['the token under another scheme', { authorization: 'Basic secret-token' }, 401],
  ['the token', { authorization: 'Bearer secret-token' }, 200],
  ['the token, through a proxy', { authorization: 'Bearer secret-token', 'x-forwarded-for': '8.8.4.4' }, 200],
])('with METRICS_TOKEN, answers a request with %s', async (_, headers, expected) => {
  const { site } = await startWithMetrics('secret-token')
  await using _site = site
  expect((await site.send('/metrics', { headers })).status).toBe(expected)
})

it('ignores other paths', async () => {
  const { site } = await startWithMetrics()
  await using _ = site
  expect((await site.send('/metrics/x')).body.toString()).toBe('page')
})

it('reports the other metrics while the database does not respond', async () => {
  const { site } = await startWithMetrics(undefined, () =>
    Promise.reject(new Error('The database is unavailable')),
  )
  await using _ = site
  const { status, body } = await site.send('/metrics')
  expect(status).toBe(200)
  expect(body.toString()).toMatch(/^masthead_publications_late Nan$/im)
})

it('readiness reports an outage of the storage, without which readers are served', async () => {
  let isStorageAvailable = true
  const health = createHealth(
    async () => false,
    () => false,
    () => isStorageAvailable,
  )
  await using site = await startTestSite(async () => new Response('page'), { probes: [health] })
  const ask = async (path: string) => {
    const { status, body } = await site.send(path)
    return [status, body.toString()]
  }
  expect(await ask('/readyz')).toEqual([200, 'ok\n'])
  isStorageAvailable = false
  expect(await ask('/readyz')).toEqual([200, 'ok, but the storage of the uploads cannot be used.\n'])
  expect(await ask('/livez')).toEqual([200, 'ok\n'])
})
