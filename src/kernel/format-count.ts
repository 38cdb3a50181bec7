import { englishLocale } from './time/place.ts'

/** "1 article", "1,200 articles" */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

export function formatNumber(number: number): string {
  return number.toLocaleString(englishLocale())
}
