/**
 * What a spreadsheet would take for the beginning of a formula (OWASP, CSV Injection); the wide forms stand for the plain
 * ones in East Asian editions.
 */
const FORMULA = /^[\s\u200B\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/
/**
 * The same within a cell, behind what parts cells where a comma does not, as in most of Europe: quotes in the middle of a line mean
 * nothing there.
 */
const FORMULA_WITHIN = /([;\t\r\n][\s\u200B\uFEFF"]*)(?=[=+\-@＝＋－＠])/g

/**
 * One line of comma-separated values with its line break (RFC 4180). A cell that a spreadsheet would calculate begins with an
 * apostrophe, which it shows as text.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const within = text.replace(FORMULA_WITHIN, "$1'")
  const safe = FORMULA.test(text) ? `'${within}` : within
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
