import type { IncomingMessage } from 'node:http'
import { type Area, areaOf, LIVE_PATH } from '#kernel/paths.ts'
import { type CachedPage, createCachedPage } from '#platform/pages/cached-page.server.ts'
import { maintenancePage } from '#platform/pages/maintenance-page.ts'
import { BASE_HEADERS, contentSecurityPolicy } from './security-headers.server.ts'

export type MaintenanceGate = ReturnType<typeof createMaintenanceGate>

/** A guess: nobody knows how long it takes. */
const RETRY_AFTER_SECONDS = 60
/**
 * Administrators must be able to sign in and end the maintenance. Email programs try an unsubscribe link once, and a link that
 * confirms a subscription expires after seven days.
 */
const OPEN_AREAS: ReadonlySet<Area> = new Set(['office', 'office-api', 'email-link'])
/** Open pages learn by the live stream that the maintenance is over; crawlers drop a site without robots.txt. */
const OPEN_PATHS: ReadonlySet<string> = new Set([LIVE_PATH, '/robots.txt'])
/** Requested by scripts, which cannot show a page. */
const SCRIPT_AREAS: ReadonlySet<Area> = new Set(['server-function', 'api', 'office-api'])

/**
 * Closes the site to visitors while it is under maintenance (spec §2): pages, feeds, sitemaps and calls are answered with
 * 503. Such an answer is told from any other 503 by its header `x-maintenance: on`.
 *
 * @param options.state read at each request, so it has to be at hand
 * @param options.isAdministrator whether a request is one of an administrator who is signed in; asked only meanwhile
 */
export function createMaintenanceGate(options: {
  state(): { isUnderMaintenance: boolean; siteName: string }
  isAdministrator(request: IncomingMessage): Promise<boolean>
}) {
  const { state, isAdministrator } = options
  let page: { siteName: string; stored: Promise<CachedPage> } | undefined

  return {
    get isOn() {
      return state().isUnderMaintenance
    },

    /** Whether the path (decoded) is closed now. */
    isClosed(path: string): boolean {
      return (
        state().isUnderMaintenance && !OPEN_AREAS.has(areaOf(path)) && !OPEN_PATHS.has(path.toLowerCase())
      )
    },

    /** Whether a request is let in all the same. Nothing of its answer may be kept for others. */
    admits(request: IncomingMessage): Promise<boolean> {
      return isAdministrator(request)
    },

    /** What visitors are told at `path`: a page, or a line where a script asks. */
    notice(path: string): Promise<CachedPage> {
      const { siteName } = state()
      if (SCRIPT_AREAS.has(areaOf(path))) {
        const text = `${siteName} is closed for maintenance and will be back soon.`
        return createCachedPage(503, headersOf('text/plain'), text)
      }
      if (page?.siteName !== siteName) page = { siteName, stored: storePage(siteName) }
      return page.stored
    },
  }
}

function storePage(siteName: string): Promise<CachedPage> {
  const html = maintenancePage(siteName)
  const policy = { 'content-security-policy': contentSecurityPolicy(html) }
  return createCachedPage(503, { ...headersOf('text/html'), ...policy }, html)
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
