import { createHash } from 'node:crypto'

/** Headers of every response. */
export const BASE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), interest-cohort=()',
} as const

/** A script element as HTML parsers see it: ">" within a quoted attribute does not end the tag. */
const SCRIPT = /<script(?=[\s/>])((?:"[^"]*"|'[^']*'|[^>"'])*)>([\s\S]*?)<\/script(?=[\s/>])/gi
/** Loaded from elsewhere, or data: such a script needs no hash. */
const NOT_INLINE_CODE = /(?:^|[\s/"'])(?:src\s*=|type\s*=\s*["']?application\/(?:ld\+)?json\b)/i

/**
 * The Content-Security-Policy of a page (CSP Level 3): scripts are our own files and, by their sha256, the inline
 * ones that stand in this very page. Nothing else runs, whatever a feed or an editor wrote.
 */
export function contentSecurityPolicy(html: string): string {
  const hashes = new Set<string>()
  for (const [, attributes = '', code = ''] of html.matchAll(SCRIPT)) {
    if (!NOT_INLINE_CODE.test(attributes)) hashes.add(`'sha256-${sha256(code)}'`)
  }
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}

/** Browsers hash the text that they have parsed, where every line ends with a line feed. */
function sha256(code: string): string {
  return createHash('sha256').update(code.replace(/\r\n?/g, '\n')).digest('base64')
}

/** `response` with the headers of every response; where it does not say otherwise, nobody keeps it. */
export async function secured(response: Response): Promise<Response> {
  const headers = new Headers({ ...BASE_HEADERS, 'cache-control': 'no-store' })
  for (const [name, value] of response.headers) {
    if (name === 'set-cookie') headers.append(name, value)
    else headers.set(name, value)
  }
  const isPage = response.body && headers.get('content-type')?.startsWith('text/html')
  const body = isPage ? await response.text() : response.body
  if (typeof body === 'string') headers.set('content-security-policy', contentSecurityPolicy(body))
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}
