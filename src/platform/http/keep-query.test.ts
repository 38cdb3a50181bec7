import { expect, it } from 'vitest'
import { keepQuery } from './keep-query.ts'

it.each([
  ['/new', '?utm_source=x', '/new?utm_source=x'],
  ['/new#part', '?a=1', '/new?a=1#part'],
  ['/new?page=2', '?a=1', '/new?page=2'],
  ['https://other.example/new', '?token=1', 'https://other.example/new'],
  ['/new', '', '/new'],
])('%s with %s becomes %s', (location, query, expected) => {
  expect(keepQuery(location, query)).toBe(expected)
})
