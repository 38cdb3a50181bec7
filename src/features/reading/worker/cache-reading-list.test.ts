import { describe, expect, it } from 'vitest'
import { isCacheable } from './cache-reading-list.ts'

function response(differences: Partial<Pick<Response, 'status' | 'type' | 'redirected'>>, cacheControl = '') {
  const headers = new Headers(cacheControl ? { 'cache-control': cacheControl } : {})
  return { status: 200, type: 'basic', redirected: false, headers, ...differences } as Response
}

describe('isCacheable', () => {
  it.each([
    ['a page', {}, 'public, max-age=0, must-revalidate', true],
    ['a file', {}, 'public, max-age=31536000, immutable', true],
    ['a response without cache-control', {}, '', true],
    ['no-store', {}, 'no-store', false],
    ['private', {}, 'Private, max-age=60', false],
    ['not found', { status: 404 }, '', false],
    ['a partial response', { status: 206 }, '', false],
    ['a server error', { status: 503 }, '', false],
    ['a redirect', { status: 0, type: 'opaqueredirect' as const }, '', false],
    ['a redirected response', { redirected: true }, '', false],
    ['a response from another host', { type: 'cors' as const }, '', false],
    ['an opaque response from another host', { status: 0, type: 'opaque' as const }, '', false],
  ])('decides on %s', (_, differences, cacheControl, expected) => {
    expect(isCacheable(response(differences, cacheControl))).toBe(expected)
  })
})
