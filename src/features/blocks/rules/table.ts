import { type Editor, Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { type Command, Plugin } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  goToNextCell,
  isInTable,
  selectedRect,
  tableEditing,
  toggleHeaderRow,
} from '@tiptap/pm/tables'
import {
  BetweenHorizontalEnd,
  BetweenVerticalEnd,
  PanelTop,
  Rows2,
  Table2,
  TableColumnsSplit,
} from 'lucide-react'
import { phrase } from '#kernel/text/phrase.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { type Block, FIGURE } from './block.ts'
import { CAPTION } from './caption.ts'
import {
  siteNameHtml,
  type WriteEmail,
  writeEmailCard,
  writeEmailFigure,
  writeFigcaption,
  writePageLink,
} from './email-form.ts'
import { writeEmailTable } from './email-table.ts'
import { childNamed, hasClass } from './email-tree.ts'

const ROLES: Record<string, string> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
}

const TableFigure = Node.create({
  ...FIGURE,
  name: 'tableFigure',
  content: 'table caption',
  addAttributes: () => ({
    isSortable: { default: false, rendered: false, validate: 'boolean' },
  }),
  parseHTML: () => [
    {
      tag: 'figure',
      getAttrs: (figure) =>
        figure.querySelector('table') !== null && { isSortable: figure.classList.contains('sortable') },
    },
  ],
  renderHTML: ({ node: { attrs } }) => ['figure', { class: attrs.isSortable ? 'sortable' : null }, 0],
})

const Table = Node.create({
  name: 'table',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  extendNodeSchema: ({ name }) => ({ tableRole: ROLES[name] }),
  addKeyboardShortcuts() {
    const go = (direction: -1 | 1) => run(goToNextCell(direction), this.editor)
    return {
      // A new row at the end of the table.
      Tab: () => go(1) || (run(addRowAfter, this.editor) && go(1)),
      'Shift-Tab': () => go(-1),
    }
  },
  addProseMirrorPlugins: () => [createTableEditing()],
})

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

/** Limits what a table that comes from elsewhere costs (HTML, 4.9.11: at most 1,000 columns). */
const MAX_SPAN = 100
const SPAN = {
  default: 1,
  rendered: false,
  validate(value: unknown) {
    if (!Number.isSafeInteger(value) || Number(value) < 1 || Number(value) > MAX_SPAN)
      throw new RangeError('Invalid span of a cell')
  },
}

function createCell(name: string, tag: 'td' | 'th') {
  const span = (cell: HTMLElement, attribute: string) =>
    Math.min(Math.max(Number.parseInt(cell.getAttribute(attribute) ?? '', 10) || 1, 1), MAX_SPAN)
  return Node.create({
    name,
    content: 'paragraph+',
    isolating: true,
    addAttributes: () => ({
      colspan: { ...SPAN, parseHTML: (cell: HTMLElement) => span(cell, 'colspan') },
      rowspan: { ...SPAN, parseHTML: (cell: HTMLElement) => span(cell, 'rowspan') },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ node: { attrs } }) => [
      tag,
      {
        colspan: attrs.colspan === 1 ? null : attrs.colspan,
        rowspan: attrs.rowspan === 1 ? null : attrs.rowspan,
      },
      0,
    ],
  })
}

/** Repairs tables after own changes alone: people who repair the same change would repair it several times. */
function createTableEditing(): Plugin {
  const plugin = tableEditing()
  const { appendTransaction } = plugin.spec
  return new Plugin({
    ...plugin.spec,
    appendTransaction(transactions, before, state) {
      const isOwn = transactions.some((one) => one.docChanged && one.getMeta('addToHistory') !== false)
      return appendTransaction?.call(plugin, transactions, isOwn ? before : state, state)
    },
  })
}

function run(command: Command, { state, view }: Editor): boolean {
  return isInTable(state) && command(state, view.dispatch)
}

/** A row or a column that is all there is stays: a table without cells is removed as a block. */
function deleteUnlessLast(command: Command, side: 'height' | 'width') {
  return (editor: Editor) =>
    isInTable(editor.state) && selectedRect(editor.state).map[side] > 1 && run(command, editor)
}

/** Header rows at the top are the head of the table. */
function writeTable({ content }: DocumentNode, rows: readonly string[]): string {
  const isHeader = ({ content }: DocumentNode) =>
    content.content.every(({ type }) => type.name === 'tableHeader')
  const end = Math.max(
    0,
    content.content.findIndex((row) => !isHeader(row)),
  )
  // Texts are escaped, so that only cells begin like this.
  const scoped = (part: readonly string[], scope: 'col' | 'row') =>
    part.join('').replaceAll('<th', `<th scope="${scope}"`)
  const head = scoped(rows.slice(0, end), 'col')
  return `<table>${head && `<thead>${head}</thead>`}<tbody>${scoped(rows.slice(end), 'row')}</tbody></table>`
}

const writeEmail: WriteEmail = (element, email) => {
  const isFigure = element.name === 'figure' && !hasClass(element, 'chart')
  const table = element.name === 'table' ? element : isFigure ? childNamed(element, 'table') : undefined
  if (!table) return undefined
  const written = writeEmailTable(table, email)
  const caption = writeFigcaption(childNamed(element, 'figcaption') ?? childNamed(table, 'caption'), email)
  if (written) return writeEmailFigure(written + caption)
  const link = phraseHtml('See the table on {name}', { name: siteNameHtml(email) })
  return writeEmailCard(caption + writePageLink(link, email), email)
}

const row = (type: string) => ({
  type: 'tableRow',
  content: Array.from({ length: 3 }, () => ({ type, content: [{ type: 'paragraph' }] })),
})

export const table: Block = {
  label: () => phrase('Table'),
  Icon: Table2,
  extensions: [
    TableFigure,
    Table,
    TableRow,
    createCell('tableCell', 'td'),
    createCell('tableHeader', 'th'),
    CAPTION,
  ],
  initial: {
    type: 'tableFigure',
    content: [
      { type: 'table', content: [row('tableHeader'), row('tableCell'), row('tableCell')] },
      { type: 'caption' },
    ],
  },
  settings: [{ kind: 'toggle', attribute: 'isSortable', label: () => phrase('Readers can sort') }],
  markup: { figure: { classes: ['sortable'] } },
  writeHtml: { table: writeTable },
  writeEmail,
  commands: [
    { label: () => phrase('Add row'), Icon: BetweenHorizontalEnd, run: (editor) => run(addRowAfter, editor) },
    {
      label: () => phrase('Add column'),
      Icon: BetweenVerticalEnd,
      run: (editor) => run(addColumnAfter, editor),
    },
    { label: () => phrase('Delete row'), Icon: Rows2, run: deleteUnlessLast(deleteRow, 'height') },
    {
      label: () => phrase('Delete column'),
      Icon: TableColumnsSplit,
      run: deleteUnlessLast(deleteColumn, 'width'),
    },
    { label: () => phrase('Header row'), Icon: PanelTop, run: (editor) => run(toggleHeaderRow, editor) },
  ],
}
