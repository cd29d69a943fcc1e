/** What a person reads a text on: how wide it is, and whether it shows colours. */
import { styleText } from 'node:util'

export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green'

export type Screen = {
  /** Characters of a line; null where nothing limits them, as in a file or a pipe. */
  columns: number | null
  hasColours: boolean
  /** The text in that style; as it is where there are no colours. */
  paint(style: Style, text: string): string
}

/** A text that fits the screen it is shown on. */
export type Text = string | ((screen: Screen) => string)

/** A stream as the runtime hands it over: a terminal says that it is one, and how wide. */
export type Output = { write(text: string): unknown; isTTY?: boolean; columns?: number }

/** A file, a pipe, or whatever reads along. */
export const plainScreen: Screen = { columns: null, hasColours: false, paint: (_style, text) => text }

/** What stands behind an output. Colours only on a terminal that has them, and unless `NO_COLOR` asks for none (no-color.org). */
export function screenOf(output: Output, environment: Record<string, string | undefined>): Screen {
  if (output.isTTY !== true) return plainScreen
  const isPlain = (environment.NO_COLOR ?? '') !== '' || environment.TERM === 'dumb'
  return {
    // A terminal that does not know its own width says 0.
    get columns() {
      return output.columns === undefined || output.columns === 0 ? null : output.columns
    },
    hasColours: !isPlain,
    paint: isPlain ? plainScreen.paint : (style, text) => styleText(style, text, { validateStream: false }),
  }
}

export function shownOn(screen: Screen, text: Text): string {
  return typeof text === 'string' ? text : text(screen)
}
