import { describe, expect, it } from 'vitest'
import { touchedKinds } from './follow-admin-changes.ts'

describe('touchedKinds', () => {
  it.each([
    [
      ['articles', 'article:1', 'category:News', 'breaking'],
      ['articles', 'dashboard'],
    ],
    [['settings'], ['settings', 'pages', 'dashboard']],
    [['admin:users'], ['users', 'account', 'dashboard']],
    [
      ['admin:feeds', 'admin:audit'],
      ['feeds', 'dashboard', 'audit'],
    ],
    [['admin:subscribers'], ['subscribers', 'dashboard']],
    [['admin:campaigns'], ['campaigns']],
    [['something:else'], []],
    [[], []],
  ])('reads of %o that %o are to be read anew', (tags, kinds) => {
    expect([...touchedKinds(tags)]).toEqual(kinds)
  })
})
