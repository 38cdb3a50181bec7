import { expect, it } from 'vitest'
import { isCrossSite } from './is-cross-site.ts'

const ORIGIN = 'https://paper.example'

it.each<[string, Record<string, string>, boolean]>([
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: ORIGIN }, false],
  ['the reader', { 'sec-fetch-site': 'none' }, false],
  ['another site', { 'sec-fetch-site': 'cross-site' }, true],
  ['another host of our domain', { 'sec-fetch-site': 'same-site', origin: ORIGIN }, true],
  ['another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: ORIGIN }, true],
  ['an unknown site', { 'sec-fetch-site': 'x' }, true],
  ['our own page in an older browser', { origin: ORIGIN }, false],
  ['our own page at another name', { origin: 'http://10.0.0.1:3000', host: '10.0.0.1:3000' }, false],
  ['another site in an older browser', { origin: 'https://evil.example', host: 'paper.example' }, true],
  ['another port', { origin: 'https://paper.example:8443', host: 'paper.example' }, true],
  ['a page without an origin', { origin: 'null', host: 'paper.example' }, true],
  ['a page without an origin, to no host', { origin: 'null' }, true],
  ['no browser', { host: 'paper.example' }, false],
])('a request of %s', (_, headers, expected) => {
  expect(isCrossSite(new Headers(headers), ORIGIN)).toBe(expected)
})
