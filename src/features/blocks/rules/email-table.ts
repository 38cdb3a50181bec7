import { escapeHtml } from '#kernel/text/text.ts'
import { directionOf, EMAIL_INK, EMAIL_LABEL_FONT, EMAIL_RULE, type EmailContext } from './email-form.ts'
import { type EmailElement, elementsNamed, hasClass, textOf } from './email-tree.ts'

/** More do not fit on a phone, where emails cannot be scrolled sideways. */
const MAX_COLUMNS = 6
const MAX_ROWS = 30

/** Writes a table for emails; undefined for one that is too large. */
export function writeEmailTable(table: EmailElement, email: EmailContext): string | undefined {
  const rows = elementsNamed(table.children, ['tr']).map((row) => elementsNamed(row.children, ['th', 'td']))
  if (rows.length > MAX_ROWS) return undefined
  const columns = Math.max(0, ...rows.map((cells) => cells.reduce((sum, cell) => sum + spanOf(cell), 0)))
  if (columns > MAX_COLUMNS) return undefined
  const wrap = isNarrow(rows) ? 'break-word' : 'anywhere'
  const written = rows.map((cells) => `<tr>${cells.map((cell) => writeCell(cell, email)).join('')}</tr>`)
  // `data-text-format` is read by `toPlainText`.
  return `<table data-text-format="dataTable"${directionOf(email.start)} width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;font-family:${EMAIL_LABEL_FONT};font-size:15px;line-height:21px;overflow-wrap:${wrap}">${written.join('')}</table>`
}

/** Pixels: of the text on a phone, of the padding of a cell, and of a letter. */
const WIDTHS = { text: 327, padding: 12, letter: 9 }

/** Whether the longest words of each column fit beside each other, so that no word has to be broken. */
function isNarrow(rows: readonly EmailElement[][]): boolean {
  const columns: number[] = []
  for (const cells of rows)
    for (const [index, cell] of cells.entries())
      for (const { length } of textOf(cell).split(/\s+/))
        columns[index] = Math.max(columns[index] ?? 0, length)
  const width = columns.reduce((sum, letters) => sum + letters * WIDTHS.letter + WIDTHS.padding, 0)
  return width <= WIDTHS.text
}

function spanOf({ attributes }: EmailElement): number {
  return Number(attributes.colspan ?? 1) || 1
}

function writeCell(cell: EmailElement, email: EmailContext): string {
  const { name, attributes, children } = cell
  const isHeading = name === 'th'
  const end = email.start === 'left' ? 'right' : 'left'
  const kept = ['colspan', 'rowspan', 'scope']
    .filter((each) => attributes[each])
    .map((each) => ` ${each}="${escapeHtml(attributes[each] ?? '')}"`)
  const rule = attributes.scope === 'col' ? `2px solid ${EMAIL_INK}` : `1px solid ${EMAIL_RULE}`
  const style =
    `padding:7px 6px;border-bottom:${rule};text-align:${hasClass(cell, 'number') ? end : email.start};` +
    `vertical-align:${attributes.scope === 'col' ? 'bottom' : 'top'};font-weight:${isHeading ? 'bold' : 'normal'}`
  return `<${name}${kept.join('')} style="${style}">${email.write(children)}</${name}>`
}
