import { hasNonAsciiName, isEmailAddress, withAsciiDomain } from '#kernel/email-address.ts'
import { fieldOf } from './import-columns.ts'

/** The first rows of a file: a header, or subscribers. */
export type Opening = { header: string[] | undefined; headerIndex: number; email: number }

/**
 * Finds the header and the column of addresses by the headings, or else by the addresses below. A first row without an
 * address is always a header. Undefined without a column of addresses.
 */
export function readOpening(rows: string[][]): Opening | undefined {
  const firstAddress = rows.findIndex((cells) => cells.some(isAddress))
  if (firstAddress === 0) return { header: undefined, headerIndex: -1, email: columnOfAddresses(rows) }
  const before = firstAddress === -1 ? rows : rows.slice(0, firstAddress)
  const recognised = before.findIndex((cells) => cells.some((cell) => fieldOf(cell) === 'email'))
  const headerIndex = Math.max(recognised, 0)
  const header = before[headerIndex] ?? []
  const named = header.flatMap((cell, index) => (fieldOf(cell) === 'email' ? [index] : []))
  const holdsAddress = (index: number) => rows.some((cells) => isAddress(cells[index] ?? ''))
  const email = named.find(holdsAddress) ?? (firstAddress === -1 ? named[0] : columnOfAddresses(rows))
  return email === undefined ? undefined : { header, headerIndex, email }
}

/** Includes those that are refused, which their row must report. */
function isAddress(cell: string): boolean {
  return isEmailAddress(withAsciiDomain(cell)) || hasNonAsciiName(cell)
}

function columnOfAddresses(rows: string[][]): number {
  const counts = new Map<number, number>()
  for (const cells of rows)
    for (const [index, cell] of cells.entries())
      if (isAddress(cell)) counts.set(index, (counts.get(index) ?? 0) + 1)
  const [most] = [...counts].sort(([, one], [, other]) => other - one)
  return most?.[0] ?? 0
}
