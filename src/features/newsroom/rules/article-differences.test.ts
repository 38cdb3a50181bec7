import { describe, expect, it } from 'vitest'
import { articleDifferences, mergeArticles } from './article-differences.ts'
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
