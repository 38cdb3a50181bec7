import { expect, it } from 'vitest'
import { refreshMessage } from './refresh-message.ts'

it.each([
  [{ feeds: 2, failed: 0, created: 1, updated: 0 }, 'Success: Content refreshed successfully'],
  [{ feeds: 2, failed: 1, created: 0, updated: 3 }, 'Success: Content refreshed successfully'],
  [{ feeds: 0, failed: 0, created: 0, updated: 0 }, 'Nothing refreshed: No feeds can be refreshed right now'],
  [{ feeds: 2, failed: 2, created: 0, updated: 0 }, 'Error: Failed to refresh content'],
  [{ feeds: 2, failed: 0, created: 0, updated: 0 }, 'Nothing new: The feeds have no new articles'],
  [{ feeds: 3, failed: 2, created: 0, updated: 0 }, 'Nothing new: The feeds have no new articles; 2 failed'],
])('returns for %j “%s”', (report, message) => {
  const { title, text, isError } = refreshMessage(report)
  expect(`${title}: ${text}`).toBe(message)
  expect(isError === true).toBe(title === 'Error')
})
