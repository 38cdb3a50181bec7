import { mergeThreeWay } from '#kernel/three-way-merge.ts'
import { ARTICLE_FIELDS, type ArticleField, type ArticleForm } from './article-form.ts'

export type Side = 'mine' | 'theirs'

/** `isConflict` if both sides changed the field. */
export type Difference = { field: ArticleField; suggested: Side; isConflict: boolean }

export function articleDifferences(base: ArticleForm, mine: ArticleForm, theirs: ArticleForm): Difference[] {
  const { values, conflicts } = mergeThreeWay({ base, typed: mine }, theirs)
  return ARTICLE_FIELDS.filter((field) => mine[field] !== theirs[field]).map((field) => ({
    field,
    suggested: values[field] === mine[field] ? 'mine' : 'theirs',
    isConflict: conflicts.includes(field),
  }))
}

/** Returns `mine` with the chosen fields from `theirs`. */
export function mergeArticles(
  mine: ArticleForm,
  theirs: ArticleForm,
  choices: Partial<Record<ArticleField, Side>>,
): ArticleForm {
  const fields = ARTICLE_FIELDS.filter((field) => choices[field] === 'theirs')
  return { ...mine, ...Object.fromEntries(fields.map((field) => [field, theirs[field]])) }
}

/** The text of a field in comparisons. */
export function fieldText(value: string | boolean): string {
  return typeof value === 'boolean' ? (value ? 'On' : 'Off') : value
}
