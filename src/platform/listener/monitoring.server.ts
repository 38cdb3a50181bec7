import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { DiskStatus } from '#platform/disk-space.server.ts'
import { sendText } from '#platform/http/responses.server.ts'
import { BASE_HEADERS } from '#platform/http/security-headers.server.ts'
import type { PageCache } from '#platform/pages/page-cache.server.ts'
import type { RequestHandler } from './http.server.ts'
import type { LiveStream } from './live-stream.server.ts'

/**
 * Serves metrics in the Prometheus text format: to holders of the token, or without one, to this machine only.
 *
 * @param options.token a Bearer token (RFC 6750)
 */
export function createMetrics(options: {
  cache: PageCache
  stream: Pick<LiveStream, 'metrics'>
  watchdog: { readonly blocks: number }
  reports: { readonly counts: ReadonlyMap<string, number> }
  /** Late or failed ones. */
  countLatePublications: () => Promise<number>
  isUploadsFolderShared: () => Promise<boolean>
  /** In seconds, NaN if there is no backup. */
  findBackupAge: () => Promise<number>
  disks: readonly Pick<DiskStatus, 'use' | 'freeBytes'>[]
  /** Collects `read` of all workers. */
  readAll?: () => Promise<unknown[]>
  token?: string
}) {
  const { cache, stream, watchdog, reports, token } = options
  const { countLatePublications, isUploadsFolderShared, findBackupAge } = options
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Faster than the library's counters.
  const outcomes = { hit: 0, 'not-modified': 0, miss: 0, pass: 0 }
  new Counter({
    name: 'masthead_pages_total',
    help: 'Page requests by outcome',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [outcome, number] of Object.entries(outcomes)) this.inc({ outcome }, number)
    },
  })
  new Gauge({
    name: 'masthead_page_cache_bytes',
    help: 'Bytes of the cached pages',
    registers: [registry],
    collect() {
      this.set(cache.size.bytes)
    },
  })
  new Gauge({
    name: 'masthead_page_cache_pages',
    help: 'Number of cached pages',
    registers: [registry],
    collect() {
      this.set(cache.size.pages)
    },
  })
  new Gauge({
    name: 'masthead_live_streams',
    help: 'Open live streams',
    registers: [registry],
    collect() {
      this.set(stream.metrics.open)
    },
  })
  new Counter({
    name: 'masthead_live_streams_total',
    help: 'Live streams by outcome',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      const { opened, refused, dropped } = stream.metrics
      for (const [outcome, number] of Object.entries({ opened, refused, dropped }))
        this.inc({ outcome }, number)
    },
  })
  new Counter({
    name: 'masthead_event_loop_blocks_total',
    help: 'Blocks of the event loop of more than 200 ms',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(watchdog.blocks)
    },
  })
  new Counter({
    name: 'masthead_csp_violations_total',
    help: 'Reported violations of the content security policy by directive',
    labelNames: ['directive'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [directive, number] of reports.counts) this.inc({ directive }, number)
    },
  })
  new Gauge({
    name: 'masthead_publications_late',
    aggregator: 'max',
    help: 'Scheduled publications that are more than 60 s late or have failed; NaN if the database does not respond',
    registers: [registry],
    async collect() {
      this.set(await countLatePublications().catch(() => Number.NaN))
    },
  })
  new Gauge({
    name: 'masthead_uploads_folder_shared',
    aggregator: 'min',
    help: 'Whether the uploads folder is the one that belongs to the database (1 or 0); NaN if this cannot be checked',
    registers: [registry],
    async collect() {
      this.set(await isUploadsFolderShared().then(Number, () => Number.NaN))
    },
  })
  new Gauge({
    name: 'masthead_backup_age_seconds',
    aggregator: 'max',
    help: 'Age of the newest complete backup; NaN if there is none or the database does not respond',
    registers: [registry],
    async collect() {
      this.set(await findBackupAge().catch(() => Number.NaN))
    },
  })
  new Gauge({
    name: 'masthead_disk_free_bytes',
    aggregator: 'min',
    help: 'Free bytes on the disks of the embedded database and of the uploads; NaN if they cannot be read',
    labelNames: ['disk'],
    registers: [registry],
    collect() {
      for (const { use, freeBytes } of options.disks) this.set({ disk: use }, freeBytes)
    },
  })
  new Gauge({
    name: 'masthead_process_id',
    help: 'Process id of the server, or of one of its workers',
    aggregator: 'first',
    registers: [registry],
  }).set(process.pid)
  new Gauge({ name: 'masthead_processes', help: 'Processes that serve the site', registers: [registry] }).set(
    1,
  )
  async function combine(): Promise<Pick<Registry, 'metrics'>> {
    const all = await options.readAll?.()
    return all ? AggregatorRegistry.aggregate(all as object[]) : registry
  }
  const handle: RequestHandler = async (path, request, response) => {
    if (path !== '/metrics') return false
    if (token !== undefined && !hasToken(request, token)) {
      response.setHeader('www-authenticate', 'Bearer')
      sendText(response, 401, 'Metrics require the token METRICS_TOKEN.')
      return true
    }
    if (token === undefined && !isLoopback(request)) {
      sendText(response, 403, 'Metrics are available from this machine only.')
      return true
    }
    const headers = { ...BASE_HEADERS, 'cache-control': 'no-store', 'content-type': registry.contentType }
    response.writeHead(200, headers).end(await (await combine()).metrics())
    return true
  }
  return {
    handle,
    read: () => registry.getMetricsAsJSON(),
    count(outcome: keyof typeof outcomes) {
      outcomes[outcome] += 1
    },
  }
}

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}

/** False for requests through a local proxy. */
function isLoopback(request: IncomingMessage): boolean {
  const isProxied = Object.keys(request.headers).some((name) =>
    /^(via|forwarded|x-real-ip|x-forwarded-.*)$/.test(name),
  )
  if (isProxied) return false
  return /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(request.socket.remoteAddress ?? '')
}

/** /livez: the process is running. /readyz: the database responds, and the server is not shutting down. */
export function createHealth(
  isDatabaseUnavailable: () => Promise<boolean>,
  isDraining = () => false,
): RequestHandler {
  return async (path, _request, response) => {
    if (path !== '/livez' && path !== '/readyz') return false
    const isReadiness = path === '/readyz'
    if (isReadiness && isDraining()) sendText(response, 503, 'The server is shutting down.')
    else if (isReadiness && (await isDatabaseUnavailable()))
      sendText(response, 503, 'The database cannot be reached.')
    else sendText(response, 200, 'ok')
    return true
  }
}
