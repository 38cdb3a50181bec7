import { describe, expect, it } from 'vitest'
import { type ChartCells, type ChartKind, readChartData } from './chart-data.ts'

const read = (cells: ChartCells, kind: ChartKind = 'bar') => readChartData(cells, kind)
const column = (...values: string[]): ChartCells => [
  ['Ward', 'Votes'],
  ...values.map((value, index) => [`Ward ${index + 1}`, value]),
]
const valuesOf = (...values: string[]) => {
  const reading = read(column(...values))
  return reading.kind === 'ready' ? reading.data.series[0]?.values : reading.reason
}
const table = (rows: number, series: number): ChartCells => [
  ['', ...Array.from({ length: series }, (_, index) => `Series ${index + 1}`)],
  ...Array.from({ length: rows }, (_, row) => [
    `Row ${row + 1}`,
    ...Array.from({ length: series }, () => '1'),
  ]),
]

describe('readChartData', () => {
  it('reads labels, series and their unit', () => {
    const cells = [
      ['Ward', '2022', '2026'],
      ['North', '41.5%', '44%'],
      ['South', '', '38 %'],
    ]
    expect(read(cells)).toEqual({
      kind: 'ready',
      data: {
        labels: ['North', 'South'],
        series: [
          { name: '2022', values: [41.5, null] },
          { name: '2026', values: [44, 38] },
        ],
        unit: { before: '', after: '%' },
      },
    })
  })

  it.each([
    ['thousands as in English', ['1,234', '12,345,678.5'], [1_234, 12_345_678.5]],
    ['thousands as in India', ['12,34,567', '1'], [1_234_567, 1]],
    ['decimal commas', ['3,5', '1.234', '1.234.567,25'], [3.5, 1_234, 1_234_567.25]],
    ['decimal points', ['0.125', '1.234', '2,000'], [0.125, 1.234, 2_000]],
    ['spaces and apostrophes between thousands', ['1 234', '1\u202f234', "1'234.5"], [1_234, 1_234, 1_234.5]],
    ['negative numbers', ['-3', '−4', '(5)', '£-6', '-£7', '0', '-0'], [-3, -4, -5, -6, -7, 0, 0]],
    ['missing values', ['1', '', '-', '–', '…', 'n/a', 'No data'], [1, ...Array(6).fill(null)]],
    ['currencies', ['£1,200', '900 £'], [1_200, 900]],
  ])('reads %s', (_, given, expected) => {
    expect(valuesOf(...given)).toEqual(expected)
  })

  it.each([
    ['words', column('1', 'many'), /^Row 3, column 2: “many” is not a number/],
    ['digits in wrong groups', column('1.5', '12,3456'), /decimal comma and others a decimal point/],
    ['several signs', column('--3'), /“--3” is not a number/],
    ['several units', column('£3', '5%'), /^The values are in £ and %\./],
    ['both kinds of decimals', column('3,5', '4.5'), /^Some numbers have a decimal comma/],
    ['numbers that are too large', column('9'.repeat(20)), /is not a number that a chart can show/],
    ['no numbers', column('', '–'), /^The table has no numbers\.$/],
    ['no values', [['Ward', 'Votes']], /^A chart needs a row of headings/],
    ['no columns', [['Ward'], ['North']], /^A chart needs a row of headings/],
    ['nothing', [], /^A chart needs a row of headings/],
    [
      'rows without labels',
      [
        ['', 'Votes'],
        ['', '3'],
      ],
      /^Row 2 has no label\.$/,
    ],
    [
      'columns without headings',
      [
        ['', 'a', ''],
        ['b', '3', '4'],
      ],
      /^Column 3 has no heading\.$/,
    ],
    [
      'long texts',
      column('1').with(1, ['x'.repeat(61), '1']),
      /^Row 2: “x+…” is longer than 60 characters\.$/,
    ],
    ['many rows', table(51, 1), /^The table has 51 rows\. A chart shows at most 50\.$/],
    ['many series', table(2, 7), /^The table has 7 columns of numbers\. A chart shows at most 6\.$/],
    ['many bars', table(50, 3), /^The table has 150 values\. A bar chart has space for 100:/],
  ])('refuses %s with a reason', (_, cells, reason) => {
    expect(read(cells)).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) })
  })

  it('has more space for lines than for columns', () => {
    expect(read(table(50, 6), 'line').kind).toBe('ready')
    expect(read(table(50, 2), 'column').kind).toBe('refused')
    expect(read(table(30, 2), 'column').kind).toBe('ready')
  })
})
