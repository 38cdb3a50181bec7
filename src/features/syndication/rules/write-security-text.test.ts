import { describe, expect, it } from 'vitest'
import { emailUri, writeSecurityText } from './write-security-text.ts'

const NOW = new Date('2026-11-22T16:20:00Z')
const contact = 'mailto:security@paper.example'

describe('writeSecurityText', () => {
  it('contains the fields of RFC 9116', () => {
    expect(writeSecurityText({ origin: 'https://paper.example', contact }, NOW)).toBe(
      [
        'Contact: mailto:security@paper.example',
        'Expires: 2027-05-21T00:00:00.000Z',
        'Preferred-Languages: en',
        'Canonical: https://paper.example/.well-known/security.txt',
        '',
      ].join('\n'),
    )
  })

  it('has no canonical address without https', () => {
    expect(writeSecurityText({ origin: 'http://localhost:3000', contact }, NOW)).not.toContain('Canonical')
  })
})

it.each([
  [' desk@paper.example ', 'mailto:desk@paper.example'],
  ['', undefined],
  ['desk@paper', undefined],
  ['desk@paper.example\nPolicy: https://evil.example', undefined],
])('the URI of the address %j is %s', (text, uri) => {
  expect(emailUri(text)).toBe(uri)
})
