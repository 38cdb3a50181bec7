import { describe, expect, it } from 'vitest'
import { orderHome } from './order-home.ts'

/** One article for each letter; capitals are breaking. */
const articles = (names: string) => [...names].map((id) => ({ id, isBreaking: id === id.toUpperCase() }))

describe('orderHome', () => {
  it.each([
    ['begins with the first article if none is breaking', 'abcdefgh', 'abcdefgh'],
    ['begins with a breaking article at any position', 'abcdefGh', 'Gabcdefh'],
    ['begins with the first of several breaking articles', 'abCdEfgh', 'CabdEfgh'],
    ['keeps a single article', 'a', 'a'],
    ['is empty without articles', '', ''],
  ])('%s', (_, names, expected) => {
    const ordered = orderHome(articles(names))
    expect(ordered.map(({ id }) => id).join('')).toBe(expected)
  })
})
