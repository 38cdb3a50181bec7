import { foldLetters } from '#kernel/text/text.ts'

/** `stated` may be in the future. */
type FeedDate = { date: Date; isClamped: boolean; stated: Date }

/** Whether "3/4/2024" is in April or in March. */
export type DayOrder = 'day-first' | 'month-first'

type Day = { year: number; month: number; day: number; rest: string }

/** Earlier ones are zero values (0001, 1970). */
const EARLIEST_YEAR = 1971

/** "2018-09-24", "2018/9/24", "2018. 09. 24." */
const ISO = /^(\d{4})[-/.] ?0?(\d{1,2})[-/.] ?(\d{1,2})(?!\d)\.?/
const ISO_BASIC = /^(\d{4})(\d{2})(\d{2})(?!\d)/
/** "2018", "2018-09" */
const ISO_MONTH = /^(\d{4})(?:-(\d{2}))?$/
/** "2018-W39-1", "2018W391", "2018-W39" */
const ISO_WEEK = /^(\d{4})-?W(\d{2})(?:-?([1-7]))?(?![\d-])/i
/** "2018-267", "18-267" */
const ISO_ORDINAL = /^(\d{4}|\d{2}(?=-))-?(\d{3})(?![\d-])/
/** "18-09-24", "180924" */
const ISO_SHORT = /^(\d{2})-?(\d{2})-?(\d{2})(?![\d-])/
/** "2018년 09월 24일", "2018年9月24日" */
const EAST_ASIAN = /^(\d{4})\s?[년年]\s?(\d{1,2})\s?[월月]\s?(\d{1,2})\s?[일日号]/u
/** "2018-szeptember-24" */
const YEAR_FIRST = /^(\d{4})[-.\s]{1,2}(\p{L}{3,})[-.\s]{1,2}(\d{1,2})(?!\d)/u
/** "24 Set 2018", "24-Sep-18", "24Sep2018", "24 de setembro de 2018", "24th of September 2018" */
const DAY_FIRST =
  /(?<![\d:])(\d{1,2})(?:(?:st|nd|rd|th|er|º|°)?[\s.,\-/]+(?:(?:de|of)\s+)?)?(\p{L}{3,})\.?[\s,.\-/]*(?:de\s+)?(\d{4}|\d{2,3})(?![\d:])/u
/** "September 24, 2018" */
const MONTH_FIRST = /(?<!\p{L})(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,\s*|\s+)(\d{4})(?!\d)/u
/** "Sep. 2018" */
const MONTH_ONLY = /^(\p{L}{3,})\.?,? (\d{4})$/u
/** "Mon Sep 24 19:42:40 2018"; a zone may precede or follow the year */
const ASCTIME = /(?<!\p{L})(\p{L}{3,})\s+(\d{1,2})(\s+\d{1,2}:\d{2}.{0,60}?)\s(\d{4})(\s[A-Z]{2,5})?$/u
/** "24.09.2018", "24.09.18" */
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?!\d)/
/** "24 09 2018" */
const SPACED = /^(\d{1,2}) (\d{1,2}) (\d{4})(?!\d)/
/** "24/09/2018", "24/09/18" or "09/24/2018", if the order is clear; "9/4/2018 7:42 PM" is American */
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?!\d)/
const EPOCH_SECONDS = /^\d{9,10}(?=$|\.\d+$)/
/** Other numbers of twelve digits are dates. */
const EPOCH_MILLISECONDS = /^(?:\d{13}|[3-9]\d{11})$/
const EPOCH_MICROSECONDS = /^(\d{13})\d{3}$/

const TIME = /(?<!\d)(\d{1,2})[:h.](\d{1,2})(?::(\d{1,2})(?:[.,](\d+))?)?(?:\s*([ap])\.?m\b\.?)?/i
/** "19:42, 24.09.2018" */
const TIME_FIRST = /^(\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?),? (?=[\p{L}\d])/iu
const TIME_BASIC = /^[t ]?(\d{2})(\d{2})?(\d{2})?(?!\d)/i

/** Finds the order from dates with a number above 12. */
export function findDayOrder(raws: readonly string[]): DayOrder | undefined {
  const orders = new Set<DayOrder>()
  for (const raw of raws) {
    const [, first, second] = SLASHED.exec(normaliseDate(raw)) ?? []
    if (Number(first) > 12) orders.add('day-first')
    if (Number(second) > 12) orders.add('month-first')
  }
  return orders.size === 1 ? [...orders][0] : undefined
}

/**
 * Parses RFC 822 and its successors, RFC 3339, ISO 8601, asctime, epoch times and variants. Defaults to UTC and midnight.
 *
 * @returns undefined if invalid; `now`, clamped, for a future date
 */
