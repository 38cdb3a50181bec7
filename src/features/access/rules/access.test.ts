import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ROLES } from '#kernel/roles.ts'
import {
  CAPABILITIES,
  type Capability,
  canOpenScreen,
  checkAccess,
  decideAdminAccess,
  decideLoginRedirect,
  decideRoleChange,
  hasCapability,
  SCREEN_CAPABILITIES,
} from './access.ts'

const capabilitiesOf = (role: (typeof ROLES)[number]) =>
  CAPABILITIES.filter((capability) => hasCapability({ role }, capability))

describe('hasCapability', () => {
  it.each<[Capability, string[]]>([
    ['admin.open', ['admin', 'editor', 'author', 'contributor']],
    ['article.write', ['admin', 'editor', 'author', 'contributor']],
    ['image.upload', ['admin', 'editor', 'author', 'contributor']],
    ['article.read-all', ['admin', 'editor', 'author']],
    ['image.read-all', ['admin', 'editor', 'author']],
    ['image.edit-all', ['admin', 'editor']],
    ['article.edit-all', ['admin', 'editor']],
    ['article.publish', ['admin', 'editor']],
    ['newsletter.manage', ['admin', 'editor']],
    ['analytics.read', ['admin', 'editor']],
    ['redirects.manage', ['admin', 'editor']],
    ['topics.manage', ['admin', 'editor']],
    ['ads.manage', ['admin']],
    ['audit.read', ['admin']],
    ['feeds.manage', ['admin']],
    ['pages.manage', ['admin']],
    ['settings.manage', ['admin']],
    ['users.manage', ['admin']],
  ])('%s belongs to %j', (capability, roles) => {
    expect(ROLES.filter((role) => hasCapability({ role }, capability))).toEqual(roles)
  })

  it('gives administrators everything and users nothing', () => {
    expect(capabilitiesOf('admin')).toEqual(CAPABILITIES)
    expect(capabilitiesOf('user')).toEqual([])
  })

  it('gives each role all that the next one has', () => {
    for (const [index, role] of ROLES.entries())
      for (const lesser of ROLES.slice(index))
        expect(capabilitiesOf(role)).toEqual(expect.arrayContaining(capabilitiesOf(lesser)))
  })
})

const ADMIN = { role: 'admin' } as const
const USER = { role: 'user' } as const
const AUTHOR = { role: 'author' } as const
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

  it.each([
    ['/admin', 'allow'],
    ['/admin/', 'allow'],
    ['/admin/articles', 'allow'],
    ['/ADMIN/Articles/', 'allow'],
    ['/admin/settings', 'allow'],
    ['/admin/nothing', 'allow'],
    ['/admin/users', 'deny-screen'],
    ['/ADMIN/Users/', 'deny-screen'],
    ['/admin/users/anything', 'deny-screen'],
    ['/admin/adsense', 'deny-screen'],
    ['/admin/newsletter', 'deny-screen'],
    ['/admin/audit', 'deny-screen'],
  ])('%s is for authors: %s', (path, kind) => {
    expect(decideAdminAccess(path, AUTHOR)).toEqual({ kind })
  })
})

describe('canOpenScreen', () => {
  it.each([
    ['/admin/analytics', ['admin', 'editor']],
    ['/admin/newsletter', ['admin', 'editor']],
    ['/admin/front', ['admin', 'editor']],
    ['/admin/redirects', ['admin', 'editor']],
    ['/admin/topics', ['admin', 'editor']],
    ['/admin/articles', ['admin', 'editor', 'author', 'contributor']],
    ['/admin/calendar', ['admin', 'editor', 'author', 'contributor']],
    ['/admin/users', ['admin']],
    ['/admin', ['admin', 'editor', 'author', 'contributor']],
  ])('%s is open to %j', (path, roles) => {
    expect(ROLES.filter((role) => canOpenScreen({ role }, path))).toEqual(roles)
  })

  it('names a capability for each screen', () => {
    const screens = globSync('src/routes/_admin/admin.*.tsx')
      .map((file) => file.replace('src/routes/_admin/', '').replace('.tsx', ''))
      .filter((name) => name !== 'admin.$')
      .map((name) => `/${name.replace(/\.index$/, '').replaceAll('.', '/')}`)
    expect(Object.keys(SCREEN_CAPABILITIES).toSorted()).toEqual(screens.toSorted())
  })
})

it.each([ADMIN, AUTHOR])('leads %o without a required second factor to its setup', (account) => {
  const visitor = { ...account, lacksSecondFactor: true }
  expect(decideAdminAccess('/admin/users', visitor)).toEqual({ kind: 'set-up-second-factor' })
})

describe('decideLoginRedirect', () => {
  it.each([
    [null, null],
    [USER, '/'],
    [AUTHOR, '/admin'],
    [ADMIN, '/admin'],
  ])('redirects %o to %s', (visitor, to) => {
    expect(decideLoginRedirect(visitor)).toBe(to)
  })
})

describe('checkAccess', () => {
  const account = { id: '1', email: 'reader@example.org', fullName: 'Reader' }

  it.each([
    [null, 'admin.open', 401],
    [{ ...account, ...USER }, 'admin.open', 403],
    [{ ...account, ...AUTHOR }, 'admin.open', undefined],
    [{ ...account, ...AUTHOR }, 'article.publish', 403],
    [{ ...account, ...ADMIN }, 'article.publish', undefined],
    [{ ...account, ...AUTHOR, lacksSecondFactor: true }, 'article.write', 403],
    [{ ...account, ...ADMIN, lacksSecondFactor: true }, 'article.write', 403],
  ] as const)('%o with required capability %s gives status %s', (visitor, capability, status) => {
    expect(checkAccess(visitor, capability)?.status).toBe(status)
  })
})

const chief = { id: 'chief', role: 'admin' } as const
const second = { id: 'second', role: 'admin' } as const
const reader = { id: 'reader', role: 'user' } as const
const banned = { id: 'banned', role: 'admin' } as const

it.each([
  ['promoting a user', 'chief', reader, 'admin', ['chief'], 'change'],
  ['demoting another administrator', 'chief', second, 'user', ['chief', 'second'], 'change'],
  ['demoting a suspended administrator', 'chief', banned, 'user', ['chief'], 'change'],
  ['promoting an administrator', 'chief', second, 'admin', ['chief', 'second'], 'unchanged'],
  ['demoting a user', 'chief', reader, 'user', ['chief'], 'unchanged'],
  ['demoting oneself', 'chief', chief, 'user', ['chief', 'second'], 'own'],
  ['demoting oneself as the last administrator', 'chief', chief, 'user', ['chief'], 'last'],
  ['a request by a user', 'reader', reader, 'admin', ['chief'], 'denied'],
  ['a request by a former administrator', 'second', chief, 'user', ['chief'], 'denied'],
  ['a request without any administrators', 'reader', reader, 'admin', [], 'denied'],
  ['a deleted account', 'chief', undefined, 'admin', ['chief'], 'missing'],
] as const)(
  '%s (by %s, target %o, role %s, administrators %j): %s',
  (_, by, target, role, administrators, kind) => {
    expect(decideRoleChange({ by, target, role, administrators: new Set<string>(administrators) })).toEqual({
      kind,
    })
  },
)
