import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

describe('csvLine', () => {
  it.each([
    ['plain text', ['ada@example.org', 'Ada', 'Active'], 'ada@example.org,Ada,Active'],
    ['empty cells', ['', ''], ','],
    ['a comma', ['Penrose, Ada'], '"Penrose, Ada"'],
    ['quotes', ['Ada "the pen" Penrose'], '"Ada ""the pen"" Penrose"'],
    ['a line break', ['Ada\nPenrose'], '"Ada\nPenrose"'],
    ['a right-to-left name', ['عائشة'], 'عائشة'],
    ['a formula', ['=HYPERLINK("http://evil.example")'], `"'=HYPERLINK(""http://evil.example"")"`],
    ['a formula after a space', [' =1+1'], `' =1+1`],
    ['a formula after a tab', ['\t=1+1'], `'\t'=1+1`],
    ['a formula after a zero-width character', ['\u200B=1+1'], `'\u200B=1+1`],
    ['a text that begins with +', ['+1+1'], `'+1+1`],
    ['a text that begins with -', ['-1+1'], `'-1+1`],
    ['a text that begins with @', ['@SUM(A1)'], `'@SUM(A1)`],
    ['a full-width equals sign', ['＝1+1'], `'＝1+1`],
    ['a carriage return first', ['\r=1'], `"'\r'=1"`],
    ['a sign in the middle', ['a=b'], 'a=b'],
    ['a formula after a semicolon', ['Ada;=1+1'], `Ada;'=1+1`],
    ['a formula after a semicolon and a quote', ['Ada; "=1+1'], `"Ada; ""'=1+1"`],
    ['a formula on its own line', ['Ada\n@SUM(A1)'], `"Ada\n'@SUM(A1)"`],
    ['a semicolon before a word', ['Ada; Grace'], 'Ada; Grace'],
  ])('writes %s', (_, cells, line) => {
    expect(csvLine(cells)).toBe(`${line}\r\n`)
  })
})
