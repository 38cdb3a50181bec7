import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { formatDay, formatDayAndTime, formatShortDay } from './dates.ts'

describe('dates', () => {
  it('have three formats', () => {
    const iso = '2026-11-21T14:05:00.000Z'
    expect(formatDay(iso)).toBe('21 November 2026')
    expect(formatShortDay(iso)).toBe('21 Nov 2026')
    expect(formatDayAndTime(iso)).toBe('21 November 2026 at 14:05')
  })

  it.each([
    ['midnight in winter is 00:00', '2026-01-01T00:00:00.000Z', '1 January 2026 at 00:00'],
    ['the last minute belongs to the day before', '2025-12-31T23:59:59.999Z', '31 December 2025 at 23:59'],
    ['midnight in summer is 00:00', '2026-06-30T23:00:00.000Z', '1 July 2026 at 00:00'],
    ['before the clocks go forward', '2026-03-29T00:59:59.000Z', '29 March 2026 at 00:59'],
    ['after the clocks went forward', '2026-03-29T01:00:00.000Z', '29 March 2026 at 02:00'],
    ['before the clocks go back', '2026-10-25T00:59:00.000Z', '25 October 2026 at 01:59'],
    ['after the clocks went back', '2026-10-25T01:00:00.000Z', '25 October 2026 at 01:00'],
    ['an offset in the text counts', '2026-11-21T23:30:00-05:00', '22 November 2026 at 04:30'],
  ])('are in London time: %s', (_, iso, expected) => {
    expect(formatDayAndTime(iso)).toBe(expected)
  })

  it('match Intl for almost every hour from 1996 to 2040', () => {
    const intl = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/London',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    const short = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', dateStyle: 'medium' })
    // Covers every hour of the day and the week.
    for (let time = Date.UTC(1996, 0, 1); time < Date.UTC(2040, 0, 1); time += 59 * 3_600_000) {
      const iso = new Date(time).toISOString()
      const expected = intl.format(time).replace(',', '')
      expect(formatDayAndTime(iso)).toBe(expected)
      expect(formatShortDay(iso)).toBe(short.format(time))
    }
  })

  it('reject an invalid date', () => {
    expect(() => formatDay('soon')).toThrow(RangeError)
  })

  it.each(['Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
    'do not depend on the time zone %s',
    (TZ) => {
      const script = `
      import { formatDayAndTime } from ${JSON.stringify(new URL('./dates.ts', import.meta.url).href)}
      process.stdout.write(formatDayAndTime('2026-06-30T23:00:00.000Z'))`
      const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
        env: { TZ, LANG: 'ja_JP.UTF-8' },
      })
      expect(output.toString()).toBe('1 July 2026 at 00:00')
    },
  )
})
