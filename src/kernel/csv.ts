/** The start of a spreadsheet formula (OWASP, CSV Injection), including East Asian full-width forms. */
const FORMULA = /^[\s\u200B\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/
/**
 * A formula after a separator within the cell: many European spreadsheets split at semicolons or tabs, and ignore
 * quotes there.
 */
const FORMULA_WITHIN = /([;\t\r\n][\s\u200B\uFEFF"]*)(?=[=+\-@＝＋－＠])/g

/** Formats a CSV line with its line break (RFC 4180). An apostrophe disables formulas. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const within = text.replace(FORMULA_WITHIN, "$1'")
  const safe = FORMULA.test(text) ? `'${within}` : within
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
