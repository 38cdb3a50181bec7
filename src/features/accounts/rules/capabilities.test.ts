import { describe, expect, it } from 'vitest'
import { ROLES } from '#kernel/roles.ts'
import { CAPABILITIES, type Capability, hasCapability } from './capabilities.ts'

const capabilitiesOf = (role: (typeof ROLES)[number]) =>
  CAPABILITIES.filter((capability) => hasCapability({ role }, capability))

describe('hasCapability', () => {
  it.each<[Capability, string[]]>([
    ['office.open', ['admin', 'editor', 'author', 'contributor']],
    ['article.write', ['admin', 'editor', 'author', 'contributor']],
    ['image.upload', ['admin', 'editor', 'author', 'contributor']],
    ['article.read-all', ['admin', 'editor', 'author']],
    ['article.edit-all', ['admin', 'editor']],
    ['article.publish', ['admin', 'editor']],
    ['newsletter.manage', ['admin', 'editor']],
    ['analytics.read', ['admin', 'editor']],
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
