import { describe, expect, it } from 'vitest'
import { findPasswordFault, measurePassword } from './judge-password.ts'

describe('findPasswordFault', () => {
  it.each([
    ['', 'too-short'],
    ['12345', 'too-short'],
    ['zq8!xk', null],
    ['123456', 'common'],
    ['PassWord', 'common'],
    [' letmein ', 'common'],
    ['qwertyuiop', 'common'],
    ['a password of her own', null],
    ['Ωmega und Käse', null],
    ['constructor', null],
    ['x'.repeat(128), null],
    ['x'.repeat(129), 'too-long'],
  ])('finds in %j: %s', async (password, fault) => {
    expect(await findPasswordFault(password)).toBe(fault)
  })
})

describe('measurePassword', () => {
  it('calls a common password weak and a long one strong', async () => {
    expect(await measurePassword('password1')).toBe(0)
    expect(await measurePassword('violet tram over the estuary 9')).toBe(4)
  })

  it('knows what an attacker would try first', async () => {
    const password = 'wilhelmina.thistlewood'
    const own = ['Wilhelmina Thistlewood', 'wilhelmina.thistlewood@example.org']
    expect(await measurePassword(password, own)).toBeLessThan(await measurePassword(password))
  })
})
