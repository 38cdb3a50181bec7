import { place } from './time/place.ts'

/** Compares names as the newspaper's locale sorts them. In SQL: `byName`. */
export function compareNames(one: string, other: string): number {
  return one.localeCompare(other, place().locale)
}
