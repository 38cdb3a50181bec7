import { expect, it } from 'vitest'
import { describeAdsTextFault } from './ads-text.ts'

it.each([
  '',
  'google.com, pub-1234567890, DIRECT, f08c47fec0942fa0',
  '# Our networks\r\ngoogle.com,pub-1,direct # the largest\r\n\r\nads.example.co.uk, 7, Reseller',
  'CONTACT=ads@paper.example\nSUBDOMAIN = sport.paper.example',
  'google.com, pub-1, DIRECT; extension=1',
])('%j is valid', (text) => {
  expect(describeAdsTextFault(text)).toBeUndefined()
})

it.each([
  ['<script>alert(1)</script>', /^Line 1: Start with the domain/],
  ['google.com, pub-1, DIRECT\nhttps://google.com, pub-1, DIRECT', /^Line 2: Start with the domain/],
  ['google.com', /^Line 1: Add your account/],
  ['google.com, , DIRECT', /^Line 1: Add your account/],
  ['google.com, pub-1', /^Line 1: Add DIRECT or RESELLER/],
  ['google.com, pub-1, OWNER', /^Line 1: Add DIRECT or RESELLER/],
])('%j is not: %s', (text, fault) => {
  expect(describeAdsTextFault(text)).toMatch(fault)
})
