import { describe, expect, it } from 'vitest'
import { estimatePasswordStrength, isStrongPassword, validatePassword } from './password-policy.ts'

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

describe('isStrongPassword', () => {
  const own = ['ada@example.org', 'Ada Penrose', 'The Dunmore Gazette', 'dunmore.example']

  it.each([
    ['aaaaaa', false, false],
    ['abcdef', false, false],
    ['the dunmore gazette', false, false],
    ['dunmore gazette', false, false],
    ['TheDunmoreGazette', false, false],
    ['adapenrose', false, false],
    ['ada@example.org', false, false],
    ['Gazette-Gazette', false, false],
    ['Dunmore penrose!', false, false],
    ['GazetteGazette2026', false, false],
    ['tulip tulip tulip', false, false],
    ['Summer2026!', false, false],
    ['Autumn-2027', false, false],
    ['November2026!!', false, false],
    ['May2026!', false, false],
    ['Welcome2026#', false, false],
    ['2026Winter$', false, false],
    ['Dunmore2026!', false, false],
    ['Summ3r2026!', false, false],
    ['$ummer2026!', false, false],
    ['SummerTime2026!', false, false],
    ['Liverpool2026!', false, false],
    ['P@ssw0rd2026!', false, false],
    ['root2026!root', false, false],
    ['Journalist2026!', false, false],
    ['Masthead2026!', false, false],
    ['TheDunmoreGazette1', false, false],
    ['Dunm0re2026!', false, false],
    ['Dunm0re-G4zette', false, false],
    ['G4zette#2026', false, false],
    ['Penr0se2026!', false, false],
    ['penroseada2026!', false, false],
    ['Adapenrose1987', false, false],
    ['1qaz2wsx3edc', false, false],
    ['1qaz@WSX3edc', false, false],
    ['!QAZ2wsx#EDC', false, false],
    ['Administrator2026!', false, false],
    ['qwertyuiop2026!', false, false],
    ['asdfghjkl123!', false, false],
    ['zaq12wsxcde3', false, false],
    ['correct horse battery staple', false, false],
    ['Correct-Horse-Battery-Staple1', false, false],
    ['correcthorsebatterystaple', false, false],
    ['Tr0ub4dor&3', false, false],
    ['Summer tram over the estuary', true, true],
    ['horse violet staple estuary', true, true],
    ['Penrose violet tram estuary', true, true],
    ['guess 1', false, false],
    ['kelpie 1', true, false],
    ['violet tram estuary', true, true],
  ])('%s: accepted of users %s, of administrators %s', async (password, user, admin) => {
    expect([
      await isStrongPassword(password, { own, role: 'user' }),
      await isStrongPassword(password, { own, role: 'admin' }),
    ]).toEqual([user, admin])
  })

  it('rates long passwords in bounded time', async () => {
    await isStrongPassword('x', { own, role: 'user' })
    const rate = async (password: string) => {
      const start = process.threadCpuUsage()
      await isStrongPassword(password, { own, role: 'user' })
      return process.threadCpuUsage(start).user
    }
    const long = await rate('kx4$$w0zt'.repeat(14))
    const short = await rate('kx4$$w0zt'.repeat(4))
    // Unbounded, the ratio would be above ten.
    expect(long / short).toBeLessThan(6)
  })
})
