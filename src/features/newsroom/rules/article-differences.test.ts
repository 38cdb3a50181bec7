import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { articleDifferences, diffTexts, mergeArticles, shortenUnchanged } from './article-differences.ts'
import { type ArticleForm, EMPTY_ARTICLE } from './article-form.ts'

const base: ArticleForm = { ...EMPTY_ARTICLE, title: 'Old', author: 'Old' }

describe('articleDifferences', () => {
  it.each<[string, Partial<ArticleForm>, Partial<ArticleForm>, object[]]>([
    ['nothing without changes', {}, {}, []],
    ['nothing for the same change on both sides', { title: 'New' }, { title: 'New' }, []],
    [
      'mine if only I changed a field',
      { title: 'New' },
      {},
      [{ field: 'title', suggested: 'mine', isConflict: false }],
    ],
    [
      'theirs if only they changed a field',
      {},
      { isBreaking: true },
      [{ field: 'isBreaking', suggested: 'theirs', isConflict: false }],
    ],
    [
      'the fields that both changed, in the order of the form',
      { author: 'Mine', title: 'Mine' },
      { author: 'Theirs', title: 'Theirs' },
      [
        { field: 'title', suggested: 'mine', isConflict: true },
        { field: 'author', suggested: 'mine', isConflict: true },
      ],
    ],
  ])('returns %s', (_, mine, theirs, differences) => {
    expect(articleDifferences(base, { ...base, ...mine }, { ...base, ...theirs })).toEqual(differences)
  })
})

describe('mergeArticles', () => {
  it('merges the selected values', () => {
    const theirs: ArticleForm = { ...base, title: 'Theirs', author: 'Theirs', isBreaking: true }
    expect(mergeArticles(base, theirs, { title: 'theirs', author: 'mine', isBreaking: 'theirs' })).toEqual({
      ...base,
      title: 'Theirs',
      isBreaking: true,
    })
  })
})

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
