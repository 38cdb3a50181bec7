import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#kernel/time/durations.ts'
import { backupName, listExpiredBackups, parseBackupName } from './retention.ts'

it.each([
  [false, 'masthead-2026-11-23T02-30-00Z.tar.zst'],
  [true, 'masthead-2026-11-23T02-30-00Z.tar.zst.enc'],
])('contains the time in UTC (encrypted: %s)', (isEncrypted, name) => {
  expect(backupName(new Date('2026-11-23T02:30:00.999Z'), { isEncrypted })).toBe(name)
})

const nightly = (days: number, end = '2026-11-23T02:30:00Z') =>
  Array.from({ length: days }, (_, age) =>
    backupName(new Date(Date.parse(end) - age * DAY_MS), { isEncrypted: age % 2 === 0 }),
  )
const retainedOf = (names: string[]) => {
  const expired = new Set(listExpiredBackups(names))
  return names
    .filter((name) => !expired.has(name))
    .map((name) => parseBackupName(name)?.toISOString().slice(0, 10))
}

describe('listExpiredBackups', () => {
  it('retains the newest backups of 7 days, 4 weeks and 12 months', () => {
    expect(retainedOf(nightly(800))).toEqual([
      '2026-11-23',
      '2026-11-22',
      '2026-11-21',
      '2026-11-20',
      '2026-11-19',
      '2026-11-18',
      '2026-11-17',
      // Sundays.
      '2026-11-15',
      '2026-11-08',
      // Ends of months.
      '2026-10-31',
      '2026-09-30',
      '2026-08-31',
      '2026-07-31',
      '2026-06-30',
      '2026-05-31',
      '2026-04-30',
      '2026-03-31',
      '2026-02-28',
      '2026-01-31',
      '2025-12-31',
    ])
  })

  it('retains the newest one of a day', () => {
    const name = (hour: string) => backupName(new Date(`2026-11-23T${hour}:00:00Z`), { isEncrypted: false })
    expect(listExpiredBackups(['02', '11', '05'].map(name)).sort()).toEqual([name('02'), name('05')])
  })

  it('deletes nothing after a long pause, and no other files', () => {
    const old = nightly(5, '2020-01-08T02:30:00Z')
    expect(
      listExpiredBackups([
        ...old,
        'notes.txt',
        'masthead-2026.tar.zst',
        '.masthead-2026-11-23T02-30-00Z.tar.zst.partial',
      ]),
    ).toEqual([])
  })

  it('retains the same ones when it runs each night as when it runs once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 120 }), (days) => {
        let names: string[] = []
        for (const name of nightly(days).reverse()) {
          const added = [...names, name]
          const expired = new Set(listExpiredBackups(added))
          names = added.filter((each) => !expired.has(each))
          expect(names).toContain(name)
        }
        expect(names.length).toBeLessThanOrEqual(23)
        expect(names.length).toBeGreaterThanOrEqual(Math.min(days, 7))
      }),
    )
  })
})
