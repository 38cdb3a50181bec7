import { describe, expect, it } from 'vitest'
import {
  findParagraph,
  forgetPosition,
  MAX_POSITIONS,
  parsePositions,
  type ReadingPosition,
  rememberPosition,
} from './reading-positions.ts'

const at = (id: string, paragraph = 5): ReadingPosition => ({ id, paragraph, start: 'The mayor' })

describe('parsePositions', () => {
  it.each([
    '',
    'no JSON',
    '{}',
    'null',
    '[null, 3, {"id": "a"}, {"id": "a", "paragraph": "1", "start": ""}]',
  ])('is empty for %j', (stored) => expect(parsePositions(stored)).toEqual([]))

  it('reads what was written, and no more than the limit', () => {
    const positions = Array.from({ length: MAX_POSITIONS + 10 }, (_, index) => at(`${index}`))
    expect(parsePositions(JSON.stringify(positions))).toEqual(positions.slice(0, MAX_POSITIONS))
  })
})

describe('rememberPosition', () => {
  it('places the article first, and replaces its earlier position', () => {
    const positions = rememberPosition([at('a'), at('b')], { id: 'b', paragraph: 8, text: '  The council\n' })
    expect(positions).toEqual([{ id: 'b', paragraph: 8, start: 'The council' }, at('a')])
  })

  it('stores only the beginning of a paragraph, and forgets the oldest article', () => {
    const full = Array.from({ length: MAX_POSITIONS }, (_, index) => at(`${index}`))
    const positions = rememberPosition(full, { id: 'new', paragraph: 3, text: 'x'.repeat(10_000) })
    expect(positions).toHaveLength(MAX_POSITIONS)
    expect(positions[0]?.start).toBe('x'.repeat(40))
    expect(positions.at(-1)?.id).toBe(`${MAX_POSITIONS - 2}`)
  })

  it('keeps the earlier position while the reader is at the beginning', () => {
    expect(rememberPosition([at('a')], { id: 'a', paragraph: 2, text: 'Tea' })).toEqual([at('a')])
  })
})

it('forgets an article', () => {
  expect(forgetPosition([at('a'), at('b')], 'a')).toEqual([at('b')])
})

describe('findParagraph', () => {
  it.each([
    { texts: ['A', 'B', 'The mayor'], found: 2, text: 'moved up' },
    { texts: ['The mayor', 'B', 'C', 'D', ' The mayor ', 'F'], found: 4, text: 'of two, the nearest' },
    { texts: ['A', 'The mayor resigned'], found: undefined, text: 'rewritten' },
    { texts: [], found: undefined, text: 'without a text' },
  ])('finds a paragraph that was $text', ({ texts, found }) => {
    expect(findParagraph(at('a'), texts)).toBe(found)
  })
})
