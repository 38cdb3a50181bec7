/**
 * What a spreadsheet would take for the beginning of a formula (OWASP, CSV Injection); the wide forms stand for the plain
 * ones in East Asian editions.
 */
const FORMULA = /^[\s\u200B\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/

/**
 * One line of comma-separated values with its line break (RFC 4180). A cell that a spreadsheet would calculate begins with an
 * apostrophe, which it shows as text.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
