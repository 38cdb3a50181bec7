import { describe, expect, it } from 'vitest'
import { areaOf, decodePath, isAdminModule, isAdminPath, withoutLastSlashes } from './paths.ts'

describe('areaOf', () => {
  it.each([
    ['/', 'reader'],
    ['/news', 'reader'],
    ['/feed.xml', 'reader'],
    ['/administration', 'reader'],
    ['/newsletter', 'reader'],
    ['/robots.txt', 'reader'],
    ['/apiary', 'reader'],
    ['/admin', 'admin'],
    ['/ADMIN/articles', 'admin'],
    ['/api/auth/session', 'admin-api'],
    ['/api/admin/live', 'admin-api'],
    ['/api/live', 'api'],
    ['/functions/v1/fetch-news', 'api'],
    ['/_serverFn/abc', 'server-function'],
    ['/_SERVERFN/abc', 'reader'],
    ['/newsletter/unsubscribe/token', 'secret-link'],
    ['/newsletter/confirm/token', 'secret-link'],
    ['/preview/token', 'secret-link'],
    ['/preview', 'reader'],
    ['/livez', 'probe'],
    ['/metrics', 'probe'],
    ['/assets/index.js', 'asset'],
    ['/placeholder.svg', 'asset'],
    ['/media/1/3x2-320.avif', 'media'],
  ])('%s belongs to the area %s', (path, area) => {
    expect(areaOf(path)).toBe(area)
    expect(isAdminPath(path)).toBe(area === 'admin')
  })
})

describe('isAdminModule', () => {
  it.each([
    ['/app/src/routes/_admin.tsx', true],
    ['/app/src/routes/_admin/admin.tsx', true],
    ['/app/src/features/feeds/manage/admin/FeedList.tsx', true],
    ['/app/src/features/notes/admin/NoteForm.tsx', true],
    ['/app/src/ui/admin/Button.tsx', true],
    ['/app/src/routes/_reader/index.tsx', false],
    ['/home/admin/src/features/feeds/reader/refresh-news.ts', false],
  ])('%s: %s', (file, expected) => {
    expect(isAdminModule(file)).toBe(expected)
  })
})

it('decodes a path, unless its encoding is malformed', () => {
  expect(decodePath('/%61dmin')).toBe('/admin')
  expect(decodePath('/%E0%A4%A')).toBe('/%E0%A4%A')
})

it('does not serve the address for changing passwords from the cache', () => {
  expect(areaOf('/.well-known/change-password')).toBe('admin')
  expect(areaOf('/.well-known/security.txt')).toBe('reader')
})

it('withoutLastSlashes leaves nothing of the home page', () => {
  expect(['/', '//', '/a', '/a/b//'].map(withoutLastSlashes)).toEqual(['', '', '/a', '/a/b'])
})
