import { expect, it } from 'vitest'
import { isExcerpt } from './source-notes.ts'

const STORY = 'The council voted to reopen the library. '.repeat(20).trim()

it.each([
  ['an empty text', '', true],
  ['a few sentences', 'A fire was put out. Nobody was hurt.', true],
  ['a long text', STORY, false],
  ['a long text that ends with an ellipsis', `${STORY} And then…`, true],
  ['a long text that ends with dots in brackets', `${STORY} And then [...]`, true],
  ['a long text with an ellipsis in it', `Well… ${STORY}`, false],
])('isExcerpt of %s', (_, text, expected) => {
  expect(isExcerpt(text)).toBe(expected)
})
