import { describe, expect, it } from 'vitest'
import { isKeepable } from './keepable.ts'

function response(differences: Partial<Pick<Response, 'status' | 'type' | 'redirected'>>, cacheControl = '') {
  const headers = new Headers(cacheControl ? { 'cache-control': cacheControl } : {})
  return { status: 200, type: 'basic', redirected: false, headers, ...differences } as Response
}

describe('isKeepable', () => {
  it.each([
    ['a page', {}, 'public, max-age=0, must-revalidate', true],
    ['a file', {}, 'public, max-age=31536000, immutable', true],
    ['no word on caching', {}, '', true],
    ['no-store', {}, 'no-store', false],
    ['private', {}, 'Private, max-age=60', false],
    ['not found', { status: 404 }, '', false],
    ['a part', { status: 206 }, '', false],
    ['a failure', { status: 503 }, '', false],
    ['a redirect', { status: 0, type: 'opaqueredirect' as const }, '', false],
    ['what a redirect led to', { redirected: true }, '', false],
    ['another host', { type: 'cors' as const }, '', false],
    ['another host, unseen', { status: 0, type: 'opaque' as const }, '', false],
  ])('%s', (_, differences, cacheControl, expected) => {
    expect(isKeepable(response(differences, cacheControl))).toBe(expected)
  })
})
