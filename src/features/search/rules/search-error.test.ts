import { expect, test } from 'vitest'
import { SEARCH_BUSY, searchErrorMessage } from './search-error.ts'

test.each([
  ['a busy server', new Error(SEARCH_BUSY), SEARCH_BUSY],
  ['any other failure', new Error('<html>502</html>'), 'Failed to fetch articles'],
])('a search that fails because of %s shows its message', (_, error, text) => {
  expect(searchErrorMessage(error)).toBe(text)
})
