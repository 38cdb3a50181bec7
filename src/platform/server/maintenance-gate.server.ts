import type { IncomingMessage } from 'node:http'
import { type Area, areaOf, LIVE_PATH, SECURITY_TEXT_PATH } from '#kernel/paths.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { type CachedPage, createCachedPage } from '#platform/cache/cached-page.server.ts'
import { policyHeaders } from '#platform/http/content-security-policy.server.ts'
import { BASE_HEADERS } from '#platform/http/security-headers.server.ts'
import { standalonePage } from '#platform/render/standalone-page.ts'

export type MaintenanceGate = ReturnType<typeof createMaintenanceGate>

const RETRY_AFTER_SECONDS = 60
/** See `unavailable-page.server.ts`. */
const REFRESH_SECONDS = [30, 35, 40, 45, 50, 55, 60]
/** Administrators must be able to end the maintenance, and links in emails may expire. */
const OPEN_AREAS: ReadonlySet<Area> = new Set(['admin', 'admin-api', 'secret-link'])
/** Open pages wait for the end, crawlers drop sites without robots.txt, and security.txt must be reachable. */
const OPEN_PATHS: ReadonlySet<string> = new Set([LIVE_PATH, '/robots.txt', SECURITY_TEXT_PATH])
const SCRIPT_AREAS: ReadonlySet<Area> = new Set(['server-function', 'api', 'admin-api'])

/**
 * Responds with 503 and `x-maintenance: on` (spec §2).
 *
 * @param options.state called for each request, so it must be fast
 */
export function createMaintenanceGate(options: {
  state(): { isUnderMaintenance: boolean; siteName: string }
  hasAdminAccess(request: IncomingMessage): Promise<boolean>
}) {
  const { state, hasAdminAccess } = options
  let pages: { html: string; stored: Promise<CachedPage>[] } | undefined

  return {
    get isOn() {
      return state().isUnderMaintenance
    },

    /** @param path decoded */
    isClosed(path: string): boolean {
      return (
        state().isUnderMaintenance && !OPEN_AREAS.has(areaOf(path)) && !OPEN_PATHS.has(path.toLowerCase())
      )
    },

    /** The response must not be cached. */
    admits(request: IncomingMessage): Promise<boolean> {
      return hasAdminAccess(request)
    },

    /** Returns a page, or one line of text for scripts. */
    async notice(path: string): Promise<CachedPage> {
      const { siteName } = state()
      if (SCRIPT_AREAS.has(areaOf(path))) {
        const text = phrase('{name} is closed for maintenance and will be back soon.', { name: siteName })
        return createCachedPage(503, headersOf('text/plain'), text)
      }
      const html = maintenancePage(siteName)
      if (pages?.html !== html)
        pages = { html, stored: REFRESH_SECONDS.map((seconds) => storePage(html, seconds)) }
      const { stored } = pages
      return stored[Math.floor(Math.random() * stored.length)] ?? storePage(html, RETRY_AFTER_SECONDS)
    },
  }
}

function storePage(html: string, refreshSeconds: number): Promise<CachedPage> {
  const headers = { ...headersOf('text/html'), ...policyHeaders(), refresh: String(refreshSeconds) }
  return createCachedPage(503, headers, html)
}

function headersOf(type: string): Record<string, string> {
  return {
    ...BASE_HEADERS,
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'retry-after': String(RETRY_AFTER_SECONDS),
    'x-maintenance': 'on',
  }
}

function maintenancePage(siteName: string): string {
  const name = escapeHtml(siteName)
  const heading = phraseHtml('Back soon')
  const text = phraseHtml(
    '{name} is closed for maintenance. We will be back soon. Thank you for your patience.',
    { name: `<bdi>${name}</bdi>` },
  )
  return standalonePage({
    title: `${heading} | ${name}`,
    icon: '/favicon.png',
    header: `<p dir="auto">${name}</p>`,
    main: `<div>
<hr>
<h1>${heading}</h1>
<p>${text}</p>
<a class="button" href="">${phraseHtml('Try Again')}</a>
</div>`,
    style: `  * { box-sizing: border-box }
  body { min-height: 100vh; min-height: 100svh; display: flex; flex-direction: column }
  header { padding: 10px 16px }
  header p { margin: 0; text-wrap: balance; font-size: 30px; line-height: 1.2; font-weight: 700; letter-spacing: -0.015em }
  main { flex: 1; display: grid; place-content: center; padding: 40px 24px 12vh; text-align: center }
  main > div { max-width: 34rem }
  hr { width: 64px; height: 3px; margin: 0 auto 28px; border: 0; background: var(--red) }
  h1 { margin: 0 0 16px; font-size: clamp(34px, 7vw, 54px); line-height: 1.08; font-weight: 600; letter-spacing: -0.02em }
  main p { margin: 0 0 28px; color: var(--muted); text-wrap: balance }
  @media (prefers-color-scheme: dark) { hr { background: #e5484d } }
`,
  })
}
