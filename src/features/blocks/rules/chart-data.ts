import { formatCount } from '#kernel/format-count.ts'

/** Of texts, the characters. `bars` are those of all series. */
export const CHART_LIMITS = {
  rows: 50,
  series: 6,
  bars: 100,
  columns: 60,
  cell: 60,
  title: 150,
  description: 300,
  source: 150,
} as const

export const CHART_KINDS = ['bar', 'column', 'line'] as const
export type ChartKind = (typeof CHART_KINDS)[number]

/** The first row names the series, the first column the rows. All rows have the same length. */
export type ChartCells = readonly (readonly string[])[]

/** A value is null where the table has none. */
export type ChartSeries = { name: string; values: readonly (number | null)[] }

export type ChartData = {
  labels: readonly string[]
  series: readonly ChartSeries[]
  /** Written before or after each number, such as "£" and "%". */
  unit: { before: string; after: string }
}

type Reading = { kind: 'ready'; data: ChartData } | { kind: 'refused'; reason: string }

/** Reads the numbers of a table. Refuses what a chart cannot show, with a sentence for the author. */
export function readChartData(cells: ChartCells, kind: ChartKind): Reading {
  const reason = sizeProblem(cells, kind) ?? textProblem(cells)
  if (reason) return refuse(reason)
  const [headings = [], ...rows] = cells
  const parts = rows.map((row) => row.slice(1).map(splitNumber))
  const decimal = decimalMark(parts.flat().map((part) => part?.digits ?? ''))
  if (decimal === null)
    return refuse(
      'Some numbers have a decimal comma and others a decimal point. Write all of them in the same way.',
    )
  const units = new Set(parts.flat().flatMap((part) => part?.unit || []))
  if (units.size > 1)
    return refuse(`The values are in ${[...units].join(' and ')}. Values of one chart need the same unit.`)
  const values: (number | null)[][] = []
  for (const [index, row] of rows.entries()) {
    values.push([])
    for (const [column, cell] of row.slice(1).entries()) {
      const part = parts[index]?.[column]
      const value = part ? toNumber(part, decimal) : null
      if (value === null && !isMissing(cell))
        return refuse(
          `Row ${index + 2}, column ${column + 2}: “${cell}” is not a number that a chart can show.`,
        )
      values[index]?.push(value)
    }
  }
  if (values.flat().every((value) => value === null)) return refuse('The table has no numbers.')
  const [unit = ''] = units
  return {
    kind: 'ready',
    data: {
      labels: rows.map(([label = '']) => label),
      series: headings
        .slice(1)
        .map((name, column) => ({ name, values: values.map((row) => row[column] ?? null) })),
      unit: /[%‰]/.test(unit) ? { before: '', after: unit } : { before: unit, after: '' },
    },
  }
}

function refuse(reason: string): Reading {
  return { kind: 'refused', reason }
}

function sizeProblem(cells: ChartCells, kind: ChartKind): string | undefined {
  const rows = cells.length - 1
  const series = (cells[0]?.length ?? 0) - 1
  if (rows < 1 || series < 1)
    return 'A chart needs a row of headings, a column of labels, and at least one column of numbers.'
  if (rows > CHART_LIMITS.rows)
    return `The table has ${formatCount(rows, 'row')}. A chart shows at most ${CHART_LIMITS.rows}.`
  if (series > CHART_LIMITS.series)
    return `The table has ${formatCount(series, 'column')} of numbers. A chart shows at most ${CHART_LIMITS.series}.`
  const limit = { bar: CHART_LIMITS.bars, column: CHART_LIMITS.columns, line: Number.POSITIVE_INFINITY }[kind]
  if (rows * series > limit)
    return `The table has ${formatCount(rows * series, 'value')}. A ${kind} chart has space for ${limit}: remove rows, or choose another type.`
  return undefined
}

function textProblem(cells: ChartCells): string | undefined {
  const [headings = []] = cells
  for (const [index, row] of cells.entries()) {
    const long = row.find((cell) => cell.length > CHART_LIMITS.cell)
    if (long)
      return `Row ${index + 1}: “${long.slice(0, 20)}…” is longer than ${CHART_LIMITS.cell} characters.`
    if (index > 0 && !row[0]) return `Row ${index + 1} has no label.`
  }
  const unnamed = headings.indexOf('', 1)
  return headings.length > 2 && unnamed > 0 ? `Column ${unnamed + 1} has no heading.` : undefined
}

const MISSING = /^(?:[-–—.…]{0,3}|n\/?a|no data)$/i

export function isMissing(cell: string): boolean {
  return MISSING.test(cell)
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

/** For a text area, and for copies as plain text. */
export function tableText(cells: ChartCells): string {
  return cells.map((row) => row.join('\t')).join('\n')
}
