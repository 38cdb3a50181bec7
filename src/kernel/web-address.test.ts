import { describe, expect, it } from 'vitest'
import { removeCredentials, webAddress } from './web-address.ts'

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

describe('removeCredentials', () => {
  it.each([
    ['See https://ada:secret@paper.example/a.', 'See https://paper.example/a.'],
    ['HTTP://ada@paper.example', 'HTTP://paper.example'],
    ['https://ada:p@ss:w@paper.example/@b?c=d@e', 'https://paper.example/@b?c=d@e'],
    ['<a href="https://a&amp;b:c@paper.example">', '<a href="https://paper.example">'],
    ['https://social.example/@ada', 'https://social.example/@ada'],
    ['https://paper.example, ada@paper.example', 'https://paper.example, ada@paper.example'],
    ['<https://paper.example>ada@paper.example', '<https://paper.example>ada@paper.example'],
    ['mailto:ada@paper.example', 'mailto:ada@paper.example'],
  ])('turns %s into %s', (text, expected) => {
    expect(removeCredentials(text)).toBe(expected)
  })
})
