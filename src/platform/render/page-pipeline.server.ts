import type { ReaderTag } from '#kernel/cache-tags.ts'
import { nextMidnight } from '#kernel/time/zoned-time.ts'
import { type CachedPage, createCachedPage } from '#platform/cache/cached-page.server.ts'
import type { PageCache, Rendered } from '#platform/cache/page-cache.server.ts'
import { shownArticleTags } from '#platform/cache/shown-articles.server.ts'
import {
  createRequestQueue,
  OverloadedError,
  type QueueLimits,
} from '#platform/concurrency/request-queue.server.ts'
import { secureHtml } from '#platform/http/content-security-policy.server.ts'
import { isPage, pageRequest } from '#platform/http/page-key.server.ts'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { BASE_HEADERS } from '#platform/http/security-headers.server.ts'
import { createMessage } from './message-page.server.ts'
import { cachedUnavailablePage, RETRY_AFTER, type UnavailableReason } from './unavailable-page.server.ts'

export type Fetch = (request: Request) => Promise<Response> | Response
export type RenderPage = (request: Request, client?: string) => Promise<Rendered>

/**
 * The result of classifying a path. `missing`: the path does not exist; since anybody can invent such paths, they all share the
 * 404 page rendered for `page`. `gone`: the article was withdrawn; `html` is sent with status 410. `redirect`: `location` is encoded;
 * without tags, it is not stored.
 */
export type Address =
  | { kind: 'page' }
  | { kind: 'missing'; page: string }
  | { kind: 'gone'; html: string }
  | { kind: 'redirect'; status: 301 | 302; location: string; tags: readonly ReaderTag[] }

export type WithoutRender = Extract<Address, { kind: 'gone' | 'redirect' }>

const REVALIDATE = 'public, max-age=0, must-revalidate'

/** Specific to one transfer or person. */
const NOT_STORED = new Set([
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'set-cookie',
  'link',
])

/** After this time, if the database does not respond, readers get a stale copy or an error page. */
const RENDER_TIMEOUT_MS = 2_000
const RENDER_LIMITS: QueueLimits = { maxRunning: 8, maxWaiting: 64, maxRunningPerClient: 4, maxWaitMs: 2_000 }

export type PipelineOptions = {
  fetch: Fetch
  /** Classifies the path of a page. Without it, every path is rendered. */
  classify?(path: string): Promise<Address>
  /** Called for a page that was rendered as missing, such as that of a renamed topic. */
  findRedirect?(path: string): Promise<WithoutRender | undefined>
  /** Stores the shared 404 pages. */
  cache: PageCache
  /** Called only after a failed or late render. */
  isDatabaseUnavailable(): Promise<boolean>
  /** The database is known not to respond. */
  isCircuitOpen?(): boolean
  /** The HTML of the form that an address shows even if it cannot be rendered. */
  findForm?(url: URL): string | undefined
  limits?: QueueLimits
  now?: () => number
}

/**
 * Returns a function that renders requests which the page cache cannot answer. It classifies the address, waits for a free
 * slot, renders the page, and decides whether it may be cached. The caller stores the page.
 */