export function parseFeedDate(raw: string | null, now: Date, order?: DayOrder): FeedDate | undefined {
  const date = raw === null ? undefined : parseDate(raw, order)
  if (date === undefined) return undefined
  return date > now ? { date: now, isClamped: true, stated: date } : { date, isClamped: false, stated: date }
}

/** Does not clamp. @param order known from other dates */
export function parseDate(raw: string, order?: DayOrder): Date | undefined {
  const text = normaliseDate(raw)
  const epoch = epochMilliseconds(text)
  if (epoch !== undefined) return new Date(Number(epoch))
  const day = calendarDay(text, order)
  if (day === undefined || day.year < EARLIEST_YEAR || !exists(day)) return undefined

  const clock = TIME.exec(day.rest) ?? TIME_BASIC.exec(day.rest)
  const milliseconds = clock ? timeOfDay(clock) : 0
  if (milliseconds === undefined) return undefined
  const localTime = Date.UTC(day.year, day.month - 1, day.day) + milliseconds
  const zone = clock
    ? day.rest.slice(clock.index + clock[0].length)
    : (/[+-]\d{4}$/.exec(day.rest)?.[0] ?? '')
  return new Date(localTime - parseZoneOffset(zone, localTime) * 60_000)
}

function epochMilliseconds(text: string): string | undefined {
  // GNU date writes seconds with an "@".
  const digits = text.replace(/^@/, '')
  const seconds = EPOCH_SECONDS.exec(digits)?.[0]
  if (seconds !== undefined) return `${seconds}000`
  return EPOCH_MILLISECONDS.exec(digits)?.[0] ?? EPOCH_MICROSECONDS.exec(digits)?.[1]
}

/** Converts Korean times and Arabic digits, moves a time after the date, and drops a weekday before a numeric date. */
function normaliseDate(raw: string): string {
  const line = raw
    .slice(0, 100)
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\p{L}{1,12}\.?,? (?=\d{4}[-/]|\d{1,2}[-/. ]\d{1,2}[-/. ])/u, '')
    // "21 h 30", "9 Uhr", "9h"
    .replace(/(?<![\d:.])(\d{1,2}) ?h ?(\d{2})(?!\d)/i, '$1:$2')
    .replace(/(?<![\d:.])(\d{1,2}) ?(?:uhr|h)\b/i, '$1:00')
    .replace(/\b(?:12 )?noon\b/i, '12:00')
    .replace(/\b(?:12 )?midnight\b/i, '00:00')
    // "9am"
    .replace(/(?<![\d:.])(\d{1,2}) ?([ap])\.?m\b\.?/i, '$1:00 $2m')
  const time = TIME_FIRST.exec(line)
  const text = time ? moveTime(time[1] ?? '', line.slice(time[0].length)) : line
  if (!/년|오[전후]/u.test(text)) return text
  const western = text.replace(
    /오([전후]) ?([\d:]+)/u,
    (_, half, clock) => `${clock} ${half === '후' ? 'pm' : 'am'}`,
  )
  return /[+-]\d{4}$/.test(western) ? western : `${western} KST`
}

function moveTime(time: string, date: string): string {
  const zone = / [+-]\d{4}$/.exec(date)?.[0] ?? ''
  return `${date.slice(0, date.length - zone.length)} ${time}${zone}`
}

function calendarDay(text: string, order: DayOrder | undefined): Day | undefined {
  return numericDay(text, order) ?? namedDay(text)
}

function numericDay(text: string, order: DayOrder | undefined): Day | undefined {
  const yearFirst = ISO.exec(text) ?? EAST_ASIAN.exec(text) ?? ISO_BASIC.exec(text) ?? compactDay(text)
  if (yearFirst)
    return { ...numbers(yearFirst[1], yearFirst[2], yearFirst[3]), rest: text.slice(yearFirst[0].length) }
  const dotted = DOTTED.exec(text) ?? SPACED.exec(text)
  if (dotted) return { ...numbers(dotted[3], dotted[2], dotted[1]), rest: text.slice(dotted[0].length) }
  const month = ISO_MONTH.exec(text)
  if (month) return { ...numbers(month[1], month[2] ?? '1', '1'), rest: '' }
  const week = ISO_WEEK.exec(text)
  if (week) return weekDay(Number(week[1]), Number(week[2]), Number(week[3] ?? 1), text.slice(week[0].length))
  const ordinal = ISO_ORDINAL.exec(text)
  if (ordinal)
    return ordinalDay(fullYear(ordinal[1] ?? ''), Number(ordinal[2]), text.slice(ordinal[0].length))
  const short = ISO_SHORT.exec(text)
  if (short)
    return {
      ...numbers(short[1], short[2], short[3]),
      rest: text.slice(short[0].length),
    }
  return slashedDay(text, order)
}

