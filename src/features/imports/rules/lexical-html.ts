import { parseJson } from '#kernel/parameters.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { linkHtml, pullQuoteHtml } from './block-html.ts'
import { type CardData, GHOST_LINK, writeGhostCard } from './ghost-card.ts'
import type { TextContext } from './inline-html.ts'
import { isObject } from './source-values.ts'

/** Deeper nodes are lost. Editors nest lists a few levels deep at most. */
const MAX_DEPTH = 50

/** Bits of the format of a text (Lexical, TEXT_TYPE_TO_FORMAT), from the innermost element. */
const FORMATS: readonly (readonly [bit: number, tag: string])[] = [
  [16, 'code'],
  [64, 'sup'],
  [32, 'sub'],
  [4, 's'],
  [2, 'em'],
  [1, 'strong'],
]
const LOST_FORMATS: readonly (readonly [bit: number, what: string])[] = [
  [8, 'underlined words'],
  [128, 'highlighted words'],
]

type LexicalNode = Record<string, unknown>

/**
 * Returns the text of a Lexical document, as Ghost 5 and 6 store it.
 *
 * @param json the whole state, `{"root": …}`
 * @returns null if it is not such a document
 */
export function lexicalToHtml(json: string, context: TextContext): string | null {
  const state = parseJson(json)
  const root = isObject(state) ? state.root : undefined
  return isObject(root)
    ? childrenOf(root)
        .map((node) => writeBlock(node, context, 1))
        .join('')
    : null
}

function childrenOf({ children }: LexicalNode): LexicalNode[] {
  return Array.isArray(children) ? children.filter(isObject) : []
}

function writeBlock(node: LexicalNode, context: TextContext, depth: number): string {
  const inline = () => writeInlines(childrenOf(node), context, depth + 1)
  switch (node.type) {
    case 'paragraph':
      return wrap('p', inline())
    case 'heading':
    case 'extended-heading': {
      const tag = /^h[1-6]$/.test(String(node.tag)) ? String(node.tag) : 'h2'
      return wrap(tag === 'h1' ? 'h2' : tag, inline())
    }
    case 'quote':
    case 'extended-quote':
      return wrap('blockquote', wrap('p', inline()))
    case 'aside':
      return pullQuoteHtml(wrap('p', inline()))
    case 'list':
      return writeList(node, context, depth)
    // Written as a card since 2023.
    case 'code':
      return writeGhostCard('code', { code: plainText(node) }, context)
    default:
      return INLINE_TYPES.has(String(node.type))
        ? wrap('p', writeInlines([node], context, depth))
        : writeGhostCard(String(node.type), node as CardData, context)
  }
}

const INLINE_TYPES = new Set(
  'text extended-text linebreak tab link autolink at-link tk emoji code-highlight'.split(' '),
)

function wrap(tag: string, html: string): string {
  return html.trim() && `<${tag}>${html}</${tag}>`
}

function writeList(list: LexicalNode, context: TextContext, depth: number): string {
  if (depth > MAX_DEPTH) {
    context.lose('lists that are nested too deeply', plainText(list))
    return ''
  }
  const tag = list.listType === 'number' || list.tag === 'ol' ? 'ol' : 'ul'
  const start = Number(list.start)
  const from = tag === 'ol' && Number.isSafeInteger(start) && start !== 1 && start ? ` start="${start}"` : ''
  const items: string[] = []
  for (const item of childrenOf(list)) {
    const nested = childrenOf(item).filter(({ type }) => type === 'list')
    const own = childrenOf(item).filter(({ type }) => type !== 'list')
    const check = list.listType === 'check' ? (item.checked ? '☑ ' : '☐ ') : ''
    const html = writeInlines(own, context, depth + 1)
    const lists = nested.map((one) => writeList(one, context, depth + 1)).join('')
    // An item that has only a list continues the item before it.
    if (!html.trim() && lists && items.length > 0) items.push(`${items.pop()}${lists}`)
    else items.push(lists ? `<p>${check}${html}</p>${lists}` : `${check}${html}`)
  }
  return items.length > 0 ? `<${tag}${from}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>` : ''
}

function writeInlines(nodes: readonly LexicalNode[], context: TextContext, depth: number): string {
  return nodes.map((node) => writeInline(node, context, depth)).join('')
}

function writeInline(node: LexicalNode, context: TextContext, depth: number): string {
  if (depth > MAX_DEPTH) return escapeHtml(plainText(node))
  switch (node.type) {
    case 'linebreak':
      return '<br>'
    case 'tab':
      return ' '
    case 'link':
    case 'autolink':
    case 'at-link': {
      const address = typeof node.url === 'string' ? node.url.trim() : ''
      const content = writeInlines(childrenOf(node), context, depth + 1)
      return content && GHOST_LINK.test(address) ? linkHtml(context.linkAddress(address), content) : content
    }
    default:
      return typeof node.text === 'string'
        ? writeText(node.text, Number(node.format) || 0, context)
        : writeInlines(childrenOf(node), context, depth + 1)
  }
}

function writeText(text: string, format: number, context: TextContext): string {
  for (const [bit, what] of LOST_FORMATS) if (format & bit) context.lose(what, text)
  const isMarked = text.trim() !== ''
  return FORMATS.reduce(
    (html, [bit, tag]) => (isMarked && format & bit ? `<${tag}>${html}</${tag}>` : html),
    escapeHtml(text),
  )
}

/** Without recursion, since the depth is not limited. */
function plainText(node: LexicalNode): string {
  const waiting = [node]
  const parts: string[] = []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (typeof next.text === 'string') parts.push(next.text)
    else if (next.type === 'linebreak') parts.push('\n')
    waiting.push(...childrenOf(next).toReversed())
  }
  return parts.join('')
}
