import { describe, expect, it } from 'vitest'
import { addDays } from './calendar-days.ts'

describe('addDays', () => {
  it('crosses months and leap days', () => {
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  })
})
