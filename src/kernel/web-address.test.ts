import { describe, expect, it } from 'vitest'
import { webAddress } from './web-address.ts'

describe('webAddress', () => {
  const base = 'https://paper.example/news/today.html'
  it.each([
    ['https://other.example/x?a#b', 'https://other.example/x?a#b'],
    ['//cdn.example/x.jpg', 'https://cdn.example/x.jpg'],
    ['/x', 'https://paper.example/x'],
    ['../x', 'https://paper.example/x'],
    [' x y ', 'https://paper.example/news/x%20y'],
    ['www.other.example/x', 'https://www.other.example/x'],
    [' www.other.example/x', 'https://www.other.example/x'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['file:///etc/passwd', null],
    ['mailto:a@b.example', null],
    [null, null],
    [undefined, null],
  ])('converts %j to %j', (link, address) => {
    expect(webAddress(link, base)).toBe(address)
  })

  it('returns null for a relative address without a base', () => {
    expect(webAddress('/x')).toBeNull()
    expect(webAddress('/x', null)).toBeNull()
  })
})
