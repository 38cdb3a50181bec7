import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { articleDraftSchema, isDifferent, isTextDifferent } from '#features/drafts/rules/article-form.ts'
import { createDocument, readForm } from '#features/drafts/rules/draft-document.ts'

/** Whether the form in the editor differs from a stored one. @param isFeedText compares only the fields that feeds write */
export function isChanged(
  values: ArticleForm,
  stored: ArticleForm,
  { isFeedText = false }: { isFeedText?: boolean } = {},
): boolean {
  const compare = isFeedText ? isTextDifferent : isDifferent
  return compare(values, stored) && compare(values, shownForm(stored))
}

const shownForms = new WeakMap<ArticleForm, ArticleForm>()

/** Texts of feeds and imports may be stored in other markup than the editor writes. */
function shownForm(stored: ArticleForm): ArticleForm {
  const known = shownForms.get(stored)
  if (known) return known
  const shown = articleDraftSchema.parse(readForm(createDocument(stored, parseHtml)))
  shownForms.set(stored, shown)
  return shown
}

export const parseHtml = (html: string) => new DOMParser().parseFromString(html, 'text/html').body
