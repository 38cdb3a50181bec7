import type { IncomingMessage } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { RequestHandler } from './http.server.ts'
import type { PageCache } from './page-cache.server.ts'

/** The process's figures, at /metrics in the Prometheus text format. */
export function createMetrics(cache: PageCache) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const pages = new Counter({
    name: 'masthead_pages_total',
    help: 'Requests for pages, by how they were answered',
    labelNames: ['outcome'],
    registers: [registry],
  })
  new Gauge({
    name: 'masthead_page_cache_bytes',
    help: 'Bytes of the stored pages',
    registers: [registry],
    collect() {
      this.set(cache.size.bytes)
    },
  })
  new Gauge({
    name: 'masthead_page_cache_pages',
    help: 'Number of stored pages',
    registers: [registry],
    collect() {
      this.set(cache.size.pages)
    },
  })
  // A labelled child is looked up once: the counter stands on the path of every cached page.
  const counters = {
    hit: pages.labels('hit'),
    'not-modified': pages.labels('not-modified'),
    miss: pages.labels('miss'),
    pass: pages.labels('pass'),
  }

  const handle: RequestHandler = async (path, request, response) => {
    if (path !== '/metrics') return false
    if (!isLoopback(request)) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end('The figures are shown on this machine only.\n')
      return true
    }
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
    return true
  }
  return { handle, count: (outcome: keyof typeof counters) => counters[outcome].inc() }
}

/** Whether the request comes from this machine itself, and not through a proxy that runs on it. */
function isLoopback(request: IncomingMessage): boolean {
  const { forwarded, 'x-forwarded-for': forwardedFor } = request.headers
  if (forwarded || forwardedFor) return false
  return /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(request.socket.remoteAddress ?? '')
}
