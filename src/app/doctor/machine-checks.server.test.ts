import { expect, it } from 'vitest'
import { describeTlsError } from './machine-checks.server.ts'

it.each([
  ['CERT_HAS_EXPIRED', 'The certificate of example.org has expired.', /^Renew it/],
  ['CERT_NOT_YET_VALID', 'The certificate of example.org is not valid yet.', /clock/],
])('explains that a certificate is not valid at this time: %s', (code, message, fix) => {
  const error = Object.assign(new Error('certificate'), { code })
  expect(describeTlsError(error, 'example.org')).toEqual({
    status: 'failed',
    message,
    fix: expect.stringMatching(fix),
  })
  const other = new Error('refused')
  expect(() => describeTlsError(other, 'example.org')).toThrow(other)
})
