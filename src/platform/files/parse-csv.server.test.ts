import { expect, it } from 'vitest'
import { parseCsv, unescapeFormula } from './parse-csv.server.ts'

type Row = [line: number, ...cells: string[]]

async function read(...chunks: string[]) {
  const rows: Row[] = []
  async function* source() {
    yield* chunks
  }
  for await (const { line, cells } of parseCsv(source())) rows.push([line, ...cells])
  return rows
}

it.each<[name: string, text: string, ...rows: Row[]]>([
  ['plain rows', 'a,b\nc,d\n', [1, 'a', 'b'], [2, 'c', 'd']],
  ['a byte order mark, CRLF and no final line break', '\uFEFFa,b\r\nc,d', [1, 'a', 'b'], [2, 'c', 'd']],
  ['quotes and commas in cells', '"a ""x""","b,\nc"\nd,e\n', [1, 'a "x"', 'b,\nc'], [3, 'd', 'e']],
  ['semicolons', 'a;b\nc;d,e\n', [1, 'a', 'b'], [2, 'c', 'd,e']],
  ['tabs', 'a\tb\n', [1, 'a', 'b']],
  ['a delimiter that the file names', 'sep=;\na,b;c\n', [2, 'a,b', 'c']],
  ['a delimiter in quotes and a byte order mark', '\uFEFF"sep=|"\r\na;b|c\r\n', [2, 'a;b', 'c']],
  ['other delimiters within quotes', 'a;"b, c, d"\n"e, f";g\n', [1, 'a', 'b, c, d'], [2, 'e, f', 'g']],
  ['the more frequent delimiter', 'a;b, c;d\n', [1, 'a', 'b, c', 'd']],
  ['a title before the columns', 'Title\n\na;b\n', [1, 'Title'], [3, 'a', 'b']],
  ['blank lines', 'a\n\n , \nb\n', [1, 'a'], [4, 'b']],
  ['a quote within a cell', 'a"b,c\n', [1, 'a"b', 'c']],
  ['spaces before a quote, and text after one', 'a, "b, c"\n"d"e,f\n', [1, 'a', 'b, c'], [2, '"d"e', 'f']],
  ['line breaks in quotes', 'a,"b\r\nc"\r\nd,e\r\n', [1, 'a', 'b\r\nc'], [3, 'd', 'e']],
  ['empty cells', ',a,""\n', [1, '', 'a', '']],
  ['nothing', ''],
])('reads %s', async (_, text, ...rows) => {
  expect(await read(text)).toEqual(rows)
  expect(await read(...text), 'character by character').toEqual(rows)
})

it.each([
  ['a,b\nc,"d\ne,f\ng,h\n', [2, true, 2]],
  ['a,b\nc,"d\n', [2, true, 2]],
  ['a,b\nc,"d"', [2, undefined, 2]],
  ['a,b\nc,"d""\n"', [2, undefined, 2]],
])('reports an unclosed quote: %j', async (text, expected) => {
  async function* source() {
    yield text
  }
  const rows = await Array.fromAsync(parseCsv(source()))
  const last = rows.at(-1)
  expect([last?.line, last?.isUnclosed, rows.length]).toEqual(expected)
})

it.each([
  ["'=1+1", '=1+1'],
  ["'+44", '+44'],
  ["O'Hara", "O'Hara"],
  ["'tis", "'tis"],
])('unescapes the formula %s as %s', (cell, text) => expect(unescapeFormula(cell)).toBe(text))
