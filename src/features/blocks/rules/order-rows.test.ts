import { describe, expect, it } from 'vitest'
import { orderRows } from './order-rows.ts'

const sort = (cells: string[], language = 'en-GB', direction: 'ascending' | 'descending' = 'ascending') =>
  orderRows(cells, direction, language).map((index) => cells[index])

describe('orderRows', () => {
  it.each([
    ['numbers', ['10', '9', '1,200', '-3'], ['-3', '9', '10', '1,200']],
    ['decimals', ['0.5', '12.25', '3'], ['0.5', '3', '12.25']],
    ['money and shares', ['£1,200', '£90', '£1,000.50'], ['£90', '£1,000.50', '£1,200']],
    [
      'dates',
      ['3 March 2026', '12 Jan 2026', '1st Sept 2025'],
      ['1st Sept 2025', '12 Jan 2026', '3 March 2026'],
    ],
    [
      'dates in numbers',
      ['3/12/2025', '11/02/2026', '2025-01-31'],
      ['2025-01-31', '3/12/2025', '11/02/2026'],
    ],
    ['American dates', ['March 3, 2026', 'Feb. 12, 2026'], ['Feb. 12, 2026', 'March 3, 2026']],
    ['months', ['May 2026', 'April 2026'], ['April 2026', 'May 2026']],
    ['words', ['pear', 'Éclair', 'apple', 'Zoo'], ['apple', 'Éclair', 'pear', 'Zoo']],
    ['words with numbers', ['Ward 10', 'Ward 9'], ['Ward 9', 'Ward 10']],
    ['numbers among words', ['10', 'nine', '9'], ['9', '10', 'nine']],
    ['words that look like dates', ['Maybe 2026', 'April 2026'], ['April 2026', 'Maybe 2026']],
  ])('orders %s', (_, cells, expected) => {
    expect(sort(cells)).toEqual(expected)
  })

  it('follows the language', () => {
    expect(sort(['z', 'ä', 'a'], 'de')).toEqual(['a', 'ä', 'z'])
    expect(sort(['z', 'ä', 'a'], 'sv')).toEqual(['a', 'z', 'ä'])
    expect(sort(['3. März 2026', '4. Februar 2026'], 'de')).toEqual(['4. Februar 2026', '3. März 2026'])
  })

  it('has empty cells last in both directions, and keeps the order of equal ones', () => {
    expect(sort(['', '2', 'n/a', '1'])).toEqual(['1', '2', '', 'n/a'])
    expect(sort(['', '2', 'n/a', '1'], 'en-GB', 'descending')).toEqual(['2', '1', '', 'n/a'])
    expect(orderRows(['1', '0', '1.0', '1'], 'ascending', 'en')).toEqual([1, 0, 2, 3])
    expect(orderRows(['1', '0', '1.0', '1'], 'descending', 'en')).toEqual([0, 2, 3, 1])
  })
})
