import { monthNumber } from './month-number.ts'
import { zoneOffset } from './zone-offset.ts'

/** `isClamped`: the source names a later moment than now, which nothing that was published can have. */
type FeedDate = { date: Date; isClamped: boolean }

type Day = { year: number; month: number; day: number; rest: string }

/** Dates up to here are the zero of careless software (0001, 1970), not news. */
const EARLIEST_YEAR = 1971

const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/
const ISO_BASIC = /^(\d{4})(\d{2})(\d{2})(?!\d)/
/** "24 Set 2018", "24-Sep-18", "24. September 2018", "24 de setembro de 2018" */
const DAY_FIRST =
  /(?<![\d:])(\d{1,2})(?:st|nd|rd|th|er|º|°)?[\s.\-/]+(?:de\s+)?(\p{L}{3,})\.?[\s,.\-/]+(?:de\s+)?(\d{4}|\d{2,3})(?![\d:])/u
/** "September 24, 2018" */
const MONTH_FIRST = /(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/u
/** "Mon Sep 24 19:42:40 2018", perhaps with a zone before the year: the form of C's asctime */
const ASCTIME = /(\p{L}{3,})\s+(\d{1,2})(\s+\d{1,2}:\d{2}.*?)\s(\d{4})$/u
/** "24.09.2018"; with slashes it might as well be American, and is no date. */
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/

const TIME = /(?<!\d)(\d{1,2})[:h](\d{1,2})(?::(\d{1,2})(?:[.,](\d+))?)?(?:\s*([ap])\.?m\b\.?)?/i
const TIME_BASIC = /^t(\d{2})(\d{2})(\d{2})?/i

/**
 * Reads a date as feeds write it: RFC 822 and its successors, RFC 3339, ISO 8601, asctime and what is near them, with
 * the names of six languages. A date without a zone is taken as UTC, one without a time as its first moment.
 *
 * @returns undefined for no date or none that can be understood; `now`, marked, for one that lies ahead
 */
export function parseFeedDate(raw: string | null, now: Date): FeedDate | undefined {
  const date = raw === null ? undefined : parseDate(raw)
  if (date === undefined) return undefined
  return date > now ? { date: now, isClamped: true } : { date, isClamped: false }
}

/** As `parseFeedDate`, wherever the date lies. */
export function parseDate(raw: string): Date | undefined {
  const text = raw.slice(0, 100).replace(/\s+/g, ' ').trim()
  const day = calendarDay(text)
  if (day === undefined || day.year < EARLIEST_YEAR || !exists(day)) return undefined

  const clock = TIME.exec(day.rest) ?? TIME_BASIC.exec(day.rest)
  const offset = zoneOffset(clock ? day.rest.slice(clock.index + clock[0].length) : '')
  const milliseconds = clock ? timeOfDay(clock) : 0
  if (offset === undefined || milliseconds === undefined) return undefined
  return new Date(Date.UTC(day.year, day.month - 1, day.day) + milliseconds - offset * 60_000)
}

function calendarDay(text: string): Day | undefined {
  const numeric = ISO.exec(text) ?? ISO_BASIC.exec(text)
  if (numeric) return { ...numbers(numeric[1], numeric[2], numeric[3]), rest: text.slice(numeric[0].length) }
  const dotted = DOTTED.exec(text)
  if (dotted) return { ...numbers(dotted[3], dotted[2], dotted[1]), rest: text.slice(dotted[0].length) }

  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst)
    return named(dayFirst[3], dayFirst[2], dayFirst[1], text.slice(dayFirst.index + dayFirst[0].length))
  const monthFirst = MONTH_FIRST.exec(text)
  if (monthFirst) {
    return named(
      monthFirst[3],
      monthFirst[1],
      monthFirst[2],
      text.slice(monthFirst.index + monthFirst[0].length),
    )
  }
  const asctime = ASCTIME.exec(text)
  return asctime ? named(asctime[4], asctime[1], asctime[2], asctime[3] ?? '') : undefined
}

function named(year = '', month = '', day = '', rest: string): Day | undefined {
  const number = monthNumber(month)
  return number === undefined ? undefined : { year: fullYear(year), month: number, day: Number(day), rest }
}

function numbers(year = '', month = '', day = '') {
  return { year: Number(year), month: Number(month), day: Number(day) }
}

/** RFC 5322 §4.3: two digits up to 49 are of this century, all others count from 1900. */
function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 4) return year
  return digits.length === 2 && year < 50 ? 2000 + year : 1900 + year
}

function exists({ year, month, day }: Day): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Milliseconds since midnight. 24:00 ends the day, and a leap second counts as the one before it. */
function timeOfDay([, hours = '', minutes = '', seconds = '0', fraction = '', half]: RegExpExecArray):
  | number
  | undefined {
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const second = Math.min(Number(seconds), 59)
  if (hour > 24 || Number(minutes) > 59 || Number(seconds) > 60) return undefined
  if (hour === 24 && (Number(minutes) > 0 || second > 0)) return undefined
  return (
    ((hour * 60 + Number(minutes)) * 60 + second) * 1000 + Math.floor(Number(`0.${fraction || 0}`) * 1000)
  )
}
