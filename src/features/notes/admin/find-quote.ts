import type { Node } from '@tiptap/pm/model'

/** A shorter text may occur elsewhere by chance once its passage was deleted. */
const MIN_MOVED_LENGTH = 20

/**
 * Finds a passage by its text, as `quoteOf` returns it, if that occurs once.
 *
 * @param isMoved the passage is known to be no longer where it was
 */
export function findQuote(
  doc: Node,
  quote: string,
  { isMoved }: { isMoved: boolean },
): { from: number; to: number } | undefined {
  if (quote.length < (isMoved ? MIN_MOVED_LENGTH : 1)) return undefined
  const { text, positions } = textOf(doc)
  const start = text.indexOf(quote)
  const [from, last] = [positions[start], positions[start + quote.length - 1]]
  if (from === undefined || last === undefined || text.includes(quote, start + 1)) return undefined
  return { from, to: last + 1 }
}

/** Returns the text with a space between blocks, and the position of each character. */
function textOf(doc: Node): { text: string; positions: number[] } {
  let text = ''
  const positions: number[] = []
  doc.descendants((node, position) => {
    const isLeaf = node.isBlock && node.isLeaf
    if (!node.isTextblock && !isLeaf) return true
    if (text) {
      text += ' '
      positions.push(position)
    }
    if (isLeaf) {
      text += '\n'
      positions.push(position)
      return false
    }
    // Each leaf, such as a line break, is one character in positions.
    text += node.textBetween(0, node.content.size, undefined, '\n')
    for (let at = 0; at < node.content.size; at += 1) positions.push(position + 1 + at)
    return false
  })
  return { text, positions }
}
