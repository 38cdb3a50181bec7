import { expect, it } from 'vitest'
import { cleanCopiedLink, readLinkAddress } from './link-address.ts'

it.each([
  ['https://example.org/a b', 'https://example.org/a b'],
  [' HTTP://example.org ', 'HTTP://example.org'],
  ['mailto:ada@example.org', 'mailto:ada@example.org'],
  ['tel:+4420', 'tel:+4420'],
  ['/corrections', '/corrections'],
  ['example.org', 'https://example.org'],
  ['www.example.co.uk:8080/a?b#c', 'https://www.example.co.uk:8080/a?b#c'],
  ['büro.example/straße', 'https://büro.example/straße'],
  ['ada@example.org', 'mailto:ada@example.org'],
  ['', undefined],
  ['harbour opens', undefined],
  ['harbour', undefined],
  ['No.10', undefined],
  ['the U.S. economy', undefined],
  ['@ada', undefined],
  ['ada and @example.org', undefined],
  ['//example.org', undefined],
  ['/\\example.org', undefined],
  ['javascript:alert(1)', undefined],
  ['javascript:alert.call', undefined],
  ['data:text/html,x', undefined],
  ['https://', undefined],
])('reads %j as the address %j', (typed, address) => {
  expect(readLinkAddress(typed)).toBe(address)
})

const google = (target: string) =>
  `https://www.google.com/url?q=${encodeURIComponent(target)}&sa=D&source=editors&ust=1763900000000000&usg=AOvVaw0`

it.each([
  ['https://example.org/a?b=c%20d#e', 'https://example.org/a?b=c%20d#e'],
  ['https://example.org', 'https://example.org'],
  [google('https://example.org/a?b=c&d=e'), 'https://example.org/a?b=c&d=e'],
  ['https://www.google.co.uk/url?url=https://example.org/a', 'https://example.org/a'],
  [
    `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(google('https://example.org/a?utm_source=x'))}&data=05`,
    'https://example.org/a',
  ],
  ['https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.org%2Fa%3Ffbclid%3Dx&h=y', 'https://example.org/a'],
  ['https://example.org/a?id=1&utm_source=x&UTM_medium=y&q=%20#b', 'https://example.org/a?id=1&q=%20#b'],
  ['https://example.org/?gclid=x', 'https://example.org/'],
  // Other pages of these hosts, and other hosts.
  [
    'https://www.google.com/search?q=https://example.org',
    'https://www.google.com/search?q=https://example.org',
  ],
  ['https://www.google.com/url?q=javascript:alert(1)', 'https://www.google.com/url?q=javascript:alert(1)'],
  ['https://evil.example/url?q=https://example.org', 'https://evil.example/url?q=https://example.org'],
  ['mailto:ada@example.org?subject=a&utm_source=x', 'mailto:ada@example.org?subject=a'],
  ['#_ftn1', undefined],
  ['file:///C:/a.docx', undefined],
  ['about:blank#a', undefined],
  ['javascript:alert(1)', undefined],
  ['article/1', undefined],
  ['https://[', undefined],
  ['', undefined],
])('cleans the copied link %j to %j', (copied, cleaned) => {
  expect(cleanCopiedLink(copied)).toBe(cleaned)
})

it('unwraps a limited number of redirects', () => {
  let wrapped = 'https://example.org/a'
  for (let count = 0; count < 5; count += 1) wrapped = google(wrapped)
  expect(cleanCopiedLink(wrapped)).toBe(google(google('https://example.org/a')))
})

it('limits the length of copied links, without what is removed from them', () => {
  const link = (length: number) => 'https://example.org/'.padEnd(length, 'a')
  expect(cleanCopiedLink(link(2_048))).toBe(link(2_048))
  expect(cleanCopiedLink(link(2_049))).toBeUndefined()
  expect(cleanCopiedLink(`https://example.org/?utm_source=${link(2_048)}`)).toBe('https://example.org/')
})
