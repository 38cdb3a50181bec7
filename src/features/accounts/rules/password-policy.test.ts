import { describe, expect, it } from 'vitest'
import { estimatePasswordStrength, validatePassword } from './password-policy.ts'

describe('validatePassword', () => {
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
  ])('returns the error of %j: %s', async (password, fault) => {
    expect(await validatePassword(password)).toBe(fault)
  })
})

describe('estimatePasswordStrength', () => {
  it('scores a common password 0 and a long one 4', async () => {
    expect(await estimatePasswordStrength('password1')).toBe(0)
    expect(await estimatePasswordStrength('violet tram over the estuary 9')).toBe(4)
  })

  it('scores a password lower when it contains the name or email address', async () => {
    const password = 'wilhelmina.thistlewood'
    const own = ['Wilhelmina Thistlewood', 'wilhelmina.thistlewood@example.org']
    expect(await estimatePasswordStrength(password, own)).toBeLessThan(
      await estimatePasswordStrength(password),
    )
  })
})
