import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LOCK_KEYS } from './lock-keys.ts'

describe('LOCK_KEYS', () => {
  it('has a distinct key for each purpose', () => {
    const keys = Object.values(LOCK_KEYS)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('contains every key', () => {
    const elsewhere = globSync('src/**/*.ts')
      .filter((path) => !path.includes('lock-keys'))
      .filter((path) => /7_?267_?5/.test(readFileSync(path, 'utf8')))
    expect(elsewhere).toEqual([])
  })
})
