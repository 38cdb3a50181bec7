import { CSP_REPORT_PATH } from '#kernel/paths.ts'
import { readRequestText } from '#platform/http/read-fields.server.ts'
import { sendText } from '#platform/http/responses.server.ts'
import { BASE_HEADERS } from '#platform/http/security-headers.server.ts'
import { createLimitedLog } from '#platform/process/log.server.ts'
import type { RequestHandler } from './http.server.ts'

const MAX_BODY_BYTES = 16 * 1024
/** In total, since anybody can send reports. */
const MAX_PER_SECOND = 20
const MAX_REPORTS_PER_BODY = 20
const MAX_TEXT_LENGTH = 200

/** Others are counted together: clients cannot add metrics. */
const DIRECTIVES = [
  'script-src',
  'style-src',
  'img-src',
  'frame-src',
  'connect-src',
  'font-src',
  'media-src',
  'form-action',
  'frame-ancestors',
  'base-uri',
  'object-src',
  'require-trusted-types-for',
] as const
type ReportedDirective = (typeof DIRECTIVES)[number] | 'other'

export type PolicyViolation = {
  directive: ReportedDirective
  /** Without query. */
  page: string
  /** An origin, or a keyword such as `inline`. */
  blocked: string
}

/** CSP Level 3 §5; Reporting API. Passes one in ten seconds to `onViolation`. */
export function createPolicyReports(options: {
  /** `suppressed`: violations since the last call that were only counted. */
  onViolation(violation: PolicyViolation, suppressed: number): void
  now?: () => number
}) {
  const { onViolation, now = () => performance.now() } = options
  // Prometheus sees an increase only from an earlier value.
  const counts = new Map<ReportedDirective, number>(
    [...DIRECTIVES, 'other' as const].map((name) => [name, 0]),
  )
  let second = 0
  let received = 0
  const report = createLimitedLog(onViolation, now)

  function isWithinLimit(): boolean {
    const current = Math.floor(now() / 1_000)
    if (current !== second) received = 0
    second = current
    received += 1
    return received <= MAX_PER_SECOND
  }

  function record(violation: PolicyViolation): void {
    counts.set(violation.directive, (counts.get(violation.directive) ?? 0) + 1)
    report(violation)
  }

  const handle: RequestHandler = async (path, request, response) => {
    if (path !== CSP_REPORT_PATH) return false
    if (request.method !== 'POST') {
      sendText(response.setHeader('allow', 'POST'), 405, 'Only POST is allowed.')
      return true
    }
    if (!isWithinLimit()) {
      sendText(response.setHeader('connection', 'close'), 429, 'Too many reports.')
      return true
    }
    const text = await readRequestText(request, MAX_BODY_BYTES)
    const violations = text === undefined ? undefined : parseReports(text)
    if (text === undefined)
      sendText(response.setHeader('connection', 'close'), 413, 'The request body is too large.')
    else if (!violations) sendText(response, 400, 'The request body is invalid.')
    else {
      violations.forEach(record)
      response.writeHead(204, { ...BASE_HEADERS, 'cache-control': 'no-store' }).end()
    }
    return true
  }

  return { handle, counts: counts as ReadonlyMap<string, number> }
}

type Report = Record<string, unknown>

/** Accepts `application/csp-report` and `application/reports+json`. @returns undefined if invalid */
function parseReports(text: string): PolicyViolation[] | undefined {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return undefined
  }
  const reports = (Array.isArray(given) ? given : [given]).slice(0, MAX_REPORTS_PER_BODY).flatMap((entry) => {
    if (!isObject(entry)) return []
    if (isObject(entry['csp-report'])) return [entry['csp-report']]
    return entry.type === 'csp-violation' && isObject(entry.body) ? [entry.body] : []
  })
  return reports.length > 0 ? reports.map(toViolation) : undefined
}

function toViolation(report: Report): PolicyViolation {
  const directive = toText(
    report.effectiveDirective ?? report['effective-directive'] ?? report['violated-directive'],
  )
  const name = directive
    .slice(0, MAX_TEXT_LENGTH)
    .split(' ', 1)[0]
    ?.replace(/-(?:elem|attr)$/, '')
  return {
    directive: DIRECTIVES.find((known) => known === name) ?? 'other',
    page: shorten(URL.parse(toText(report.documentURL ?? report['document-uri']))?.pathname ?? ''),
    blocked: shorten(originOrKeyword(toText(report.blockedURL ?? report['blocked-uri']))),
  }
}

/** Some values have no string representation. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function originOrKeyword(blocked: string): string {
  const url = URL.parse(blocked)
  return url === null ? blocked : url.origin === 'null' ? url.protocol : url.origin
}

function shorten(text: string): string {
  return text.slice(0, MAX_TEXT_LENGTH).replace(/[^\x20-\x7e]/g, '?')
}

function isObject(value: unknown): value is Report {
  return typeof value === 'object' && value !== null
}
