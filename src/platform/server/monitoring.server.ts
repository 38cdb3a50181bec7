import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type Aggregator,
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client'
import type { PageCache } from '#platform/cache/page-cache.server.ts'
import type { ReadReplica } from '#platform/database/read-replica.server.ts'
import type { DiskStatus } from '#platform/files/disk-space.server.ts'
import { sendText } from '#platform/http/responses.server.ts'
import { BASE_HEADERS } from '#platform/http/security-headers.server.ts'
import type { RequestHandler } from './http.server.ts'
import type { LiveStream } from './live-stream.server.ts'

const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Whatever `read` cannot determine, for example while the database does not respond, is NaN. */
type GaugeOptions = {
  name: string
  help: string
  aggregator?: Aggregator
  read: () => number | Promise<number>
}

/**
 * Serves metrics in the Prometheus text format: to holders of the token, or without one, to this machine only.
 *
 * @param options.token a Bearer token (RFC 6750)
 */
export function createMetrics(options: {
  cache: PageCache
  stream: Pick<LiveStream, 'metrics'>
  /** The version of Masthead. */
  version: string
  pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }
  replica?: Pick<ReadReplica, 'state' | 'lagMs' | 'reads'> | undefined
  emails: { readonly sent: number; readonly failed: number }
  countFailingFeeds: () => Promise<number>
  /** Late or failed ones. */
  countLatePublications: () => Promise<number>
  isUploadsFolderShared: () => Promise<boolean>
  /** Undefined without S3-compatible storage. */
  isStorageAvailable?: (() => boolean) | undefined
  /** In seconds, NaN if there is no backup. */
  findBackupAge: () => Promise<number>
  /** In seconds, NaN without a CDN. */
  findPurgeAge: () => Promise<number>
  disks: readonly Pick<DiskStatus, 'use' | 'freeBytes'>[]
  /** Collects `read` of all workers. */
  readAll?: () => Promise<unknown[]>
  token?: string
}) {
  const { cache, stream, pool, replica, emails, token } = options
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  // Faster than the library's counters.
  const outcomes = { hit: 0, 'not-modified': 0, miss: 0, pass: 0 }

  function addCounter(
    name: string,
    help: string,
    label: string,
    read: () => Iterable<[string, number]>,
  ): void {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset()
        for (const [value, number] of read()) this.inc({ [label]: value }, number)
      },
    })
  }

  function addGauge({ read, ...gauge }: GaugeOptions): void {
    new Gauge({
      ...gauge,
      registers,
      async collect() {
        this.set(await Promise.try(read).catch(() => Number.NaN))
      },
    })
  }

  const durations = new Histogram({
    name: 'masthead_http_request_duration_seconds',
    help: 'Time until the end of a response by route and status, without pages that are answered from the cache',
    labelNames: ['route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  })
  addCounter('masthead_pages_total', 'Page requests by outcome', 'outcome', () => Object.entries(outcomes))
  addCounter('masthead_live_streams_total', 'Live streams by outcome', 'outcome', () => {
    const { opened, refused, dropped } = stream.metrics
    return Object.entries({ opened, refused, dropped })
  })
  addCounter('masthead_emails_total', 'Emails by outcome', 'outcome', () => Object.entries(emails))
  addGauge({
    name: 'masthead_page_cache_bytes',
    help: 'Bytes of the cached pages',
    read: () => cache.size.bytes,
  })
  addGauge({
    name: 'masthead_page_cache_pages',
    help: 'Number of cached pages',
    read: () => cache.size.pages,
  })
  addGauge({ name: 'masthead_live_streams', help: 'Open live streams', read: () => stream.metrics.open })
  addGauge({
    name: 'masthead_publications_late',
    aggregator: 'max',
    help: 'Scheduled publications that are more than 60 s late or have failed; NaN if the database does not respond',
    read: options.countLatePublications,
  })
  addGauge({
    name: 'masthead_feeds_failing',
    aggregator: 'max',
    help: 'Enabled feeds whose last fetch failed; NaN if the database does not respond',
    read: options.countFailingFeeds,
  })
  addGauge({
    name: 'masthead_uploads_folder_shared',
    aggregator: 'min',
    help: 'Whether the uploads folder is the one that belongs to the database (1 or 0); NaN if this cannot be checked',
    read: async () => Number(await options.isUploadsFolderShared()),
  })
  const { isStorageAvailable } = options
  if (isStorageAvailable)
    addGauge({
      name: 'masthead_storage_available',
      aggregator: 'min',
      help: 'Whether the storage at STORAGE_URL responds (1 or 0)',
      read: () => Number(isStorageAvailable()),
    })
  addGauge({
    name: 'masthead_backup_age_seconds',
    aggregator: 'max',
    help: 'Age of the newest complete backup; NaN if there is none or the database does not respond',
    read: options.findBackupAge,
  })
  addGauge({
    name: 'masthead_cdn_purge_age_seconds',
    aggregator: 'max',
    help: 'Age of the oldest change that has not been purged from the CDN; NaN without a CDN or if the database does not respond',
    read: options.findPurgeAge,
  })
  addGauge({
    name: 'masthead_process_id',
    help: 'Process id of the server, or of one of its workers',
    aggregator: 'first',
    read: () => process.pid,
  })
  addGauge({ name: 'masthead_processes', help: 'Processes that serve the site', read: () => 1 })
  new Gauge({
    name: 'masthead_database_connections',
    help: 'Connections of the pool by state, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'active' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  if (replica) {
    addCounter('masthead_page_queries_total', 'Page queries by the server that answered them', 'server', () =>
      Object.entries(replica.reads),
    )
    addGauge({
      name: 'masthead_replica_used',
      aggregator: 'min',
      help: 'Whether the read replica answers page queries (1), or the primary instead (0)',
      read: () => Number(replica.state === 'used'),
    })
    addGauge({
      name: 'masthead_replica_lag_seconds',
      aggregator: 'max',
      help: 'How far the read replica is behind; NaN if it does not respond',
      read: () => (replica.lagMs ?? Number.NaN) / 1_000,
    })
  }
  new Gauge({
    name: 'masthead_disk_free_bytes',
    aggregator: 'min',
    help: 'Free bytes on the disks of the embedded database and of the uploads; NaN if they cannot be read',
    labelNames: ['disk'],
    registers,
    collect() {
      for (const { use, freeBytes } of options.disks) this.set({ disk: use }, freeBytes)
    },
  })
  new Gauge({
    name: 'masthead_build_info',
    aggregator: 'first',
    help: 'Versions, as labels of the value 1',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: options.version, node: process.versions.node }, 1)

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
    /**
     * Measures a request until its response has been sent or the client disconnects.
     *
     * @param findLabel returns one of a limited number of routes; undefined for requests that are not measured
     */
    time(response: ServerResponse, findLabel: () => string | undefined): void {
      const started = performance.now()
      response.once('close', () => {
        const route = findLabel()
        const seconds = (performance.now() - started) / 1_000
        if (route) durations.observe({ route, status: response.statusCode }, seconds)
      })
    },
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

/**
 * /livez: the process is running. /readyz: the database responds, and the server is not shutting down.
 *
 * @param isStorageAvailable changes only the text of /readyz, since the process serves readers without the storage of the uploads
 */
export function createHealth(
  isDatabaseUnavailable: () => Promise<boolean>,
  isDraining = () => false,
  isStorageAvailable = () => true,
): RequestHandler {
  return async (path, _request, response) => {
    if (path !== '/livez' && path !== '/readyz') return false
    const isReadiness = path === '/readyz'
    if (isReadiness && isDraining()) sendText(response, 503, 'The server is shutting down.')
    else if (isReadiness && (await isDatabaseUnavailable()))
      sendText(response, 503, 'The database cannot be reached.')
    else
      sendText(
        response,
        200,
        isReadiness && !isStorageAvailable() ? 'ok, but the storage of the uploads cannot be used.' : 'ok',
      )
    return true
  }
}
