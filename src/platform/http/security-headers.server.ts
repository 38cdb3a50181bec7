import { secureHtml } from './content-security-policy.server.ts'
import { renderWithContext } from './render-context.server.ts'

export const BASE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // Pages have a policy of their own.
  'content-security-policy': "frame-ancestors 'self'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), interest-cohort=()',
} as const

/** Feed readers, emails and link previews show the images. */
export const IMAGE_HEADERS = { ...BASE_HEADERS, 'cross-origin-resource-policy': 'cross-origin' } as const

export type StrictTransport = ReturnType<typeof strictTransport>

/** Makes browsers require https for a year (RFC 6797). */
export function strictTransport(includeSubDomains: boolean) {
  const value = includeSubDomains ? 'max-age=31536000; includeSubDomains' : 'max-age=31536000'
  return ['strict-transport-security', value] as const
}

/** Includes a page's policy; no caching by default. */
export async function addSecurityHeaders(respond: () => Response | Promise<Response>): Promise<Response> {
  const { result, context } = await renderWithContext(async () => {
    const response = await respond()
    const isPage = response.body && response.headers.get('content-type')?.startsWith('text/html')
    return { response, body: isPage ? await response.text() : response.body }
  })
  const { response, body } = result
  const page = typeof body === 'string' ? secureHtml(body, context) : undefined
  const headers = new Headers({ ...BASE_HEADERS, 'cache-control': 'no-store', ...page?.headers })
  for (const [name, value] of response.headers) {
    if (name === 'set-cookie') headers.append(name, value)
    else headers.set(name, value)
  }
  return new Response(page ? page.html : body, {
    status: response.status,
    statusText: response.statusText,
    headers,
  })
}
