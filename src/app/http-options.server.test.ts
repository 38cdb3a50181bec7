import { describe, expect, it } from 'vitest'
import { createFindRoute } from './find-route.server.ts'
import { routeLabel } from './http-options.server.ts'

describe('the route in metrics', () => {
  const findRoute = createFindRoute()

  it.each([
    ['/', '/'],
    ['/sport?before=1', '/$category'],
    ['/article/0b8f6f0e-0000-4000-8000-000000000000', '/article/$id'],
    ['/no/such/page', '/$'],
    ['/%E0%A4%A', 'other'],
    ['/admin/articles?article=new', '/admin/articles'],
    ['/admin/login', '/admin/login'],
    ['/newsletter/unsubscribe/secret', '/newsletter/unsubscribe/$token'],
    ['/api/auth/sign-in/email', '/api/auth/$'],
    ['/assets/index-1.js', 'asset'],
    ['/media/1/2/3x2-320.avif', 'media'],
    ['/_serverFn/0123abc', 'server-function'],
    ['/api/live?age=0', undefined],
    ['/api/admin/live?draft=1', undefined],
  ])('of %s is %s', (url, expected) => {
    expect(routeLabel(findRoute, url)).toBe(expected)
  })
})
