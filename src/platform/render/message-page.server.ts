import { type CachedPage, createCachedPage } from '#platform/cache/cached-page.server.ts'
import { policyHeaders } from '#platform/http/content-security-policy.server.ts'
import { BASE_HEADERS } from '#platform/http/security-headers.server.ts'

/** @param html a standalone page */
export function createMessage(
  status: number,
  html: string,
  more: Record<string, string> = {},
): Promise<CachedPage> {
  const headers = {
    ...BASE_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    ...policyHeaders(),
    'cache-control': 'no-store',
    ...more,
  }
  return createCachedPage(status, headers, html)
}
