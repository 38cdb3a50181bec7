import { phrase, plural } from '#kernel/text/phrase.ts'
import { readNumbers } from './read-numbers.ts'

/** Lengths of texts are in characters. `bars` and `columns` count all series. */
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
  const numbers = readNumbers(rows.flatMap((row) => row.slice(1)))
  if (numbers.kind === 'mixed')
    return refuse(
      phrase(
        'Some numbers have a decimal comma and others a decimal point. Write all of them in the same way.',
      ),
    )
  const { units } = numbers
  if (units.length > 1)
    return refuse(
      phrase('The values are in {units}. Values of one chart need the same unit.', {
        units: units.join(' and '),
      }),
    )
  if (numbers.kind === 'words') {
    const row = Math.floor(numbers.index / (headings.length - 1))
    const column = (numbers.index % (headings.length - 1)) + 1
    const cell = rows[row]?.[column]
    return refuse(
      phrase('Row {row}, column {column}: “{cell}” is not a number that a chart can show.', {
        row: row + 2,
        column: column + 1,
        cell: cell ?? '',
      }),
    )
  }
  const { values } = numbers
  if (values.every((value) => value === null)) return refuse(phrase('The table has no numbers.'))
  const [unit = ''] = units
  return {
    kind: 'ready',
    data: {
      labels: rows.map(([label = '']) => label),
      series: headings.slice(1).map((name, column) => ({
        name,
        values: rows.map((_, row) => values[row * (headings.length - 1) + column] ?? null),
      })),
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
    return phrase('A chart needs a row of headings, a column of labels, and at least one column of numbers.')
  if (rows > CHART_LIMITS.rows)
    return plural(
      rows,
      'The table has {count} row. A chart shows at most {rows}.',
      'The table has {count} rows. A chart shows at most {rows}.',
      { rows: CHART_LIMITS.rows },
    )
  if (series > CHART_LIMITS.series)
    return plural(
      series,
      'The table has {count} column of numbers. A chart shows at most {series}.',
      'The table has {count} columns of numbers. A chart shows at most {series}.',
      { series: CHART_LIMITS.series },
    )
  const limit = { bar: CHART_LIMITS.bars, column: CHART_LIMITS.columns, line: Number.POSITIVE_INFINITY }[kind]
  if (rows * series > limit)
    return kind === 'bar'
      ? plural(
          rows * series,
          'The table has {count} value. A bar chart has space for {limit}: remove rows, or choose another type.',
          'The table has {count} values. A bar chart has space for {limit}: remove rows, or choose another type.',
          { limit },
        )
      : plural(
          rows * series,
          'The table has {count} value. A column chart has space for {limit}: remove rows, or choose another type.',
          'The table has {count} values. A column chart has space for {limit}: remove rows, or choose another type.',
          { limit },
        )
  return undefined
}

function textProblem(cells: ChartCells): string | undefined {
  const [headings = []] = cells
  for (const [index, row] of cells.entries()) {
    const long = row.find((cell) => cell.length > CHART_LIMITS.cell)
    if (long)
      return phrase('Row {row}: “{cell}…” is longer than {max} characters.', {
        row: index + 1,
        cell: long.slice(0, 20),
        max: CHART_LIMITS.cell,
      })
    if (index > 0 && !row[0]) return phrase('Row {row} has no label.', { row: index + 1 })
  }
  const unnamed = headings.indexOf('', 1)
  return headings.length > 2 && unnamed > 0
    ? phrase('Column {column} has no heading.', { column: unnamed + 1 })
    : undefined
}

/** For a text area, and for copies as plain text. */
export function tableText(cells: ChartCells): string {
  return cells.map((row) => row.join('\t')).join('\n')
}
