/** What is measured inside a page (`tests/browser/in-page.mjs`), as tests ask for it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'

const script = readFileSync(path.join(import.meta.dirname, '..', 'browser', 'in-page.mjs'), 'utf8')

export type Focus = {
  /** Of the actions, by place; null: none of them. */
  action: number | null
  name: string
  fault: string | null
}

/** The page as it is now. What is answered as a list of names is a list of faults, unless it says otherwise. */
export function inPage(page: Page) {
  const ask = async <Answer>(question: string): Promise<Answer> => {
    // A page that a form led to stands there before its styles do.
    await page.waitForLoadState('load')
    await page.evaluate(`{ ${script} }`)
    return page.evaluate<Answer>(`inPage.${question}`)
  }
  return {
    /** Texts of the shown first headings. */
    firstHeadings: () => ask<string[]>('firstHeadings()'),
    skippedLevels: () => ask<string[]>('skippedLevels()'),
    sidewaysScroll: () => ask<string[]>('sidewaysScroll()'),
    cutTexts: () => ask<string[]>('cutTexts()'),
    /** Names of everything that one can act on, by place. */
    actions: () => ask<string[]>('actions()'),
    /**
     * Presses Tab so often, without a pause, and answers where the keyboard was after each press; null: nowhere in the page. After
     * `actions`.
     */
    async tab(presses: number): Promise<(Focus | null)[]> {
      await ask('noteFocus()')
      const session = await page.context().newCDPSession(page)
      const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }
      const sent: Promise<unknown>[] = []
      for (let press = 0; press < presses; press += 1) {
        sent.push(session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key }))
        sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }))
      }
      await Promise.all(sent)
      await session.detach()
      const noted = await page.evaluate<(Focus | null)[]>('inPage.notedFocus()')
      // What keeps a press to itself, as a frame does, would hide where the keyboard was.
      assert.equal(noted.length, presses, 'every press of Tab reached the page')
      return noted
    },
    smallTargets: (least: number) => ask<string[]>(`smallTargets(${least})`),
    /** Names of what is shown. */
    shown: (selector: string) => ask<string[]>(`shown(${JSON.stringify(selector)})`),
    /** A score, 0: nothing moved. */
    layoutShift: () => ask<number>('layoutShift()'),
  }
}
