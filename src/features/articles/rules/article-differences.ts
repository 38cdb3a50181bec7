import { ARTICLE_FIELDS, type ArticleForm } from './article-form.ts'

export type Side = 'mine' | 'theirs'

/** A field in which two editors' articles differ, and whose is to be kept unless somebody says otherwise. */
export type Difference = { field: keyof ArticleForm; suggested: Side; isContested: boolean }

/**
 * Where my article and the one that somebody else stored meanwhile differ, given what both began with. What only one of
 * us has changed needs no decision: that one's is suggested. What both have changed is contested, and mine is suggested.
 */
export function articleDifferences(base: ArticleForm, mine: ArticleForm, theirs: ArticleForm): Difference[] {
  return ARTICLE_FIELDS.filter((field) => mine[field] !== theirs[field]).map((field) => ({
    field,
    suggested: mine[field] === base[field] ? 'theirs' : 'mine',
    isContested: mine[field] !== base[field] && theirs[field] !== base[field],
  }))
}

/** My article with what is chosen of theirs. */
export function mergeArticles(
  mine: ArticleForm,
  theirs: ArticleForm,
  choices: Partial<Record<keyof ArticleForm, Side>>,
): ArticleForm {
  const taken = ARTICLE_FIELDS.filter((field) => choices[field] === 'theirs')
  return { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) }
}
