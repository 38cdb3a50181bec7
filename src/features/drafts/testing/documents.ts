import type { Node } from '@tiptap/pm/model'
import { parseHTML } from 'linkedom'
import { type ArticleForm, EMPTY_ARTICLE } from '../rules/article-fields.ts'
import { createDocument } from '../rules/draft-document.ts'

export const parseHtml = (html: string) =>
  parseHTML(`<!doctype html><html><body>${html}</body></html>`).document.body as unknown as HTMLElement

/** Creates the document of an article with this content and other fields. */
export function documentOf(content: string, more: Partial<ArticleForm> = {}): Node {
  return createDocument({ ...EMPTY_ARTICLE, content, ...more }, parseHtml)
}
