import { Parser } from 'htmlparser2'

/** Real articles nest some twenty deep; beyond this a document is hostile, and parsers slow down on it. */
const MAX_DEPTH = 256

/** Offsets into the source: `html.slice(start, end)` is the tag, attribute or text. */
export type Span = { start: number; end: number }

export type HtmlVisitor = {
  open?: (name: string, attributes: Readonly<Record<string, string>>, span: Span) => void
  /** `implied` when the source has no such end tag; its span then means nothing. */
  close?: (name: string, span: Span, implied: boolean) => void
  /** `value` is decoded, the span is that of the whole attribute. */
  attribute?: (name: string, value: string, span: Span) => void
  /** A piece of decoded text: neighbouring pieces belong together. */
  text?: (text: string) => void
}

/**
 * Visits the tags and text of a piece of HTML in order, as browsers read it (broken markup included).
 *
 * @returns the offset where reading ended: the length, or where the tags nest deeper than 256
 */
export function walkHtml(html: string, visitor: HtmlVisitor): number {
  let depth = 0
  let end = html.length
  const parser = new Parser({
    onopentagname() {
      depth += 1
      if (depth <= MAX_DEPTH) return
      end = parser.startIndex
      parser.pause()
    },
    onopentag(name, attributes) {
      visitor.open?.(name, attributes, tagSpan())
    },
    onclosetag(name, implied) {
      depth -= 1
      visitor.close?.(name, tagSpan(), implied)
    },
    onattribute(name, value) {
      visitor.attribute?.(name, value, { start: parser.startIndex, end: parser.endIndex })
    },
    ontext(text) {
      visitor.text?.(text)
    },
  })
  const tagSpan = () => ({ start: parser.startIndex, end: parser.endIndex + 1 })
  parser.end(html)
  return end
}
