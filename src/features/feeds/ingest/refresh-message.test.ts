import { describe, expect, it } from 'vitest'
import { describeRefresh, refreshMessage } from './refresh-message.ts'

it.each([
  [{ feeds: 2, failed: 0, created: 1, updated: 0 }, 'Success: Content refreshed successfully'],
  [{ feeds: 2, failed: 1, created: 0, updated: 3 }, 'Success: Content refreshed successfully'],
  [
    { feeds: 0, failed: 0, created: 0, updated: 0 },
    'Nothing to refresh: No feeds can be refreshed right now',
  ],
  [{ feeds: 2, failed: 2, created: 0, updated: 0 }, 'Error: Failed to refresh content'],
  [{ feeds: 2, failed: 0, created: 0, updated: 0 }, 'Nothing new: The feeds have no new articles'],
  [{ feeds: 3, failed: 2, created: 0, updated: 0 }, 'Nothing new: The feeds have no new articles; 2 failed'],
  [
    { feeds: 2, failed: 1, created: 0, updated: 0, held: 3 },
    'Held for review: 3 articles to review before readers see them',
  ],
])('returns for %j “%s”', (report, message) => {
  const { title, text, isError } = refreshMessage({ held: 0, ...report })
  expect(`${title}: ${text}`).toBe(message)
  expect(isError === true).toBe(title === 'Error')
})

describe('the report above the list of feeds', () => {
  const counts = {
    feeds: 0,
    created: 0,
    updated: 0,
    held: 0,
    notModified: 0,
    failed: 0,
    hasEnabledFeeds: true,
  }

  it('does not claim that anything was refreshed or is disabled if all feeds were checked a moment ago', () => {
    const { title, text } = describeRefresh(counts)
    expect(title).toBe('Nothing to refresh')
    expect(text).toContain('checked less than a minute ago')
    expect(text).not.toMatch(/disabled|deleted/)
  })

  it('does not claim that feeds were checked if there are none', () => {
    expect(describeRefresh({ ...counts, hasEnabledFeeds: false })).toEqual({
      title: 'Nothing to refresh',
      text: 'There are no feeds, or all of them are disabled.',
    })
  })

  it('says that a single feed may be gone', () => {
    expect(describeRefresh(counts, 'BBC News')).toEqual({
      title: 'BBC News was not refreshed',
      text: 'It may be disabled or deleted.',
    })
  })

  it('lists the counts', () => {
    const report = { ...counts, feeds: 3, created: 1, updated: 2, notModified: 1 }
    const text = '1 new article, 2 updated, 1 feed unchanged, 0 feeds failed'
    expect(describeRefresh(report)).toEqual({ title: 'All feeds refreshed', text })
    expect(describeRefresh(report, 'BBC News')).toEqual({ title: 'BBC News refreshed', text })
    expect(describeRefresh({ ...report, held: 4 }).text).toBe(
      '1 new article, 2 updated, 4 held for review, 1 feed unchanged, 0 feeds failed',
    )
    expect(describeRefresh({ ...report, failed: 1 }).title).toBe('Some feeds failed')
    expect(describeRefresh({ ...report, failed: 3 }).title).toBe('All feeds failed')
    expect(describeRefresh({ ...report, feeds: 1, failed: 1 }, 'BBC News').title).toBe('BBC News failed')
  })
})
