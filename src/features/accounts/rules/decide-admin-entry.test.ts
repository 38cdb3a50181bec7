import { describe, expect, it } from 'vitest'
import { decideAdminEntry, decideAfterLogin } from './decide-admin-entry.ts'

const ADMIN = { role: 'admin' } as const
const USER = { role: 'user' } as const
const redirect = (to: string) => ({ kind: 'redirect', to })

describe('decideAdminEntry', () => {
  it.each([
    ['/admin', null, { kind: 'refuse', reason: 'signed-out' }],
    ['/admin/', null, { kind: 'refuse', reason: 'signed-out' }],
    ['/Admin', USER, { kind: 'refuse', reason: 'not-admin' }],
    ['/admin/articles', null, redirect('/admin')],
    ['/admin/articles', USER, redirect('/admin')],
    ['/admin/settings', null, redirect('/admin')],
    ['/admin/adsense', USER, redirect('/admin')],
    ['/ADMIN/Settings/', USER, redirect('/admin')],
    ['/admin/users', null, redirect('/admin/login')],
    ['/admin/users', USER, redirect('/')],
    ['/admin/analytics', null, redirect('/admin/login')],
    ['/admin/newsletter', USER, redirect('/')],
    ['/admin/pages', null, redirect('/admin/login')],
    ['/admin/articles-of-others', null, redirect('/admin/login')],
    ['/admin/nothing', USER, redirect('/')],
  ])('sends who asks for %s as %o', (path, visitor, entry) => {
    expect(decideAdminEntry(path, visitor)).toEqual(entry)
  })

  it.each(['/admin', '/admin/articles', '/admin/users', '/admin/nothing'])(
    'lets an administrator in at %s',
    (path) => {
      expect(decideAdminEntry(path, ADMIN)).toEqual({ kind: 'enter' })
    },
  )
})

describe('decideAfterLogin', () => {
  it.each([
    [null, null],
    [USER, '/'],
    [ADMIN, '/admin'],
  ])('sends %o to %s', (visitor, to) => {
    expect(decideAfterLogin(visitor)).toBe(to)
  })
})
