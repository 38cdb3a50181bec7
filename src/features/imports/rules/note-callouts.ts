import { boxHtml, convertHtml } from './convert-html.ts'
import { convertInline, type TextContext } from './inline-html.ts'

/** "[!note]- Title" at the start of a quote (Obsidian, GitHub). */
const CALLOUT = /^\s*\[!([\w-]{1,40})\][+-]?/

/** Reads the callouts of Markdown: quotes that begin with their kind. */
export function readMarkdownElement(element: Element, context: TextContext): string | undefined {
  if (element.localName !== 'blockquote') return undefined
  const first = element.querySelector('p')
  const html = first?.innerHTML ?? ''
  const [mark, kind = ''] = CALLOUT.exec(html) ?? []
  if (!first || mark === undefined) return undefined
  const end = html.search(/\n|<br|$/)
  const title = html.slice(mark.length, end).trim()
  first.innerHTML = html.slice(end).replace(/^\s*<br>/, '')
  const heading = title || kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase()
  return boxHtml(convertInline(heading, context), convertHtml(element.innerHTML, context), context)
}