/** "20180924194240", "201809241942" */
function compactDay(text: string): RegExpExecArray | null {
  return /^\d{12}(?:\d{2})?$/.test(text) ? /^(\d{4})(\d{2})(\d{2})/.exec(text) : null
}

function ordinalDay(year: number, dayOfYear: number, rest: string): Day | undefined {
  const date = new Date(Date.UTC(year, 0, dayOfYear))
  if (dayOfYear === 0 || date.getUTCFullYear() !== year) return undefined
  return { year, month: date.getUTCMonth() + 1, day: date.getUTCDate(), rest }
}

/** ISO 8601: the first week contains January 4th, and weeks begin on Monday. */
function weekDay(year: number, week: number, day: number, rest: string): Day | undefined {
  if (week < 1 || week > 53) return undefined
  const sunday = 4 - (new Date(Date.UTC(year, 0, 4)).getUTCDay() || 7)
  const date = new Date(Date.UTC(year, 0, sunday + (week - 1) * 7 + day))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), rest }
}

function slashedDay(text: string, given: DayOrder | undefined): Day | undefined {
  const slashed = SLASHED.exec(text)
  if (!slashed) return undefined
  const [first, second] = [Number(slashed[1]), Number(slashed[2])]
  const rest = text.slice(slashed[0].length)
  const order = findDayOrder([text]) ?? given ?? (TIME.exec(rest)?.[5] && 'month-first')
  if (!order && first !== second) return undefined
  const [day, month] = order === 'day-first' ? [first, second] : [second, first]
  return { year: fullYear(slashed[3] ?? ''), month, day, rest }
}

function namedDay(text: string): Day | undefined {
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) return named(yearFirst[1], yearFirst[2], yearFirst[3], text.slice(yearFirst[0].length))
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
  if (asctime) return named(asctime[4], asctime[1], asctime[2], `${asctime[3]}${asctime[5] ?? ''}`)
  const monthOnly = MONTH_ONLY.exec(text)
  return monthOnly ? named(monthOnly[2], monthOnly[1], '1', '') : undefined
}

function named(year = '', month = '', day = '', rest: string): Day | undefined {
  const number = parseMonth(month)
  return number === undefined ? undefined : { year: fullYear(year), month: number, day: Number(day), rest }
}

function numbers(year = '', month = '', day = '') {
  return { year: fullYear(year), month: Number(month), day: Number(day) }
}

/** RFC 5322 §4.3: 00 to 49 are 20xx; other two or three digits add 1900. */
function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 4) return year
  return digits.length === 2 && year < 50 ? 2000 + year : 1900 + year
}

function exists({ year, month, day }: Day): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Returns milliseconds. Accepts leap seconds, 24:00 as the end of the day, and some software's 24:05 as its start. */
function timeOfDay([, hours = '', minutes = '', seconds = '0', fraction = '', half]: RegExpExecArray):
  | number
  | undefined {
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const second = Math.min(Number(seconds), 59)
  if (hour > 24 || Number(minutes) > 59 || Number(seconds) > 60) return undefined
  const isStart = hour === 24 && (Number(minutes) > 0 || second > 0)
  return (
    (((isStart ? 0 : hour) * 60 + Number(minutes)) * 60 + second) * 1000 +
    Math.floor(Number(`0.${fraction || 0}`) * 1000)
  )
}

const ENGLISH_MONTHS =
  'january february march april may june july august september october november december'.split(' ')

/** Without Croatian, whose October is the November of Polish and Czech. */
const LANGUAGES =
  'ar bg ca cs da de de-AT el es et fi fr gl he hu id is it lt lv nb nl pl pt ro ru sk sl sq sv tr uk'.split(
    ' ',
  )

/** Former and unofficial names. */
const OTHER_MONTHS: [name: string, month: number][] = [
  ['mrz', 3],
  ['maerz', 3],
  ['mrt', 3],
  ['agt', 8],
  ['setiembre', 9],
]

/** 1 to 12; accepts unambiguous abbreviations ("Set", "Mär."). */
function parseMonth(name: string): number | undefined {
  const word = foldLetters(name)
  if (word.length < MIN_MONTH_LENGTH) return undefined
  const english = ENGLISH_MONTHS.findIndex((month) => month.startsWith(word))
  if (english !== -1) return english + 1
  monthsByPrefix ??= readMonths()
  return monthsByPrefix.get(word) ?? undefined
}

const MIN_MONTH_LENGTH = 3

/** Null if several months have the prefix. */
let monthsByPrefix: Map<string, number | null> | undefined

