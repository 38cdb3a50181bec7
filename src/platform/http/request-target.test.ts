import { describe, expect, it } from 'vitest'
import { readRequestTarget } from './request-target.ts'

describe('readRequestTarget', () => {
  it.each([
    ['/', { path: '/', name: '/', query: '' }],
    ['/news?before=x&y', { path: '/news', name: '/news', query: '?before=x&y' }],
    ['/?', { path: '/', name: '/', query: '' }],
    ['/caf%C3%A9', { path: '/caf%C3%A9', name: '/café', query: '' }],
    ['/a%2Fb', { path: '/a%2Fb', name: '/a/b', query: '' }],
    ['/news#part', { path: '/news', name: '/news', query: '' }],
    ['/a/../admin', { path: '/admin', name: '/admin', query: '' }],
    ['/a/%2e%2e/admin', { path: '/admin', name: '/admin', query: '' }],
    ['/%61dmin', { path: '/%61dmin', name: '/admin', query: '' }],
    ['//evil.example', { path: '/evil.example', name: '/evil.example', query: '' }],
    ['///evil.example//x', { path: '/evil.example//x', name: '/evil.example//x', query: '' }],
    ['/\\evil.example', { path: '/evil.example', name: '/evil.example', query: '' }],
    ['/a/..//evil.example', { path: '/evil.example', name: '/evil.example', query: '' }],
    ['http://evil.example', { path: '/', name: '/', query: '' }],
    ['http://evil.example/news?q', { path: '/news', name: '/news', query: '?q' }],
    ['https://evil.example//x', { path: '/x', name: '/x', query: '' }],
    ['/?q=%', { path: '/', name: '/', query: '?q=%' }],
  ])('%s', (target, expected) => {
    expect(readRequestTarget(target)).toEqual(expected)
  })

  it.each([
    '',
    '*',
    'news',
    'example.org:443',
    'ftp://evil.example/',
    'javascript:alert(1)',
    'http://',
    '/%',
    '/%zz',
    '/%C3',
    '/%ff',
    '/%00',
    '/?q=%00',
    '/news%00.js',
  ])('rejects %j', (target) => {
    expect(readRequestTarget(target)).toBeUndefined()
  })
})
