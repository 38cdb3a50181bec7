import { parseJson } from '#kernel/parameters.ts'
import { isObject } from '../source-values.ts'

/** A part of a post: the markup of a block, or text between blocks, which the classic editor wrote. */
export type PostPart =
  | { kind: 'classic'; html: string }
  | { kind: 'block'; html: string }
  /** A block without markup, which WordPress renders when the page is requested. */
  | { kind: 'dynamic'; name: string; attributes: Record<string, unknown>; text: string }

const MAX_COMMENT_LENGTH = 100_000
const NAME = /^(\/)?wp:([a-z][\w-]{0,60}(?:\/[a-z][\w-]{0,60})?)/

type Delimiter = { name: string; isEnd: boolean; isAlone: boolean; json: string; start: number; end: number }

/** Splits a post at the comments that delimit its top-level blocks, and removes those of inner ones. */
export function splitBlocks(content: string): PostPart[] {
  const parts: PostPart[] = []
  let depth = 0
  let html = ''
  let end = 0
  const flush = (kind: 'classic' | 'block') => {
    if (html.trim()) parts.push({ kind, html })
    html = ''
  }
  for (const delimiter of findDelimiters(content)) {
    const { name, isEnd, isAlone, json, start } = delimiter
    html += content.slice(end, start)
    end = delimiter.end
    if (depth === 0) flush('classic')
    if (isAlone) {
      if (depth > 0) flush('block')
      parts.push({ kind: 'dynamic', name, attributes: readAttributes(json), text: content.slice(start, end) })
      continue
    }
    // Text of the classic editor can be a block of its own.
    depth = isEnd ? Math.max(0, depth - 1) : depth + 1
    if (isEnd && depth === 0) flush(name === 'freeform' || name === 'core/freeform' ? 'classic' : 'block')
  }
  html += content.slice(end)
  flush(depth === 0 ? 'classic' : 'block')
  return parts
}

function* findDelimiters(content: string): Generator<Delimiter> {
  let start = content.indexOf('<!--')
  while (start >= 0) {
    const close = content.indexOf('-->', start)
    if (close < 0) return
    const end = close + 3
    if (end - start <= MAX_COMMENT_LENGTH) {
      const inner = content.slice(start + 4, close).trim()
      const [whole, slash, name = ''] = NAME.exec(inner) ?? []
      if (whole) {
        const isAlone = inner.endsWith('/')
        const json = inner.slice(whole.length, isAlone ? -1 : undefined)
        yield { name: name.replace(/^core\//, ''), isEnd: slash !== undefined, isAlone, json, start, end }
      }
    }
    start = content.indexOf('<!--', end)
  }
}

function readAttributes(json: string): Record<string, unknown> {
  const attributes = parseJson(json)
  return isObject(attributes) ? attributes : {}
}
