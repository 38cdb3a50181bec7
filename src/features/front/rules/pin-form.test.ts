import { describe, expect, it } from 'vitest'
import { pinForm, pinnedUntil } from './pin-form.ts'

const now = () => new Date('2026-11-29T12:00:00Z')
const messages = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('the form of a pin', () => {
  it('reads its end in London time', () => {
    const summer = { end: 'time', at: '2027-07-01T09:00' } as const
    expect(pinForm(now).safeParse(summer).success).toBe(true)
    expect(pinnedUntil(summer)).toBe('2027-07-01T08:00:00.000Z')
  })

  it('requires a time in the future, but only for a pin with an end', () => {
    const past = '2026-11-29T11:00'
    expect(messages(pinForm(now).safeParse({ end: 'time', at: past }))).toEqual([
      'at: Choose a time in the future',
    ])
    expect(messages(pinForm(now).safeParse({ end: 'time', at: '' }))?.[0]).toContain('Enter a valid date')
    expect(pinForm(now).safeParse({ end: 'none', at: '' }).success).toBe(true)
    expect(pinnedUntil({ end: 'none', at: '2027-07-01T09:00' })).toBeNull()
  })
})