export function createPagePipeline(options: PipelineOptions): RenderPage {
  const now = options.now ?? Date.now
  const queue = createRequestQueue(options.limits ?? RENDER_LIMITS)

  /** @param client undefined if only the total limits apply */
  return async function renderPage(request: Request, client?: string): Promise<Rendered> {
    const { pathname, search } = new URL(request.url)
    const address = isPage(pathname) ? await options.classify?.(pathname) : undefined
    if (address?.kind === 'gone' || address?.kind === 'redirect') return answerWithoutRender(address, search)
    if (address?.kind !== 'missing') {
      const rendered = await waitAndRender(request, client, { isShared: false })
      if (!address || rendered.page.status !== 404) return rendered
      const moved = await options.findRedirect?.(pathname)
      return moved ? answerWithoutRender(moved, search) : rendered
    }
    if (address.page === pathname) return waitAndRender(request, client, { isShared: true })
    return findSharedPage(address.page)
  }

  async function findSharedPage(path: string): Promise<Rendered> {
    const known = options.cache.get(path)
    if (known) return unstored(known)
    const page = await options.cache.render(path, () =>
      waitAndRender(pageRequest(path), undefined, { isShared: true }),
    )
    const stale = page.status === 503 ? options.cache.getStale(path) : undefined
    return unstored(stale?.page ?? page)
  }

  async function waitAndRender(
    request: Request,
    client: string | undefined,
    address: { isShared: boolean },
  ): Promise<Rendered> {
    try {
      return await queue.run(client, () => render(request, address))
    } catch (error) {
      if (!(error instanceof OverloadedError)) throw error
      return renderUnavailable('overload', request)
    }
  }

  async function render(request: Request, { isShared }: { isShared: boolean }): Promise<Rendered> {
    // Pages show the date of their render's start.
    const expiresAt = nextMidnight(now())
    const rendered = options.isCircuitOpen?.() ? undefined : await renderInTime(request)
    if (!rendered || (rendered.status >= 500 && (await options.isDatabaseUnavailable()))) {
      return renderUnavailable('database', request)
    }
    const { body, headers, isGone, tags } = rendered
    const isStored =
      (rendered.status === 200 || (rendered.status === 404 && isShared)) &&
      !headers.has('set-cookie') &&
      rendered.isCacheable &&
      !isGone
    // The framework reports every error as 500, and missing data of calls as 200.
    const isUnavailable = rendered.status >= 500 && rendered.isUnavailable
    const status = isUnavailable ? 503 : isGone ? 410 : rendered.status
    const type = headers.get('content-type')
    const { html = body, headers: policy } = type?.startsWith('text/html')
      ? secureHtml(body, rendered.context)
      : {}
    const page = await createCachedPage(
      status,
      {
        ...BASE_HEADERS,
        ...Object.fromEntries([...headers].filter(([name]) => !NOT_STORED.has(name))),
        ...policy,
        'cache-control': isStored && rendered.status === 200 ? REVALIDATE : 'no-store',
        ...(isUnavailable && { 'retry-after': RETRY_AFTER }),
      },
      html,
    )
    const shown = () => shownArticleTags(html, type?.includes('json') ?? false)
    return { page, tags: isStored ? tags.union(shown()) : new Set(), expiresAt }
  }

  /** @returns undefined if the database does not respond */
  async function renderInTime(request: Request) {
    const rendering = renderPageWithContext(async () => {
      const { status, headers, body } = await options.fetch(request)
      return { status, headers, body: body && (await new Response(body).text()) }
    })
      .then(({ result, context, ...page }) => {
        // The router, which stays in memory longer, refers to the context.
        context.page = undefined
        return { ...page, ...result, context, body: result.body ?? page.html ?? '' }
      })
      .catch(async (error) => {
        // Server routes reject, pages respond with 500.
        if (await options.isDatabaseUnavailable()) return undefined
        throw error
      })
    const givingUp = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => {
      const decide = (isUnavailable: boolean) =>
        isUnavailable ? givingUp.resolve(undefined) : timer.refresh()
      options.isDatabaseUnavailable().then(decide, givingUp.reject)
    }, RENDER_TIMEOUT_MS).unref()
    return Promise.race([rendering, givingUp.promise]).finally(() => clearTimeout(timer))
  }

  async function renderUnavailable(reason: UnavailableReason, request: Request): Promise<Rendered> {
    const form = options.findForm?.(new URL(request.url))
    return unstored(await cachedUnavailablePage(reason, { form, isCachedKind: true }))
  }
}

/** @param query of the request, which the server adds to the location: such redirects are not stored */
async function answerWithoutRender(address: WithoutRender, query: string): Promise<Rendered> {
  if (address.kind === 'gone') return unstored(await createMessage(410, address.html))
  const page = await createRedirect(address.status, address.location)
  return { page, tags: new Set(query ? [] : address.tags), expiresAt: Number.POSITIVE_INFINITY }
}

/** Browsers ask again each time: one that kept the redirect of an earlier headline could redirect forever. */
function createRedirect(status: number, location: string): Promise<CachedPage> {
  const headers = {
    ...BASE_HEADERS,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': REVALIDATE,
    location,
  }
  return createCachedPage(status, headers, `See ${location}\n`)
}

function unstored(page: Rendered['page']): Rendered {
  return { page, tags: new Set(), expiresAt: 0 }
}
