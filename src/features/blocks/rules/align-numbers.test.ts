import { expect, it } from 'vitest'
import { alignNumbers } from './align-numbers.ts'

const tableOf = (...rows: string[]) => `<p>1</p><table><tbody>${rows.join('')}</tbody></table><p>2</p>`
const HEAD = '<tr><th>Ward</th><th>Votes</th><th>Mayor</th></tr>'

it('marks the cells of columns of numbers, with their headings', () => {
  const html = tableOf(
    HEAD,
    '<tr><td>1</td><td><p>1,200</p></td><td>Ash</td></tr>',
    '<tr><td>2</td><td>–</td><td>3</td></tr>',
  )
  expect(alignNumbers(html)).toBe(
    html
      .replace('<th>Votes', '<th class="number">Votes')
      .replace('<td><p>1,200', '<td class="number"><p>1,200')
      .replace('<td>–', '<td class="number">–'),
  )
})

it('marks the numbers of each table', () => {
  const html = tableOf('<tr><td>a</td><td>1</td></tr>')
  expect(alignNumbers(html + html).match(/<td class="number">1/g)).toHaveLength(2)
})

it.each([
  ['text without tables', '<p>12</p>'],
  ['a column without a number', tableOf('<tr><td>a</td><td>–</td></tr>')],
  [
    'numbers with both decimal marks',
    tableOf('<tr><td>a</td><td>1.5</td></tr>', '<tr><td>b</td><td>1,5</td></tr>'),
  ],
  ['cells that span others', tableOf('<tr><td>a</td><td>1</td></tr>', '<tr><td colspan="2">b</td></tr>')],
  ['rows of different lengths', tableOf('<tr><td>a</td><td>1</td></tr>', '<tr><td>b</td></tr>')],
  ['cells with a class', tableOf('<tr><td>a</td><td class="x">1</td></tr>')],
  ['tables in tables', tableOf(`<tr><td>a</td><td>${tableOf('<tr><td>b</td><td>1</td></tr>')}</td></tr>`)],
])('leaves %s', (_, html) => {
  expect(alignNumbers(html)).toBe(html)
})
