/**
 * What a spreadsheet takes for a formula when it opens a CSV is handed back as text, with an apostrophe before it. Who corrects
 * such a file and sends it again need not take the apostrophes out.
 */

const formula = /^[=+\-@\t\r\n＝＋－＠]/
const harmlessFormula = /^'(?=[=+\-@\t\r\n＝＋－＠])/

export function harmless(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell
}

/** The cell without that apostrophe. */
export function asGiven(cell: string): string {
  return cell.replace(harmlessFormula, '')
}
