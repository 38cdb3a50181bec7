import { DAY_MS, HOUR_MS } from '#kernel/durations.ts'
import { createCachedPage } from '#platform/cache/cached-page.server.ts'
import type { Rendered } from '#platform/cache/page-cache.server.ts'
import { collectTags } from '#platform/cache/page-tags.server.ts'
import { shownArticleTags } from '#platform/cache/shown-articles.server.ts'
import {
  createRequestQueue,
  OverloadedError,
  type QueueLimits,
} from '#platform/concurrency/request-queue.server.ts'
import { renderWithPolicy } from '#platform/http/content-security-policy.server.ts'
import { BASE_HEADERS } from '#platform/http/security-headers.server.ts'
import { fetchText } from './rendered-html.server.ts'
import { cachedUnavailablePage, RETRY_AFTER, type UnavailableReason } from './unavailable-page.server.ts'

export type Fetch = (request: Request) => Promise<Response> | Response
export type RenderPage = (request: Request, client?: string) => Promise<Rendered>

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

/** Without the database, readers then get a stale copy or a message. */
const RENDER_TIMEOUT_MS = 2_000
const RENDER_LIMITS: QueueLimits = { maxRunning: 8, maxWaiting: 64, maxRunningPerClient: 4, maxWaitMs: 2_000 }

/**
 * @param isDatabaseUnavailable called only after a failed or late render
 * @param isNotFoundPath whether to cache the path's 404 page
 * @param isCircuitOpen the database is known not to respond
 * @param findForm the HTML of the form that an address shows even if it cannot be rendered
 */
export function createPageRenderer(options: {
  fetch: Fetch
  isDatabaseUnavailable(): Promise<boolean>
  isNotFoundPath?(path: string): boolean
  isCircuitOpen?(): boolean
  findForm?(url: URL): string | undefined
  limits?: QueueLimits
  now?: () => number
}) {
  const now = options.now ?? Date.now
  const queue = createRequestQueue(options.limits ?? RENDER_LIMITS)

  async function renderUnavailable(reason: UnavailableReason, request: Request): Promise<Rendered> {
    const form = options.findForm?.(new URL(request.url))
    return {
      page: await cachedUnavailablePage(reason, { form, isCachedKind: true }),
      tags: new Set(),
      expiresAt: 0,
    }
  }

  /** @param client undefined if only the total limits apply */
  return async function renderPage(request: Request, client?: string): Promise<Rendered> {
    try {
      return await queue.run(client, () => render(request))
    } catch (error) {
      if (!(error instanceof OverloadedError)) throw error
      return renderUnavailable('overload', request)
    }
  }

  async function render(request: Request): Promise<Rendered> {
    // Pages show the date of their render's start.
    const expiresAt = nextMidnight(now())
    const rendered = options.isCircuitOpen?.() ? undefined : await renderInTime(request)
    if (!rendered || (rendered.result.status >= 500 && (await options.isDatabaseUnavailable()))) {
      return renderUnavailable('database', request)
    }
    const { result: response, tags, isCacheable } = rendered
    const isSharedNotFound =
      response.status === 404 && options.isNotFoundPath?.(new URL(request.url).pathname)
    const stored =
      (response.status === 200 || isSharedNotFound) &&
      !response.headers.has('set-cookie') &&
      isCacheable &&
      !rendered.isGone
    // The framework reports every error as 500.
    const isUnavailable = response.status >= 500 && rendered.isUnavailable
    const headers = {
      ...pageHeaders(response),
      'cache-control': stored && response.status === 200 ? REVALIDATE : 'no-store',
      ...(isUnavailable && { 'retry-after': RETRY_AFTER }),
    }
    // The framework reports missing data of calls as 200.
    const status = isUnavailable ? 503 : rendered.isGone ? 410 : response.status
    const page = await createCachedPage(status, headers, response.body)
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { page, tags: stored ? tags.union(shownArticleTags(response.body, isJson)) : new Set(), expiresAt }
  }

  /** @returns undefined if the database does not respond */
  async function renderInTime(request: Request) {
    const rendering = collectTags(() => answer(request)).catch(async (error) => {
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
    try {
      return await Promise.race([rendering, givingUp.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  async function answer(request: Request): Promise<PageResponse> {
    const { result, secure } = await renderWithPolicy(() => fetchText(() => options.fetch(request)))
    if (!result.headers.get('content-type')?.startsWith('text/html')) return { ...result, policy: {} }
    const { html, headers: policy } = secure(result.body)
    return { ...result, body: html, policy }
  }
}

type PageResponse = { status: number; headers: Headers; body: string; policy: Record<string, string> }

function pageHeaders({ headers, policy }: PageResponse): Record<string, string> {
  const kept = [...headers].filter(([name]) => !NOT_STORED.has(name))
  return { ...BASE_HEADERS, ...Object.fromEntries(kept), ...policy }
}

const londonHour = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: 'numeric',
  hourCycle: 'h23',
})

/** Returns the next midnight in London, where the day ends at 23:00 or 24:00 UTC. */
export function nextMidnight(now: number): number {
  const day = now - (now % DAY_MS)
  const candidates = [23, 24, 47, 48].map((hour) => day + hour * HOUR_MS)
  return candidates.find((time) => time > now && Number(londonHour.format(time)) === 0) ?? day + 48 * HOUR_MS
}
