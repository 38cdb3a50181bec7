import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'

export const BASE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), interest-cohort=()',
} as const

/** RFC 6797. */
export const STRICT_TRANSPORT = ['strict-transport-security', 'max-age=31536000'] as const

/** As in HTML parsers, ">" in a quoted attribute does not end the tag. */
const SCRIPT = /<script(?=[\s/>])((?:"[^"]*"|'[^']*'|[^>"'])*)>([\s\S]*?)<\/script(?=[\s/>])/gi
/** External scripts and data need no hash. */
const NOT_INLINE_CODE = /(?:^|[\s/"'])(?:src\s*=|type\s*=\s*["']?application\/(?:ld\+)?json\b)/i

/**
 * A page's policy (CSP Level 3): own files and, by hash, its inline scripts.
 *
 * @param allowed additional sources (`allowSources`)
 */
export function contentSecurityPolicy(html: string, allowed: PolicySources = {}): string {
  const hashes = new Set<string>()
  for (const [, attributes = '', code = ''] of html.matchAll(SCRIPT)) {
    if (!NOT_INLINE_CODE.test(attributes)) hashes.add(`'sha256-${sha256(code)}'`)
  }
  const sources = (name: keyof PolicySources) => (allowed[name] ?? []).filter(isPolicySource)
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes, ...sources('script-src')].join(' '),
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data:", ...sources('img-src')].join(' '),
    // Otherwise `default-src` applies.
    ...(['frame-src', 'connect-src'] as const)
      .filter((name) => sources(name).length > 0)
      .map((name) => [name, "'self'", ...sources(name)].join(' ')),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}

/** Browsers hash text with LF line endings. */
function sha256(code: string): string {
  return createHash('sha256').update(code.replace(/\r\n?/g, '\n')).digest('base64')
}

/** Adds the base headers; caching is off by default. */
export async function addSecurityHeaders(respond: () => Response | Promise<Response>): Promise<Response> {
  const { result, sources } = await collectSources(async () => {
    const response = await respond()
    const isPage = response.body && response.headers.get('content-type')?.startsWith('text/html')
    return { response, body: isPage ? await response.text() : response.body }
  })
  const { response, body } = result
  const headers = new Headers({ ...BASE_HEADERS, 'cache-control': 'no-store' })
  for (const [name, value] of response.headers) {
    if (name === 'set-cookie') headers.append(name, value)
    else headers.set(name, value)
  }
  if (typeof body === 'string') headers.set('content-security-policy', contentSecurityPolicy(body, sources))
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}

const DIRECTIVES = ['script-src', 'frame-src', 'img-src', 'connect-src'] as const
type Directive = (typeof DIRECTIVES)[number]

/** Additional sources by CSP directive (CSP Level 3), such as `https://ads.example`. */
export type PolicySources = Partial<Record<Directive, readonly string[]>>

/** A safe subset of `host-source` (CSP Level 3 §2.3.1): https, optional wildcard and port. */
const SOURCE = /^https:\/\/(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*(?::\d{1,5})?$/

const collecting = new AsyncLocalStorage<PolicySources[]>()

export function isPolicySource(source: string): boolean {
  return SOURCE.test(source)
}

/** Allows the page being rendered to load from these sources. */
export function allowSources(sources: PolicySources): void {
  collecting.getStore()?.push(sources)
}

export async function collectSources<T>(
  render: () => Promise<T>,
): Promise<{ result: T; sources: PolicySources }> {
  const named: PolicySources[] = []
  const result = await collecting.run(named, render)
  const merged = DIRECTIVES.map((name) => [
    name,
    [...new Set(named.flatMap((sources) => sources[name] ?? []))],
  ])
  return { result, sources: Object.fromEntries(merged) }
}
