import { describe, expect, it } from 'vitest'
import { checkAccess, decideAdminAccess, decideLoginRedirect } from './access.ts'

const ADMIN = { role: 'admin' } as const
const USER = { role: 'user' } as const
const redirect = (to: string) => ({ kind: 'redirect', to })

describe('decideAdminAccess', () => {
  it.each([
    ['/admin', null, { kind: 'deny', reason: 'signed-out' }],
    ['/admin/', null, { kind: 'deny', reason: 'signed-out' }],
    ['/Admin', USER, { kind: 'deny', reason: 'not-admin' }],
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
  ])('%s for %o is %o', (path, visitor, access) => {
    expect(decideAdminAccess(path, visitor)).toEqual(access)
  })

  it.each(['/admin', '/admin/articles', '/admin/users', '/admin/nothing'])(
    'allows administrators at %s',
    (path) => {
      expect(decideAdminAccess(path, ADMIN)).toEqual({ kind: 'allow' })
    },
  )
})

it('leads administrators without a required second factor to its setup', () => {
  const visitor = { ...ADMIN, lacksSecondFactor: true }
  expect(decideAdminAccess('/admin/users', visitor)).toEqual({ kind: 'set-up-second-factor' })
})

describe('decideLoginRedirect', () => {
  it.each([
    [null, null],
    [USER, '/'],
    [ADMIN, '/admin'],
  ])('redirects %o to %s', (visitor, to) => {
    expect(decideLoginRedirect(visitor)).toBe(to)
  })
})

describe('checkAccess', () => {
  const account = { id: '1', email: 'reader@example.org', fullName: 'Reader' }

  it.each([
    [null, 'user', 401],
    [{ ...account, ...USER }, 'user', undefined],
    [{ ...account, ...USER }, 'admin', 403],
    [{ ...account, ...ADMIN }, 'admin', undefined],
    [{ ...account, ...ADMIN }, 'user', undefined],
    [{ ...account, ...ADMIN, lacksSecondFactor: true }, 'admin', 403],
    [{ ...account, ...ADMIN, lacksSecondFactor: true }, 'user', undefined],
  ] as const)('%o with required role %s gives status %s', (visitor, role, status) => {
    expect(checkAccess(visitor, role)?.status).toBe(status)
  })
})
