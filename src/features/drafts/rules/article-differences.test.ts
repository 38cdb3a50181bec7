import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffTexts, shortenUnchanged } from './article-differences.ts'

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `In paragraph ${index}, milk comes first, then tea.`)

describe('diffTexts', () => {
  it.each([
    ['a short text', 3],
    ['a long text', 600],
  ])('marks the changed words of %s', (_, count) => {
    const before = paragraphs(count)
    const after = before.with(1, 'In paragraph 1, milk comes last, then tea.').toSpliced(2, 0, 'A new one.')
    const changed = diffTexts(before.join('\n\n'), after.join('\n\n')).filter(
      ({ added, removed }) => added || removed,
    )
    expect(changed.map(({ value }) => value.trim())).toEqual(['first', 'last', 'A new one.'])
  })

  it('contains both texts', () => {
    const text = fc.array(fc.constantFrom('Tea. ', 'Milk. ', '\n\n', 'x'.repeat(4_000)), { maxLength: 12 })
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [before, after] = [one.join(''), other.join('')]
        const parts = diffTexts(before, after)
        const join = (without: 'added' | 'removed') =>
          parts.flatMap((part) => (part[without] ? [] : [part.value])).join('')
        expect([join('added'), join('removed')]).toEqual([before, after])
      }),
    )
  })
})

describe('shortenUnchanged', () => {
  const middle = 'Tea is served. '.repeat(20)

  it.each([
    [
      'between words',
      `The bridge over the harbour will close on Monday for eleven weeks.\n\n${middle}\n“Passengers should allow half an hour more,” Harbour Buses said.`,
      'The bridge over the harbour will close on Monday for eleven … should allow half an hour more,” Harbour Buses said.',
    ],
    ['a text without spaces', '東'.repeat(500), `${'東'.repeat(60)} … ${'東'.repeat(60)}`],
    ['not a short text', 'Milk first, then tea.', 'Milk first, then tea.'],
  ])('shortens %s', (_, text, shortened) => {
    expect(shortenUnchanged(text)).toBe(shortened)
  })
})
