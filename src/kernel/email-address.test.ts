import { describe, expect, it } from 'vitest'
import { hasNonAsciiName, isEmailAddress, withAsciiDomain } from './email-address.ts'

describe('withAsciiDomain', () => {
  it.each([
    ['info@müller.example', 'info@xn--mller-kva.example'],
    ['Info@MÜLLER.example', 'Info@xn--mller-kva.example'],
    ['info@müller.example', 'info@xn--mller-kva.example'],
    ['info@例え。テスト', 'info@xn--r8jz45g.xn--zckzah'],
    ['info@президент.рф', 'info@xn--d1abbgf6aiiy.xn--p1ai'],
    ['info@mail.straße.example', 'info@mail.xn--strae-oqa.example'],
    ['jörg@müller.example', 'jörg@xn--mller-kva.example'],
    ['info@xn--mller-kva.example', 'info@xn--mller-kva.example'],
    ['ada@paper.example', 'ada@paper.example'],
    ['müller', 'müller'],
    ['', ''],
  ])('turns %s into %s', (address, expected) => {
    expect(withAsciiDomain(address)).toBe(expected)
  })

  it.each([
    'ada@müller.example/x',
    'ada@mü:80',
    'ada@mü ller.example',
    'ada@mü?ller',
    'ada@\u00ad',
    'ada@mü..example',
    `ada@${'ü'.repeat(300)}.example`,
  ])('makes no address of %s', (text) => {
    expect(isEmailAddress(withAsciiDomain(text))).toBe(false)
  })
})

describe('hasNonAsciiName', () => {
  it.each([
    ['jörg@müller.example', true],
    ['jörg@paper.example', true],
    ['用户@例え.テスト', true],
    ['info@müller.example', false],
    ['ada@paper.example', false],
    ['jö rg@paper.example', false],
    ['jörg', false],
    ['jörg@', false],
  ])('is for %s %s', (address, expected) => {
    expect(hasNonAsciiName(address)).toBe(expected)
  })
})
