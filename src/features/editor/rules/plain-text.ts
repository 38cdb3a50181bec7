import { BLOCKS } from '#features/blocks/rules/blocks.ts'

/** The part of a ProseMirror node that its text depends on. */
type TextNode = {
  type: { name: string }
  attrs?: Readonly<Record<string, unknown>>
  text?: string | undefined
  isBlock: boolean
  isTextblock: boolean
  content: { content: readonly TextNode[] }
}

const LISTS = ['bulletList', 'orderedList']

/** Returns text with a blank line between blocks, and each list item on a line of its own. Empty blocks are left out. */
export function plainText(nodes: readonly TextNode[]): string {
  return blocksText(nodes, '\n\n')
}

function blocksText(nodes: readonly TextNode[], separator: string): string {
  if (nodes.every(({ isBlock }) => !isBlock)) return nodes.map(nodeText).join('')
  return nodes.map(nodeText).filter(Boolean).join(separator)
}

function nodeText(node: TextNode): string {
  const { type, text, isTextblock, content } = node
  if (text !== undefined) return text
  if (type.name === 'hardBreak') return '\n'
  const block = BLOCKS.find(({ initial }) => initial.type === type.name)
  if (block?.plainText) return block.plainText(node.attrs ?? {})
  const isInList = LISTS.includes(type.name) || type.name === 'listItem'
  return blocksText(content.content, isTextblock ? '' : isInList ? '\n' : '\n\n')
}
