import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as sendRequest,
} from 'node:http'
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import type { ReaderTag } from '#kernel/cache-tags.ts'
import { type PackedPage, packPage, unpackPage } from '#platform/cache/cached-page.server.ts'
import type { PageCache, Rendered } from '#platform/cache/page-cache.server.ts'
import { pageRequest } from '#platform/http/page-key.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { closeServer } from './http.server.ts'

export type PagePeers = Awaited<ReturnType<typeof openPagePeers>>

export type RenderPage = (request: Request, client?: string) => Promise<Rendered>

/** The machine's other processes; all receive change notifications in the same order. */
export type Peers = {
  id: number
  /** Includes this process. */
  readonly peers: readonly number[]
  /** The last change that this process knows. */
  readonly seq: number
  waitForSeq(seq: number, timeoutMs: number): Promise<boolean>
}

type PageQuery = { key: string; client: string | undefined; seq: number; origin: string }
type PackedRender = { page: PackedPage; tags: ReaderTag[]; expiresAt: number }

/** Does not wait longer for another process. */
const TIMEOUT_MS = 3_000
const SEQ_TIMEOUT_MS = 500
/** Pauses requests to a process that failed to respond. */
const PAUSE_MS = 5_000
const MAX_SOCKETS = 64

/**
 * Each page is rendered by one process of the machine; the others get the stored bytes over its socket. It must know
 * all changes that the requesting process knows: otherwise its page could be older than the change that invalidated the
 * copy there.
 */
export async function openPagePeers(options: {
  peers: Peers
  socketOf(id: number): string
  cache: PageCache
  renderPage: RenderPage
  readMetrics(): Promise<unknown>
}) {
  const { peers, socketOf, cache, renderPage } = options
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS })
  const pausedUntil = new Map<number, number>()

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(socketOf(peers.id))
  await once(server, 'listening')

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/metrics') return void response.end(serialize(await options.readMetrics()))
    const query = deserialize(await buffer(request)) as PageQuery
    // Settings are applied shortly after their change.
    if (!(await peers.waitForSeq(query.seq, SEQ_TIMEOUT_MS)) || query.origin !== siteOrigin())
      return void response.writeHead(409).end()
    const { page, tags, expiresAt } = await cache.getOrRender(query.key, () =>
      renderPage(pageRequest(query.key), query.client),
    )
    const packed: PackedRender = { page: packPage(page), tags: [...tags], expiresAt }
    response.end(serialize(packed))
  }

  /** Undefined if the process cannot provide the response. */
  async function query(id: number, path: string, body: unknown): Promise<unknown> {
    if ((pausedUntil.get(id) ?? 0) > performance.now()) return undefined
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const sent = sendRequest({ socketPath: socketOf(id), path, method: 'POST', agent, signal })
      // `once` reports errors before the response, and `buffer` those after it.
      sent.on('error', () => {})
      sent.end(serialize(body))
      const [response] = (await once(sent, 'response', { signal })) as [IncomingMessage]
      const bytes = await buffer(response)
      return response.statusCode === 200 ? deserialize(bytes) : undefined
    } catch {
      pausedUntil.set(id, performance.now() + PAUSE_MS)
      return undefined
    }
  }

  return {
    async renderPage(request: Request, client?: string): Promise<Rendered> {
      const { pathname, search, origin } = new URL(request.url)
      const key = pathname + search
      const owner = chooseOwner(key, peers.peers)
      if (owner === undefined || owner === peers.id) return renderPage(request, client)
      const pageQuery: PageQuery = { key, client, seq: peers.seq, origin }
      const packed = (await query(owner, '/page', pageQuery)) as PackedRender | undefined
      if (!packed) return renderPage(request, client)
      return { page: unpackPage(packed.page), tags: new Set(packed.tags), expiresAt: packed.expiresAt }
    },

    /** Reads the metrics of all processes that respond. */
    async readAllMetrics(): Promise<unknown[]> {
      const others = peers.peers.filter((id) => id !== peers.id)
      const all = await Promise.all([
        options.readMetrics(),
        ...others.map((id) => query(id, '/metrics', undefined)),
      ])
      return all.filter((metrics) => metrics !== undefined)
    },

    async close(): Promise<void> {
      agent.destroy()
      await closeServer(server)
    },
  }
}

/** Rendezvous hashing: a change of processes moves only the pages of those added or removed. */
export function chooseOwner(key: string, ids: readonly number[]): number | undefined {
  let owner: number | undefined
  let highest = -1
  for (const id of ids) {
    const weight = hash(`${id} ${key}`)
    if (weight <= highest) continue
    highest = weight
    owner = id
  }
  return owner
}

/** FNV-1a with MurmurHash3's finalizer, since keys differ in few characters. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
