/** Signs that stand after a space in French never begin a line, whoever wrote the text. */

const noBreak = '\u00a0'

/** The text with spaces before `: ; ? ! »` and after `«` that do not break. */
export function unbroken(text: string): string {
  return text.replace(/ (?=[:;?!»])/g, noBreak).replace(/« /g, `«${noBreak}`)
}
