import { isMissing, readNumbers } from './read-numbers.ts'

export type SortDirection = 'ascending' | 'descending'

/**
 * Returns the indexes of rows by the cells of one column: numbers if all are numbers, else dates if all are dates, else
 * texts in the order of the language. Empty cells come last, and rows with the same value keep their order.
 *
 * @param language BCP 47
 */
export function orderRows(cells: readonly string[], direction: SortDirection, language: string): number[] {
  const compare = compareCells(cells, language)
  const sign = direction === 'ascending' ? 1 : -1
  return [...cells.keys()].sort((one, other) => {
    const [isEmpty, isOtherEmpty] = [isMissing(cells[one] ?? ''), isMissing(cells[other] ?? '')]
    return isEmpty || isOtherEmpty ? Number(isEmpty) - Number(isOtherEmpty) : sign * compare(one, other)
  })
}

/** Compares two cells by their index. */
function compareCells(cells: readonly string[], language: string): (one: number, other: number) => number {
  const numbers = readNumbers(cells)
  const months = monthsOf(language)
  const values =
    numbers.kind === 'numbers'
      ? numbers.values
      : cells.map((cell) => (isMissing(cell) ? null : readDate(cell, months)))
  if (!values.some(Number.isNaN)) return (one, other) => (values[one] ?? 0) - (values[other] ?? 0)
  const collator = new Intl.Collator(language, { numeric: true })
  return (one, other) => collator.compare(cells[one] ?? '', cells[other] ?? '')
}

/** The names of months in a language and in English, to their number from 0. */
function monthsOf(language: string): ReadonlyMap<string, number> {
  const months = new Map<string, number>()
  for (const locale of [language, 'en'])
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, { month: style, day: 'numeric', timeZone: 'UTC' })
      for (let month = 0; month < 12; month += 1) {
        const parts = format.formatToParts(Date.UTC(2026, month, 1))
        const name = parts.find(({ type }) => type === 'month')?.value ?? ''
        months.set(name.toLowerCase().replace(/\.$/, ''), month)
      }
    }
  // English also has the abbreviation of four letters.
  return months.set('sept', 8)
}

const ISO_DATE = /^(\d{4})-(\d\d)(?:-(\d\d))?$/
/** As in Europe: the day comes first. */
const NUMERIC_DATE = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/
const DAY_FIRST = /^(?:(\d{1,2})(?:st|nd|rd|th|\.)? )?(\p{L}{3,15})\.?,? (\d{4})$/u
const MONTH_FIRST = /^(\p{L}{3,15})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u

/** Returns the milliseconds of a date, NaN if the text is none. */
function readDate(text: string, months: ReadonlyMap<string, number>): number {
  const date = (year = '', month = Number.NaN, day = '1') => Date.UTC(Number(year), month, Number(day))
  const [isIso, isoYear, isoMonth, isoDay] = ISO_DATE.exec(text) ?? []
  if (isIso) return date(isoYear, Number(isoMonth) - 1, isoDay)
  const [isNumeric, numericDay, numericMonth, numericYear] = NUMERIC_DATE.exec(text) ?? []
  if (isNumeric) return date(numericYear, Number(numericMonth) - 1, numericDay)
  const [isDayFirst, day, name = '', year] = DAY_FIRST.exec(text) ?? []
  if (isDayFirst) return date(year, months.get(name.toLowerCase()), day)
  const [isMonthFirst, firstName = '', laterDay, laterYear] = MONTH_FIRST.exec(text) ?? []
  return isMonthFirst ? date(laterYear, months.get(firstName.toLowerCase()), laterDay) : Number.NaN
}
