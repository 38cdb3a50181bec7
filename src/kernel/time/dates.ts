import { phrase } from '../text/phrase.ts'
import { HOUR_MS } from './durations.ts'

/** Each function gets an instant in ISO 8601, or a day such as "2026-11-21", which is the same in every time zone. */
export type DateFormats = {
  day(iso: string): string
  shortDay(iso: string): string
  clock(iso: string): string
  /** The name of the time zone, and its distance from UTC in minutes as `Date.getTimezoneOffset` returns it. */
  zone(iso: string): readonly [name: string, offset: number]
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const MARCH = 2
const OCTOBER = 9

/** British English in London. Intl would delay hydration on phones by a tenth of a second. */
const british: DateFormats = {
  day: (iso) => writeDay(inLondon(iso)),
  shortDay: (iso) => writeDay(inLondon(iso), (month) => month.slice(0, month === 'September' ? 4 : 3)),
  clock: (iso) => inLondon(iso).toISOString().slice(11, 16),
  zone: (iso) => (+inLondon(iso) > Date.parse(iso) ? ['BST', -60] : ['GMT', 0]),
}

let readerFormats = british
let englishFormats = british
let isEnglish = () => false

/** Sets how the whole process, or the page in a browser, writes dates for readers, and in English; see `applyPlace`. */
export function setDateFormats(next = british, inEnglish = british): void {
  readerFormats = next
  englishFormats = inEnglish
}

/** Sets where dates are written in English: on pages of the admin area. `condition` is called for each date. */
export function setEnglishDates(condition: () => boolean): void {
  isEnglish = condition
}

/** How English texts for staff write dates. */
export const englishDates = () => englishFormats

const formats = () => (isEnglish() ? englishFormats : readerFormats)

/** "21 November 2026" */
export function formatDay(iso: string): string {
  return formats().day(iso)
}

/** "21 Nov 2026"; September is "Sept". */
export function formatShortDay(iso: string): string {
  return formats().shortDay(iso)
}

/** "14:05" */
export function formatClock(iso: string): string {
  return formats().clock(iso)
}

/** "21 November 2026 at 14:05" */
export function formatDayAndTime(iso: string): string {
  return phrase('{day} at {time}', { day: formatDay(iso), time: formatClock(iso) })
}

/** Returns the time zone of an instant: `['BST', -60]`. */
export function zoneOf(iso: string): readonly [name: string, offset: number] {
  return formats().zone(iso)
}

function writeDay(date: Date, shape = (month: string) => month): string {
  return `${date.getUTCDate()} ${shape(MONTHS[date.getUTCMonth()] ?? '')} ${date.getUTCFullYear()}`
}

/** Summer time of the last year that was asked for. */
let summer = { year: 0, start: 0, end: 0 }

/** The UTC fields are London's local time. @throws RangeError for an invalid date */
function inLondon(iso: string): Date {
  const date = new Date(iso)
  if (Number.isNaN(+date)) throw new RangeError(`${iso} is not a date`)
  const year = date.getUTCFullYear()
  if (year !== summer.year)
    summer = { year, start: clockChange(year, MARCH), end: clockChange(year, OCTOBER) }
  const isSummer = +date >= summer.start && +date < summer.end
  return new Date(+date + (isSummer ? HOUR_MS : 0))
}

/** 01:00 UTC on the last Sunday (Summer Time Order 2002; the same since 1996). */
function clockChange(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month, 31, 1))
  return last.setUTCDate(31 - last.getUTCDay())
}
