import { describe, expect, it } from 'vitest'
import { readCsv, undefused } from './read-csv.ts'

async function read(...chunks: string[]) {
  const rows: [number, ...string[]][] = []
  async function* source() {
    yield* chunks
  }
  for await (const { line, cells } of readCsv(source())) rows.push([line, ...cells])
  return rows
}

describe('readCsv', () => {
  it.each([
    [
      'plain',
      'a,b\nc,d\n',
      [
        [1, 'a', 'b'],
        [2, 'c', 'd'],
      ],
    ],
    [
      'with a byte order mark, CRLF and no last break',
      '\uFEFFa,b\r\nc,d',
      [
        [1, 'a', 'b'],
        [2, 'c', 'd'],
      ],
    ],
    [
      'quotes, commas and breaks in cells',
      '"a ""x""","b,\nc"\nd,e\n',
      [
        [1, 'a "x"', 'b,\nc'],
        [3, 'd', 'e'],
      ],
    ],
    [
      'semicolons',
      'a;b\nc;d,e\n',
      [
        [1, 'a', 'b'],
        [2, 'c', 'd,e'],
      ],
    ],
    ['tabs', 'a\tb\n', [[1, 'a', 'b']]],
    [
      'blank lines',
      'a\n\n , \nb\n',
      [
        [1, 'a'],
        [4, 'b'],
      ],
    ],
    ['a quote within a cell', 'a"b,c\n', [[1, 'a"b', 'c']]],
    ['empty cells', ',a,""\n', [[1, '', 'a', '']]],
    ['nothing', '', []],
  ])('reads %s', async (_, text, rows) => {
    expect(await read(text)).toEqual(rows)
    expect(await read(...text), 'character by character').toEqual(rows)
  })
})

describe('undefused', () => {
  it.each([
    ["'=1+1", '=1+1'],
    ["'+44", '+44'],
    ["O'Hara", "O'Hara"],
    ["'tis", "'tis"],
  ])('%s is %s', (cell, text) => expect(undefused(cell)).toBe(text))
})
