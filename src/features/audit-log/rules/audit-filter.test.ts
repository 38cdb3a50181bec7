import { expect, it } from 'vitest'
import { readAuditFilter } from './audit-filter.ts'

const id = '0b4f6f3e-9d2c-4a52-8f5e-0c8f7f1f6a11'
const nothing = { person: undefined, kind: undefined, day: undefined }

it.each([
  [{}, nothing],
  [
    { person: id, kind: 'article', day: '2026-11-21' },
    { person: id, kind: 'article', day: '2026-11-21' },
  ],
  [
    { person: 'gone', kind: 'ad-code' },
    { ...nothing, person: 'gone', kind: 'ad-code' },
  ],
  [{ person: 'somebody', kind: 'Article%', day: '2026-02-30' }, nothing],
  [{ person: 7, kind: ['article'], day: null }, nothing],
])('readAuditFilter reads %j', (given, filter) => {
  expect(readAuditFilter(given)).toEqual(filter)
})
