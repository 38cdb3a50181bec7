const MISSING = /^(?:[-–—.…]{0,3}|n\/?a|no data)$/i

/** Whether a cell says that there is no value. */
export function isMissing(cell: string): boolean {
  return MISSING.test(cell)
}

type Numbers = {
  /** The currencies and signs of per cent that are written beside the numbers. */
  units: readonly string[]
} & (
  | { kind: 'numbers'; values: readonly (number | null)[] }
  /** Some have a decimal comma and others a decimal point. */
  | { kind: 'mixed' }
  /** The cell at this index is not a number. */
  | { kind: 'words'; index: number }
)

/** Reads the cells of a table that have one kind of decimals. A value is null where there is none: "", "–", "n/a". */
export function readNumbers(cells: readonly string[]): Numbers {
  const parts = cells.map(splitNumber)
  const units = [...new Set(parts.flatMap((part) => part?.unit || []))]
  const decimal = decimalMark(parts.map((part) => part?.digits ?? ''))
  if (!decimal) return { kind: 'mixed', units }
  const values = parts.map((part) => part && toNumber(part, decimal))
  const index = values.findIndex((value, index) => value === null && !isMissing(cells[index] ?? ''))
  return index < 0 ? { kind: 'numbers', values, units } : { kind: 'words', index, units }
}

/** `digits` has the marks of decimals and thousands. */
type NumberParts = { isNegative: boolean; unit: string; digits: string }

const NUMBER = /^([-+]?)([£$€¥₹]?)'?([-+]?)([\d.,']*\d)'?([£$€¥₹%‰]?)$/

function splitNumber(cell: string): NumberParts | null {
  const isInBrackets = cell.startsWith('(') && cell.endsWith(')')
  const text = (isInBrackets ? cell.slice(1, -1) : cell).replace(/[−‒–]/g, '-').replace(/[\s’]+/g, "'")
  const [, sign = '', before = '', laterSign = '', digits = '', after = ''] = NUMBER.exec(text) ?? []
  if (!digits || (sign && laterSign) || (before && after)) return null
  return { isNegative: isInBrackets || sign + laterSign === '-', unit: before || after, digits }
}

const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/

/** The mark that the numbers of a table agree on; null if they do not. "1,234" alone may be either, and is read as in English. */
function decimalMark(numbers: readonly string[]): '.' | ',' | null {
  const found = new Set<'.' | ','>()
  for (const digits of numbers) {
    const marks = digits.match(/[.,]/g) ?? []
    const last = marks.at(-1) as '.' | ',' | undefined
    if (!last || AMBIGUOUS.test(digits)) continue
    const isRepeated = marks.length > 1 && marks.every((mark) => mark === last)
    const other = last === '.' ? ',' : '.'
    found.add(isRepeated ? other : last)
  }
  if (found.size > 1) return null
  return [...found][0] ?? '.'
}

const MAX_NUMBER = 1e15
/** Also as in India: "12,34,567". */
const GROUPS = /^\d{1,3}(?:[.,']\d{2,3})*[.,']\d{3}$/

function toNumber({ isNegative, digits }: NumberParts, decimal: '.' | ','): number | null {
  const [whole = '', fraction = '', ...more] = digits.split(decimal)
  const isWhole = /^\d*$/.test(whole) || GROUPS.test(whole)
  if (!isWhole || !/^\d*$/.test(fraction) || more.length > 0) return null
  const value = Number(`${whole.replace(/\D/g, '') || '0'}.${fraction || '0'}`)
  if (value > MAX_NUMBER) return null
  return isNegative && value !== 0 ? -value : value
}

export function isNumber(cell: string): boolean {
  const parts = splitNumber(cell)
  return parts !== null && (['.', ','] as const).some((mark) => toNumber(parts, mark) !== null)
}
