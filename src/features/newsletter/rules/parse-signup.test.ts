import { describe, expect, it } from 'vitest'
import { parseSignup } from './parse-signup.ts'

const email = 'reader@example.org'

describe('parseSignup accepts', () => {
  it.each([
    ['an address only', { email }, { email, fullName: null }],
    ['an address with a name', { email, full_name: 'Ada Penrose' }, { email, fullName: 'Ada Penrose' }],
    ['surrounding white space', { email: ` ${email}\r\n`, full_name: '\tAda ' }, { email, fullName: 'Ada' }],
    ['a blank name', { email, full_name: ' \u00a0 ' }, { email, fullName: null }],
    ['a name that is not a string', { email, full_name: { evil: 1 } }, { email, fullName: null }],
    ['the longest name', { email, full_name: 'x'.repeat(200) }, { email, fullName: 'x'.repeat(200) }],
    [
      'any script',
      { email, full_name: 'عائشة 李 O’Neil-Ñandú 👩‍🚀' },
      { email, fullName: 'عائشة 李 O’Neil-Ñandú 👩‍🚀' },
    ],
  ])('%s', (_, fields, signup) => {
    expect(parseSignup(fields)).toEqual({ kind: 'signup', signup })
  })

  it('an internationalised domain, encoded', () => {
    expect(parseSignup({ email: 'Info@Müller.example' })).toMatchObject({
      signup: { email: 'Info@xn--mller-kva.example' },
    })
  })

  // Valid in browsers.
  it.each([
    'a@b',
    'A.B+tag@Example.Org',
    "!#$%&'*+-/=?^_`{|}~.@example.org",
    '.a..b.@example.org',
    'a@1.2.3.4',
    `${'a'.repeat(100)}@${'b'.repeat(63)}.org`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(60)}`,
  ])('the address %s', (address) => {
    expect(parseSignup({ email: address })).toEqual({
      kind: 'signup',
      signup: { email: address, fullName: null },
    })
  })
})

describe('parseSignup rejects', () => {
  it.each([{}, { email: '' }, { email: ' \n' }, { email: null }, { email: [email] }, { email: 7 }])(
    'a missing address: %j',
    (fields) => {
      expect(parseSignup(fields)).toEqual({ kind: 'refused', outcome: 'email-missing' })
    },
  )

  it('letters before the @ that mail servers may not support', () => {
    expect(parseSignup({ email: 'jörg@müller.example' })).toEqual({
      kind: 'refused',
      outcome: 'email-not-ascii',
    })
  })

  it.each([
    'reader',
    'reader@',
    '@example.org',
    'a@b@c',
    'a b@example.org',
    'a@-b.org',
    'a@b-.org',
    'a@b..org',
    'a@b.org.',
    `a@${'b'.repeat(64)}.org`,
    'a@ex_ample.org',
    '"a b"@example.org',
    'a@[127.0.0.1]',
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org\0',
    'a@example.org,b@example.org',
    'Ada <ada@example.org>',
    `${'a'.repeat(243)}@example.org`,
    'x'.repeat(100_000),
    `${'a.'.repeat(50_000)}@`,
  ])('the address %j', (address) => {
    expect(parseSignup({ email: address })).toEqual({ kind: 'refused', outcome: 'email-invalid' })
  })

  it.each([
    'x'.repeat(201),
    'Ada\nPenrose',
    'Ada\r\nBcc: x',
    'Ada\0',
    'Ada\u0085',
    'Ada\u2028B',
    'Ada\x1b[31m',
    'A\ud800',
  ])('the name %j', (full_name) => {
    expect(parseSignup({ email, full_name })).toEqual({ kind: 'refused', outcome: 'name-invalid' })
  })
})