function readMonths(): Map<string, number | null> {
  const months = new Map<string, number | null>()
  for (const [name, month] of [...LANGUAGES.flatMap(monthsOfLanguage), ...OTHER_MONTHS]) {
    const word = foldLetters(name)
    for (let end = MIN_MONTH_LENGTH; end <= word.length; end += 1) {
      const prefix = word.slice(0, end)
      months.set(
        prefix,
        (months.get(prefix) ?? month) === month && months.get(prefix) !== null ? month : null,
      )
    }
  }
  return months
}

/** Alone and in a date, since many languages inflect them. */
function monthsOfLanguage(language: string): [name: string, month: number][] {
  const options: Intl.DateTimeFormatOptions[] = [{ month: 'long' }, { month: 'long', day: 'numeric' }]
  return options.flatMap((option) => {
    const format = new Intl.DateTimeFormat(language, { ...option, timeZone: 'UTC' })
    return ENGLISH_MONTHS.map((_, index): [string, number] => {
      const parts = format.formatToParts(Date.UTC(2026, index, 1))
      return [parts.find(({ type }) => type === 'month')?.value ?? '', index + 1]
    })
  })
}

/** Hours east of UTC (RFC 5322 §4.3 and common names). */
const ZONES = new Map(
  (
    'at:-4 et:-5 ct:-6 mt:-7 pt:-8 est:-5 edt:-4 cst:-6 cdt:-5 mst:-7 mdt:-6 pst:-8 pdt:-7 akst:-9 akdt:-8 hst:-10 ast:-4 adt:-3 nst:-3.5 ndt:-2.5 ' +
    'brt:-3 brst:-2 art:-3 clt:-4 clst:-3 cot:-5 pet:-5 pyt:-4 uyt:-3 vet:-4 ' +
    'west:1 bst:1 cet:1 cest:2 met:1 mest:2 mez:1 mesz:2 eet:2 eest:3 msk:3 trt:3 wat:1 cat:2 sast:2 eat:3 ' +
    'idt:3 gst:4 pkt:5 ist:5.5 wib:7 ict:7 hkt:8 sgt:8 pht:8 awst:8 jst:9 kst:9 acst:9.5 acdt:10.5 aest:10 aedt:11 ' +
    'nzst:12 nzdt:13'
  )
    .split(' ')
    .map((entry): [name: string, hours: number] => {
      const [name = '', hours] = entry.split(':')
      return [name, Number(hours)]
    }),
)

/** "Eastern Daylight Time", "Central European Summer Time" */
const ZONE_IN_WORDS =
  /\b(?:(?:eastern|central|mountain|pacific|atlantic)(?: european)?|british|japan|india) (?:(?:standard|daylight|summer) )?time\b/i

function initials(words: string | undefined): string | undefined {
  return words?.replace(/(\w)\w* ?/g, '$1')
}

const MAX_OFFSET_MINUTES = 14 * 60
const MIN_OFFSET_MINUTES = -12 * 60

/**
 * Minutes east of UTC for "-0300", "Z", "CEST", "GMT+1" or "Europe/Brussels". Missing, unknown and impossible zones are UTC (RFC 5322 §4.3).
 *
 * @param localTime in milliseconds, as if in UTC
 */
function parseZoneOffset(text: string, localTime: number): number {
  const numeric = /(?:^|[\s:-]|[a-z])([+\-−])0?(\d{1,2})(?::?(\d{2}))?(?!\d)/i.exec(text)
  if (numeric) {
    const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0)
    const offset = numeric[1] === '+' ? minutes : -minutes
    return offset > MAX_OFFSET_MINUTES || offset < MIN_OFFSET_MINUTES ? 0 : offset
  }
  const region = /[a-z]{2,20}\/[a-z_/-]{2,30}/i.exec(text)?.[0].toLowerCase()
  const regional = region === undefined ? undefined : regionalOffset(region, localTime)
  if (regional !== undefined) return regional
  const name = (initials(ZONE_IN_WORDS.exec(text)?.[0]) ?? /[a-z]{2,5}/i.exec(text)?.[0])?.toLowerCase()
  return (ZONES.get(name ?? '') ?? 0) * 60
}

/** Slow to create; there are about 600 zones. */
const offsetFormats = new Map<string, Intl.DateTimeFormat>()

/** Returns undefined for zones that are not in the IANA database. */
function regionalOffset(timeZone: string, localTime: number): number | undefined {
  try {
    const format =
      offsetFormats.get(timeZone) ??
      new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    offsetFormats.set(timeZone, format)
    const offsetAt = (time: number) => parseZoneOffset(format.format(time).replace(/^[^G]*/, ''), 0)
    return offsetAt(localTime - offsetAt(localTime) * 60_000)
  } catch {
    return undefined
  }
}
