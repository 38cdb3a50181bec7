import { describe, expect, it } from 'vitest'
import { documentOf } from '#features/drafts/testing/documents.ts'
import { findQuote } from './find-quote.ts'

const doc = documentOf(
  '<p>Milk first,<br>then <b>tea</b>.</p><hr><ul><li>Sugar for the harbour master</li><li>Milk</li></ul>',
  { title: 'Tea at four', summary: 'A cup.' },
)

function find(quote: string, isMoved = false): string | undefined {
  const range = findQuote(doc, quote, { isMoved })
  return range && doc.textBetween(range.from, range.to, ' ', '\n')
}

describe('findQuote', () => {
  it.each([
    'Tea at four',
    'first,\nthen tea',
    'cup',
    'cup. Milk first',
    'four A cup. Milk',
    'master Milk',
    'tea. \n Sugar',
  ])('finds %j across formats, lines and blocks', (quote) => {
    expect(find(quote)).toBe(quote)
  })

  it('finds nothing that occurs twice or not at all', () => {
    expect([find('Milk'), find('Coffee'), find('')]).toEqual([undefined, undefined, undefined])
  })

  it('finds long texts only for a passage that is no longer where it was', () => {
    expect([find('Sugar', true), find('Sugar for the harbour', true)]).toEqual([
      undefined,
      'Sugar for the harbour',
    ])
  })
})
