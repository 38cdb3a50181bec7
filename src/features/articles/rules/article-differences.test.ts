import { describe, expect, it } from 'vitest'
import { articleDifferences, mergeArticles } from './article-differences.ts'
import { type ArticleForm, EMPTY_ARTICLE } from './article-form.ts'

const base: ArticleForm = { ...EMPTY_ARTICLE, title: 'Old', author: 'Old' }

describe('articleDifferences', () => {
  it.each<[string, Partial<ArticleForm>, Partial<ArticleForm>, object[]]>([
    ['nothing where both are as they were', {}, {}, []],
    ['nothing where both wrote the same', { title: 'New' }, { title: 'New' }, []],
    [
      'mine where only I wrote',
      { title: 'New' },
      {},
      [{ field: 'title', suggested: 'mine', isConflict: false }],
    ],
    [
      'theirs where only they wrote',
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
  it('takes what is chosen', () => {
    const theirs: ArticleForm = { ...base, title: 'Theirs', author: 'Theirs', isBreaking: true }
    expect(mergeArticles(base, theirs, { title: 'theirs', author: 'mine', isBreaking: 'theirs' })).toEqual({
      ...base,
      title: 'Theirs',
      isBreaking: true,
    })
  })
})
