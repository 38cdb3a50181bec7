import { describe, expect, it } from 'vitest'
import { readTable, swapRowsAndColumns } from './read-table.ts'

const VOTES = [
  ['Ward', '2022', '2026'],
  ['North', '120', '1,130'],
  ['South', '', '90'],
]

describe('readTable', () => {
  it.each([
    ['a spreadsheet', 'Ward\t2022\t2026\r\nNorth\t120\t1,130\r\nSouth\t\t90\r\n'],
    ['commas', 'Ward,2022,2026\nNorth,120,"1,130"\nSouth,,90'],
    ['semicolons', 'Ward;2022;2026\nNorth;120;1,130\nSouth;;90'],
    [
      'space, empty rows and empty columns',
      '\n Ward \t2022\t2026\t\n\t\t\t\nNorth\t120\t1,130\nSouth\t\t90\n\n',
    ],
    [
      'HTML',
      '<p>Copied</p><table><caption>Votes</caption><thead><tr><th>Ward</th><th>2022</th><th>2026</th></tr></thead>' +
        '<tr><td><b>North</b>\n</td><td>120</td><td>1,130</td></tr><tr><td>South<td><td>90</table><table><tr><td>x</td></tr></table>',
    ],
  ])('reads %s', (_, text) => {
    expect(readTable(text)).toEqual(VOTES)
  })

  it('adds headings to a table of values', () => {
    expect(readTable('North\t120\nSouth\t90')).toEqual([
      ['', ''],
      ['North', '120'],
      ['South', '90'],
    ])
    expect(readTable('Ward\tVotes\nNorth\t120')[0]).toEqual(['Ward', 'Votes'])
    expect(readTable('\t1\t2\nNorth\t120\t3')[0]).toEqual(['', '1', '2'])
  })

  it('keeps quotation marks within a cell', () => {
    expect(readTable('Pipe\tSold\n5" pipe\t3')[1]).toEqual(['5" pipe', '3'])
  })

  it('refuses what is no table with a reason', () => {
    expect(() => readTable('Ward,Votes\n"North,120')).toThrow(RangeError)
    expect(() => readTable('x,'.repeat(60_000))).toThrow('The text is longer than 100,000 characters.')
    expect(readTable('')).toEqual([])
  })

  it('swaps rows and columns', () => {
    expect(swapRowsAndColumns(VOTES)).toEqual([
      ['Ward', 'North', 'South'],
      ['2022', '120', ''],
      ['2026', '1,130', '90'],
    ])
  })
})
