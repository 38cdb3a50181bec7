import { describe, expect, it } from 'vitest'
import { cacheKey, createEdgePolicy, edgeControl } from './edge-headers.server.ts'

const NOW = Date.parse('2026-11-29T22:00:00Z')
const MIDNIGHT = Date.parse('2026-11-30T00:00:00Z')

describe('createEdgePolicy', () => {
  it.each([
    ['fastly', 'surrogate-key', ' ', 'surrogate-control', 'max-age=7200, stale-if-error=86400'],
    ['varnish', 'surrogate-key', ' ', 'surrogate-control', 'max-age=7200, stale-if-error=86400'],
    [
      'cloudflare',
      'cache-tag',
      ',',
      'cdn-cache-control',
      'max-age=7200, stale-while-revalidate=60, stale-if-error=86400',
    ],
  ] as const)('tells %s the keys and the lifetime of a page', (provider, name, separator, control, value) => {
    const edge = createEdgePolicy(provider, 'b1').ofPage('/sport', new Set(['category:Sport']), MIDNIGHT)
    expect(edge?.keys).toEqual([name, ['all', 'build-b1', cacheKey('category:Sport')].join(separator)])
    expect(edge?.controlHeader).toBe(control)
    expect(edge && edgeControl(edge, NOW)).toBe(value)
  })

  it.each(['/search?q=a', '/?before=x', '/_serverFn/abc', '/_serverFn/abc?payload=1'])(
    'does not let the CDN store %s',
    (url) => {
      expect(createEdgePolicy('fastly', 'b1').ofPage(url, new Set(['articles']), MIDNIGHT)).toBeUndefined()
    },
  )

  it('accepts tags of any length and characters, within the limit of a header', () => {
    const tags = Array.from({ length: 498 }, (_, n) => `category:Größe, ${'x'.repeat(100)} ${n}` as const)
    const policy = createEdgePolicy('varnish', 'b1')
    const keys = policy.ofPage('/', new Set(tags), MIDNIGHT)?.keys[1] ?? ''
    expect(keys).toMatch(/^all build-b1( [0-9a-f]{12}){498}$/)
    expect(keys.length).toBeLessThan(8_000)
    // Without keys, the copy could not be purged.
    expect(policy.ofPage('/', new Set([...tags, 'articles']), MIDNIGHT)).toBeUndefined()
  })

  it('gives images the key of their article, or that of uploads', () => {
    const policy = createEdgePolicy('fastly', 'b1')
    expect(policy.ofImage('a1')?.keys[1]).toBe(`all ${cacheKey('article:a1')}`)
    expect(policy.ofImage(undefined)?.keys[1]).toBe('all uploads')
  })
})

it('limits the lifetime to a day, and does not go below zero', () => {
  const edge = createEdgePolicy('fastly', 'b1').ofPage('/', new Set(['articles']), Number.POSITIVE_INFINITY)
  expect(edge && edgeControl(edge, NOW)).toBe('max-age=86400, stale-if-error=86400')
  expect(edge && edgeControl({ ...edge, expiresAt: NOW - 1 }, NOW)).toMatch(/^max-age=0,/)
})
