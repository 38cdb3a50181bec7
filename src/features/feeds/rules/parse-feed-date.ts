/** `isClamped`: a future date was replaced by now. */
type FeedDate = { date: Date; isClamped: boolean }

type Day = { year: number; month: number; day: number; rest: string }

/** Earlier dates are zero values (0001, 1970). */
const EARLIEST_YEAR = 1971

const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/
const ISO_BASIC = /^(\d{4})(\d{2})(\d{2})(?!\d)/
/** "24 Set 2018", "24-Sep-18", "24 de setembro de 2018" */
const DAY_FIRST =
  /(?<![\d:])(\d{1,2})(?:st|nd|rd|th|er|º|°)?[\s.\-/]+(?:de\s+)?(\p{L}{3,})\.?[\s,.\-/]+(?:de\s+)?(\d{4}|\d{2,3})(?![\d:])/u
/** "September 24, 2018" */
const MONTH_FIRST = /(?<!\p{L})(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/u
/** "Mon Sep 24 19:42:40 2018"; a zone may precede the year */
const ASCTIME = /(?<!\p{L})(\p{L}{3,})\s+(\d{1,2})(\s+\d{1,2}:\d{2}.{0,60}?)\s(\d{4})$/u
/** "24.09.2018"; slashes would be ambiguous. */
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/

const TIME = /(?<!\d)(\d{1,2})[:h](\d{1,2})(?::(\d{1,2})(?:[.,](\d+))?)?(?:\s*([ap])\.?m\b\.?)?/i
const TIME_BASIC = /^t(\d{2})(\d{2})(\d{2})?/i

/**
 * Parses RFC 822 and its successors, RFC 3339, ISO 8601, asctime and variants, with month names of six languages.
 * Defaults to UTC and midnight.
 *
 * @returns undefined if missing or invalid; `now`, clamped, for a future date
 */
export function parseFeedDate(raw: string | null, now: Date): FeedDate | undefined {
  const date = raw === null ? undefined : parseDate(raw)
  if (date === undefined) return undefined
  return date > now ? { date: now, isClamped: true } : { date, isClamped: false }
}

/** Does not clamp future dates. */
export function parseDate(raw: string): Date | undefined {
  const text = raw.slice(0, 100).replace(/\s+/g, ' ').trim()
  const day = calendarDay(text)
  if (day === undefined || day.year < EARLIEST_YEAR || !exists(day)) return undefined

  const clock = TIME.exec(day.rest) ?? TIME_BASIC.exec(day.rest)
  const offset = parseZoneOffset(clock ? day.rest.slice(clock.index + clock[0].length) : '')
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
  const number = parseMonth(month)
  return number === undefined ? undefined : { year: fullYear(year), month: number, day: Number(day), rest }
}

function numbers(year = '', month = '', day = '') {
  return { year: Number(year), month: Number(month), day: Number(day) }
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

/** Milliseconds. Accepts 24:00 and leap seconds. */
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

/** English, Portuguese, Spanish, German, French and Italian, without accents. */
const MONTHS = [
  'january janeiro enero januar janner janvier gennaio',
  'february fevereiro febrero februar fevrier febbraio',
  'march marco marzo marz maerz mars mrz',
  'april abril avril aprile',
  'may maio mayo mai maggio',
  'june junho junio juni juin giugno',
  'july julho julio juli juillet luglio',
  'august agosto aout',
  'september setembro septiembre setiembre septembre settembre',
  'october outubro octubre oktober octobre ottobre',
  'november novembro noviembre novembre',
  'december dezembro diciembre dezember decembre dicembre',
].map((names) => names.split(' '))

/** 1 to 12; accepts abbreviations ("Set", "Mär."). */
function parseMonth(name: string): number | undefined {
  const word = name
    .normalize('NFD')
    .replace(/\P{ASCII}/gu, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (word.length < 3) return undefined
  const index = MONTHS.findIndex((names) => names.some((month) => month.startsWith(word)))
  return index === -1 ? undefined : index + 1
}

/** Hours east of UTC (RFC 5322 §4.3 and common names). */
const ZONES = new Map(
  (
    'est:-5 edt:-4 cst:-6 cdt:-5 mst:-7 mdt:-6 pst:-8 pdt:-7 akst:-9 akdt:-8 hst:-10 ast:-4 adt:-3 nst:-3.5 ndt:-2.5 ' +
    'brt:-3 brst:-2 art:-3 clt:-4 clst:-3 cot:-5 pet:-5 pyt:-4 uyt:-3 vet:-4 ' +
    'west:1 bst:1 cet:1 cest:2 met:1 mest:2 mez:1 mesz:2 eet:2 eest:3 msk:3 trt:3 wat:1 cat:2 sast:2 eat:3 ' +
    'gst:4 pkt:5 ist:5.5 wib:7 ict:7 hkt:8 sgt:8 pht:8 awst:8 jst:9 kst:9 acst:9.5 acdt:10.5 aest:10 aedt:11 ' +
    'nzst:12 nzdt:13'
  )
    .split(' ')
    .map((entry): [name: string, hours: number] => {
      const [name = '', hours] = entry.split(':')
      return [name, Number(hours)]
    }),
)

const MAX_OFFSET_MINUTES = 14 * 60

/**
 * Minutes east of UTC for "-0300", "Z", "CEST" or "GMT+1". Missing and unknown zones are UTC (RFC 5322 §4.3),
 * impossible ones undefined.
 */
function parseZoneOffset(text: string): number | undefined {
  const numeric = /(?:^|\s|[a-z])([+\-−])(\d{1,2})(?::?(\d{2}))?(?!\d)/i.exec(text)
  if (numeric) {
    const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0)
    if (minutes > MAX_OFFSET_MINUTES) return undefined
    return numeric[1] === '+' ? minutes : -minutes
  }
  const name = /[a-z]{2,5}/i.exec(text)?.[0].toLowerCase()
  return (ZONES.get(name ?? '') ?? 0) * 60
}
