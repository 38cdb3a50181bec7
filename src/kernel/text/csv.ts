/** Starts a spreadsheet formula (OWASP, CSV Injection), including full-width forms. */
const FORMULA = /^[\s\u200B\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/
/** A formula within a cell: many spreadsheets also split at semicolons or tabs. */
const INNER_FORMULA = /[=+\-@＝＋－＠](?<=[;\t\r\n](?:[^\S\t\r\n]|[\u200B"])*.)/g

/** Includes the line break (RFC 4180). Apostrophes disable formulas, even within cells, unlike csv-stringify. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const within = text.replace(INNER_FORMULA, "'$&")
  const safe = FORMULA.test(text) ? `'${within}` : within
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
