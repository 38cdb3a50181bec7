import { Parser } from 'htmlparser2'

/** Articles have about twenty levels; more slow parsers down. */
const MAX_DEPTH = 256

/** The limit for a text that is displayed: thirty times as many as a long article has. A million would take seconds. */
export const MAX_TEXT_PARTS = 150_000

export type Span = { start: number; end: number }

export type HtmlVisitor = {
  open?: (name: string, attributes: Readonly<Record<string, string>>, span: Span) => void
  /** `implied`: there is no end tag, and the span is meaningless. */
  close?: (name: string, span: Span, implied: boolean) => void
  /** `value` is decoded; the span covers the whole attribute. */
  attribute?: (name: string, value: string, span: Span) => void
  /** Decoded; may be a part of the text. */
  text?: (text: string) => void
}

/**
 * Visits tags and text in document order; handles broken markup as browsers do.
 *
 * @param maxParts of tags, character references and text between them
 * @returns where reading ended, possibly at tags nested too deep, or too many parts
 */
export function walkHtml(html: string, visitor: HtmlVisitor, maxParts = Number.POSITIVE_INFINITY): number {
  let depth = 0
  let parts = 0
  let end = html.length
  const stop = () => {
    end = Math.min(end, parser.startIndex)
    parser.pause()
  }
  const countPart = () => {
    parts += 1
    if (parts > maxParts) stop()
  }
  const parser = new Parser({
    onopentagname() {
      depth += 1
      countPart()
      if (depth > MAX_DEPTH) stop()
    },
    onopentag(name, attributes) {
      visitor.open?.(name, attributes, tagSpan())
    },
    onclosetag(name, implied) {
      depth -= 1
      countPart()
      visitor.close?.(name, tagSpan(), implied)
    },
    onattribute(name, value) {
      visitor.attribute?.(name, value, { start: parser.startIndex, end: parser.endIndex })
    },
    ontext(text) {
      countPart()
      visitor.text?.(text)
    },
  })
  const tagSpan = () => ({ start: parser.startIndex, end: parser.endIndex + 1 })
  parser.end(html)
  return end
}
