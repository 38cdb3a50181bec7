import { once } from 'node:events'
import { type IncomingHttpHeaders, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { createPageCache, type PageCache } from '#platform/cache/page-cache.server.ts'
import type { EdgePolicy } from '#platform/cdn/edge-headers.server.ts'
import { createPagePipeline, type Fetch } from '#platform/render/page-pipeline.server.ts'
import { createHostGate, type HostDecision } from '#platform/server/host-gate.server.ts'
import { closeServer, createHttpServer, type HttpOptions, listen } from '#platform/server/http.server.ts'
import { createMaintenanceGate } from '#platform/server/maintenance-gate.server.ts'

export type SiteResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

export type TestSite = AsyncDisposable & {
  port: number
  server: Server
  cache: PageCache
  /** Oldest first. */
  outcomes: string[]
  errors: unknown[]
  /** Sends no other headers but Host. */
  send(
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<SiteResponse>
  /** Uses a new connection. @returns the response */
  write(bytes: string): Promise<string>
  /** @param idleMs see `closeServer` */
  close(idleMs?: number): Promise<void>
}

const SERVED: HostDecision = { kind: 'serve', isStrict: false }
const OPEN = { isUnderMaintenance: false, siteName: 'Masthead' }

export async function startTestSite(
  app: Fetch,
  options: Partial<
    Pick<
      HttpOptions,
      | 'probes'
      | 'handlers'
      | 'hasSession'
      | 'hasStaffSession'
      | 'isLowPriority'
      | 'hasOwnTurns'
      | 'renderPage'
      | 'hosts'
      | 'includeSubDomains'
      | 'maintenance'
      | 'trustedProxies'
      | 'timeRequest'
      | 'isDraining'
      | 'lastEventId'
      | 'isCurrent'
    >
  > & {
    edge?: EdgePolicy
    isDatabaseUnavailable?: () => Promise<boolean>
    findLargeBody?: HttpOptions['findLargeBody']
    now?: () => number
  } = {},
): Promise<TestSite> {
  const cache = createPageCache({ maxBytes: 1024 * 1024, edge: options.edge, now: options.now })
  const outcomes: string[] = []
  const errors: unknown[] = []
  const isDatabaseUnavailable = options.isDatabaseUnavailable ?? (async () => false)
  const server = createHttpServer({
    cache,
    fetch: app,
    renderPage:
      options.renderPage ??
      createPagePipeline({ fetch: app, cache, isDatabaseUnavailable, now: options.now }),
    hosts: options.hosts ?? createHostGate({ decide: () => SERVED, trustedProxies: 0 }),
    includeSubDomains: options.includeSubDomains ?? false,
    maintenance:
      options.maintenance ?? createMaintenanceGate({ state: () => OPEN, hasAdminAccess: async () => false }),
    hasSession: options.hasSession ?? (async ({ headers }) => headers.cookie?.includes('session=') ?? false),
    hasStaffSession:
      options.hasStaffSession ?? (async ({ headers }) => headers.cookie?.includes('session=staff') ?? false),
    findLargeBody: options.findLargeBody ?? (async () => null),
    hasOwnTurns: options.hasOwnTurns ?? (() => false),
    trustedProxies: options.trustedProxies ?? 0,
    pageParameters: new Map([['before', (value) => value !== 'junk']]),
    acceptsForm: (path) => path === '/newsletter',
    isLowPriority: options.isLowPriority,
    probes: options.probes ?? [],
    handlers: options.handlers ?? [],
    timeRequest: options.timeRequest,
    isDraining: options.isDraining,
    isCurrent: options.isCurrent,
    count: (outcome) => outcomes.push(outcome),
    lastEventId: options.lastEventId ?? (() => 'test-0'),
    onError: (error) => errors.push(error),
    isDatabaseUnavailable,
  })
  await listen(server, 0, '127.0.0.1')
  const { port } = server.address() as AddressInfo
  const close = (idleMs?: number) => closeServer(server, { idleMs })

  return {
    port,
    server,
    cache,
    outcomes,
    errors,
    async send(path, { method = 'GET', headers = {}, body } = {}) {
      const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: false })
      // After an early response, the server may close the connection while the body is sent.
      outgoing.on('error', () => {}).end(body)
      const [incoming] = await once(outgoing, 'response')
      return { status: incoming.statusCode, headers: incoming.headers, body: await buffer(incoming) }
    },
    async write(bytes) {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.write(bytes)
      return text(socket)
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  }
}
