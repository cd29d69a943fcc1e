/**
 * What a spreadsheet takes for a formula when it opens a CSV is handed back as text, with an apostrophe before it. Who corrects
 * such a file and sends it again need not take the apostrophes out.
 */

// Blanks and what is not seen before the sign are passed over by spreadsheets; its wide and small forms are signs to them too.
const formula = /^(?:[\p{Z}\p{C}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|[\t\r\n])/u
const harmlessFormula = /^'(?=(?:[\p{Z}\p{C}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|[\t\r\n]))/u

export function harmless(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell
}

/** How programs have a spreadsheet keep digits as text: `="0403019261"`. */
const textFormula = /^="([^"]*)"$/

/** The cell without that apostrophe; of a formula that is nothing but a text, the text. */
export function asGiven(cell: string): string {
  return textFormula.exec(cell)?.[1] ?? cell.replace(harmlessFormula, '')
}
