import { englishLocale } from './time/place.ts'

/** "1 article", "1,200 articles" */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

export function formatNumber(number: number): string {
  return number.toLocaleString(englishLocale())
}

/** Formatters by locale and options: creating one takes longer than formatting many numbers. */
const formats = new Map<string, Intl.NumberFormat>()

export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, format)
  return format
}
