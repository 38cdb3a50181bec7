import { readDay } from '#kernel/parameters.ts'
import { DAY_MS } from '#kernel/time/durations.ts'

/** `unknown`: dates such as 3/4/2024 are not read. */
export type DayOrder = 'day-first' | 'month-first' | 'unknown'

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?(?: [A-Z]{3,5})?)?$/i
const NUMERIC =
  /^(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})(?:,? +|T|$)(?:(\d{1,2}):(\d{2})(?::(\d{2}))?)? ?([AP]M)? ?(?:Z|UTC|GMT)?$/i
const NAMED_DAY_FIRST = /^(\d{1,2})(?:\.|st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4})\b/i
const NAMED_MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/i
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

type Numeric = {
  first: number
  second: number
  year: number
  mark: string
  time: string
  isTwelveHour: boolean
}

function readNumeric(text: string): Numeric | undefined {
  const [match, first = '', mark = '', second = '', last = '', hour, minute, seconds = '00', half] =
    NUMERIC.exec(text) ?? []
  // 2018/2/28 and 2018.2.28 are in the order of ISO 8601.
  if (!match || first.length > 2 || (last.length !== 4 && last.length !== 2)) return undefined
  const hours = hour === undefined ? undefined : toTwentyFourHours(Number(hour), half)
  return {
    first: Number(first),
    second: Number(second),
    year: last.length === 2 ? 2000 + Number(last) : Number(last),
    mark,
    time: hours === undefined ? '' : `${pad(hours)}:${minute}:${seconds}`,
    isTwelveHour: half !== undefined,
  }
}

function toTwentyFourHours(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
}

const pad = (value: number) => String(value).padStart(2, '0')

/**
 * Collects evidence of the order of days and months in a file. Dates with points or hyphens are never American; those
 * with AM or PM are, unless another date contradicts.
 *
 * @param now a date after this day is evidence against its order
 */
export function createDayOrderDetector(now: Date) {
  const found = { dayFirst: false, monthFirst: false, twelveHour: false }
  return {
    add(text: string): void {
      const date = readNumeric(text.trim())
      if (!date) return
      if (date.isTwelveHour) found.twelveHour = true
      if (date.mark !== '/') return
      const isDayFirst = isPossible(date, 'day-first', now)
      const isMonthFirst = isPossible(date, 'month-first', now)
      if (isDayFirst && !isMonthFirst) found.dayFirst = true
      if (isMonthFirst && !isDayFirst) found.monthFirst = true
    },
    order(): DayOrder {
      if (found.dayFirst !== found.monthFirst) return found.dayFirst ? 'day-first' : 'month-first'
      return found.twelveHour && !found.dayFirst ? 'month-first' : 'unknown'
    },
  }
}

function isPossible(date: Numeric, order: DayOrder, now: Date): boolean {
  return toInstant(dayOf(date, order), date.time, 'Z', now) !== undefined
}

function dayOf({ first, second, year }: Numeric, order: DayOrder): string {
  const [day, month] = order === 'day-first' ? [first, second] : [second, first]
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
}

/**
 * Reads a date or time as ISO 8601, in UTC unless it has a zone. Undefined if it is not a date, is in the future, or
 * its day and month may be interchanged.
 */
export function readImportDate(value: string, order: DayOrder, now: Date): string | undefined {
  const text = value.trim()
  const iso = ISO.exec(text)
  if (iso) {
    const [, year, month, day, time = '', zone = 'Z'] = iso
    return toInstant(`${year}-${month}-${day}`, time, /^(?:UTC|GMT)$/i.test(zone) ? 'Z' : zone, now)
  }
  const numeric = readNumeric(text)
  if (numeric) return readInOrder(numeric, order, now)
  return readYearFirst(text, now) ?? readNamed(text, now) ?? readNumber(text, now)
}

function readInOrder(date: Numeric, order: DayOrder, now: Date): string | undefined {
  const read = (one: DayOrder) => toInstant(dayOf(date, one), date.time, 'Z', now)
  if (date.mark !== '/') return read('day-first')
  if (order !== 'unknown') return read(order)
  const [dayFirst, monthFirst] = [read('day-first'), read('month-first')]
  if (dayFirst && monthFirst && dayFirst !== monthFirst) return undefined
  return dayFirst ?? monthFirst
}

function readYearFirst(text: string, now: Date): string | undefined {
  const [match, year = '', , month = '', day = '', hour, minute, seconds = '00'] = NUMERIC.exec(text) ?? []
  if (!match || year.length !== 4) return undefined
  const time = hour === undefined ? '' : `${pad(Number(hour))}:${minute}:${seconds}`
  return toInstant(`${year}-${pad(Number(month))}-${pad(Number(day))}`, time, 'Z', now)
}

function readNamed(text: string, now: Date): string | undefined {
  const [, firstDay, firstName, firstYear] = NAMED_DAY_FIRST.exec(text) ?? []
  const [, secondName, secondDay, secondYear] = NAMED_MONTH_FIRST.exec(text) ?? []
  const name = firstName ?? secondName
  if (name === undefined) return undefined
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
  return toInstant(
    `${firstYear ?? secondYear}-${pad(month)}-${pad(Number(firstDay ?? secondDay))}`,
    '',
    'Z',
    now,
  )
}

/** Excel's day 0, with its leap day of 1900. */
const EXCEL_EPOCH_MS = Date.UTC(1899, 11, 30)
const [MIN_EXCEL_DAY, MAX_EXCEL_DAY] = [32_874, 73_050]

/** Days of Excel from 1990 on, and Unix times in seconds or milliseconds. */
function readNumber(text: string, now: Date): string | undefined {
  if (!/^\d{5}(?:[.,]\d{1,12})?$|^\d{10}$|^\d{13}$/.test(text)) return undefined
  const value = Number(text.replace(',', '.'))
  if (text.length >= 10 && !/[.,]/.test(text)) return within(text.length === 10 ? value * 1_000 : value, now)
  if (value < MIN_EXCEL_DAY || value > MAX_EXCEL_DAY) return undefined
  // Noon, as for other days without a time.
  return within(EXCEL_EPOCH_MS + Math.round((Number.isInteger(value) ? value + 0.5 : value) * DAY_MS), now)
}

/** Noon is the same day in every time zone of Europe. */
function toInstant(day: string, time: string, zone: string, now: Date): string | undefined {
  return readDay(day) && within(Date.parse(`${day}T${time || '12:00'}${zone.toUpperCase()}`), now)
}

function within(time: number, now: Date): string | undefined {
  const isKnown = time >= 0 && time <= new Date(now).setUTCHours(23, 59, 59, 999)
  return isKnown ? new Date(time).toISOString() : undefined
}
