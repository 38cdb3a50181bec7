import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { numberCells } from '../rules/align-numbers.ts'

type Cell = { start: number; end: number }

/** The cells of columns of numbers, by tables, which are the same while others are edited. */
const cellsOfTables = new WeakMap<Node, readonly Cell[]>()

/** Aligns columns of numbers in tables as readers see them. */
export function createNumberColumns(): Plugin {
  return new Plugin({
    props: {
      decorations({ doc }) {
        const decorations: Decoration[] = []
        doc.descendants((node, position) => {
          if (node.type.name !== 'table') return !node.isTextblock
          for (const { start, end } of findCells(node))
            decorations.push(Decoration.node(position + start, position + end, { class: 'number' }))
          return false
        })
        return DecorationSet.create(doc, decorations)
      },
    },
  })
}

/** Positions are relative to the table. */
function findCells(table: Node): readonly Cell[] {
  let cells = cellsOfTables.get(table)
  if (!cells) {
    cells = numberCells(readRows(table))
    cellsOfTables.set(table, cells)
  }
  return cells
}

function readRows(table: Node) {
  const rows: (Cell & { isHeading: boolean; isSpanning: boolean; text: string })[][] = []
  table.descendants((node, offset) => {
    const { type, attrs, nodeSize } = node
    if (type.name === 'tableRow') rows.push([])
    if (type.name !== 'tableCell' && type.name !== 'tableHeader') return true
    rows.at(-1)?.push({
      start: offset + 1,
      end: offset + 1 + nodeSize,
      isHeading: type.name === 'tableHeader',
      isSpanning: attrs.colspan > 1 || attrs.rowspan > 1,
      text: node.textContent,
    })
    return false
  })
  return rows
}
