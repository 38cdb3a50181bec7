import { describe, expect, it } from 'vitest'
import { readHeader, readRow } from './subscriber-import.ts'

const NOW = new Date('2026-11-22T10:00:00Z')
const MAILCHIMP =
  'Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,UNSUB_TIME,UNSUB_REASON'.split(
    ',',
  )

function read(header: string, row: string) {
  const columns = readHeader(header.split(','))
  if (!columns) throw new Error('not a header')
  return readRow(row.split(','), columns, NOW)
}

describe('readHeader', () => {
  it.each([
    ['Email,Name,Status,Subscribed Date', { email: 0, name: 1, status: 2, subscribedAt: 3 }],
    [MAILCHIMP.join(), { email: 0, firstName: 1, lastName: 2, subscribedAt: 5, leftAt: 6 }],
    [
      'id,email,name,note,subscribed_to_emails,created_at,deleted_at',
      { email: 1, name: 2, status: 4, subscribedAt: 5, leftAt: 6 },
    ],
    [' E-MAIL ', { email: 0 }],
  ])('recognises %s', (header, columns) => {
    expect(readHeader(header.split(','))).toEqual(columns)
  })

  it.each(['ada@example.org', 'Name,Status', ''])('returns undefined for %j', (header) => {
    expect(readHeader(header.split(','))).toBeUndefined()
  })
})

describe('readRow', () => {
  it('reads the rows of our own export', () => {
    expect(read('Email,Name,Status,Subscribed Date', 'a@example.org,Ada,Inactive,2026-07-01')).toEqual({
      kind: 'row',
      row: {
        email: 'a@example.org',
        fullName: 'Ada',
        isActive: false,
        subscribedAt: '2026-07-01T12:00:00.000Z',
      },
    })
  })

  it('joins first and last names and uses the date of the confirmation', () => {
    const row = 'a@example.org,Ada,Penrose,2,2025-01-02 03:04:05,2025-01-03 04:05:06,,'
    expect(read(MAILCHIMP.join(), row)).toEqual({
      kind: 'row',
      row: {
        email: 'a@example.org',
        fullName: 'Ada Penrose',
        isActive: true,
        subscribedAt: '2025-01-03T04:05:06.000Z',
      },
    })
  })

  it('imports an address that has unsubscribed as inactive', () => {
    const row = 'a@example.org,,Penrose,2,,,2026-02-03 04:05:06,N/A'
    expect(read(MAILCHIMP.join(), row)).toMatchObject({ row: { fullName: 'Penrose', isActive: false } })
  })

  it.each([
    ['', true],
    ['active', true],
    ['Subscribed', true],
    ['true', true],
    ['false', false],
    ['Unsubscribed', false],
    ['cleaned', false],
    ['Bounced', false],
  ])('reads the status "%s" as active: %s', (status, isActive) => {
    expect(read('Email,Status', `ada@example.org,${status}`)).toMatchObject({ row: { isActive } })
  })

  it.each([
    ['2024-02-29', '2024-02-29T12:00:00.000Z'],
    ['2026-11-22', '2026-11-22T12:00:00.000Z'],
    ['2026-07-01T10:20:30.123Z', '2026-07-01T10:20:30.123Z'],
    ['2026-07-01 10:20:30+02:00', '2026-07-01T08:20:30.000Z'],
    ['2026-07-01 10:20', '2026-07-01T10:20:00.000Z'],
    ['', undefined],
  ])('reads the date "%s"', (date, subscribedAt) => {
    expect(read('Email,Subscribed Date', `a@example.org,${date}`)).toMatchObject({ row: { subscribedAt } })
  })

  it.each(['01/07/2026', '2026-02-30', '2026-13-01', 'yesterday', '2026-11-23', '2026-07-01 25:00'])(
    'skips a row with the date "%s"',
    (date) => {
      expect(read('Email,Subscribed Date', `a@example.org,${date}`)).toEqual({
        kind: 'skipped',
        email: 'a@example.org',
        reason: 'date-invalid',
      })
    },
  )
})
