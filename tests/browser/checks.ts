/**
 * What holds for every page: each check is a guarantee, and is made on the page as it is open, in a state that the check
 * itself sets up. Those that hang on words are made in every language, the others in one.
 */
import assert from 'node:assert/strict'
import type { Response } from 'playwright-core'
import { allButContrast, axeFindings, contrast } from '../harness/axe.ts'
import type { Visit } from '../harness/browser.ts'
import { inPage } from '../harness/in-page.ts'
import type { Row } from './pages.ts'

export const wide = { width: 1280, height: 900 }
export const narrow = { width: 360, height: 740 }
/** 1280 at twice the size. */
const zoomed = { width: 640, height: 450 }

/** Of a page with all that it loads: html, css and js as they are sent. */
const bytesMax = 40 * 1024
const layoutShiftMax = 0.05
/** WCAG 2.2 asks for 24. */
const targetLeast = 24
/** For what is there when a page is. */
const presentMs = 1_000
/** Of the keyboard through the page: it may begin in its middle. */
const roundsMax = 2
/** More actions than any page has: who presses the key as often is caught. */
const keyPressesMax = 700
const keyPressesAtOnce = 20

/** An open page: what was answered, the bytes of everything that came with it, and how much moved while it came. */
export type Opened = { visit: Visit; row: Row; answer: Response; bytes: number; shift: number }

export type Check = { name: string; run(opened: Opened): Promise<void> }

async function fits({ visit: { page } }: Opened): Promise<void> {
  const look = inPage(page)
  assert.deepEqual(await look.sidewaysScroll(), [])
  assert.deepEqual(await look.cutTexts(), [], 'texts of which a part cannot be seen')
}

/** In every language, with script, first at 360 and then at 1280. */
export const everywhere: readonly Check[] = [
  {
    name: 'its status, its language, one first heading, no level of headings skipped',
    async run({ visit: { page }, row, answer }) {
      assert.equal(answer.status(), row.status)
      assert.equal(await page.getAttribute('html', 'lang'), row.language)
      const look = inPage(page)
      assert.equal((await look.firstHeadings()).length, 1)
      assert.deepEqual(await look.skippedLevels(), [])
    },
  },
  {
    name: 'says that the service is independent, once',
    async run({ visit: { page } }) {
      assert.equal((await inPage(page).shown('.independent')).length, 1)
    },
  },
  {
    name: 'at 360 dots nothing is scrolled sideways or cut, and every target is large enough',
    async run(opened) {
      await fits(opened)
      assert.deepEqual(await inPage(opened.visit.page).smallTargets(targetLeast), [])
    },
  },
  {
    name: 'at 360 dots axe finds nothing serious, contrasts apart',
    async run({ visit: { page } }) {
      assert.deepEqual(await axeFindings(page, allButContrast), [])
    },
  },
  {
    name: 'at 1280 dots nothing is scrolled sideways or cut',
    async run(opened) {
      await opened.visit.page.setViewportSize(wide)
      await fits(opened)
    },
  },
]

/** In one language, with script, after the others; the page stands at 1280. */
export const onceInOneLanguage: readonly Check[] = [
  {
    name: 'at 1280 dots axe finds nothing serious',
    async run({ visit: { page } }) {
      assert.deepEqual(await axeFindings(page), [])
    },
  },
  {
    name: 'in the dark every contrast holds',
    async run({ visit: { page } }) {
      await page.emulateMedia({ colorScheme: 'dark' })
      assert.deepEqual(await axeFindings(page, contrast), [])
      await page.emulateMedia({ colorScheme: 'light' })
    },
  },
  {
    name: 'at 360 dots every contrast holds',
    async run({ visit: { page } }) {
      await page.setViewportSize(narrow)
      assert.deepEqual(await axeFindings(page, contrast), [])
      await page.setViewportSize(wide)
    },
  },
  {
    name: 'html, css and js are at most 40 KB as they are sent',
    async run({ bytes }) {
      assert.ok(bytes > 1_000 && bytes <= bytesMax, `${bytes} bytes`)
    },
  },
  {
    name: 'nothing moves by itself while it loads',
    async run({ visit: { page, go }, row, shift }) {
      assert.ok(shift < layoutShiftMax, `a layout shift of ${shift} at 360 dots`)
      // What is reached by acting has moved by that.
      if (row.reach !== undefined) return
      await go(row.path)
      const atWide = await inPage(page).layoutShift()
      assert.ok(atWide < layoutShiftMax, `a layout shift of ${atWide} at 1280 dots`)
    },
  },
  {
    name: 'the tab key alone reaches everything that one can act on, in sight and with a ring',
    async run({ visit: { page } }) {
      const look = inPage(page)
      const actions = await look.actions()
      const reached = new Set<number>()
      const faults: string[] = []
      let rounds = 0
      for (let presses = 0; presses < keyPressesMax && reached.size < actions.length; presses += keyPressesAtOnce) {
        for (const focus of await look.tab(keyPressesAtOnce)) {
          // Past the end it begins again at the top, above which it may have begun.
          if (focus === null) rounds += 1
          else if (focus.fault !== null) faults.push(`${focus.name} ${focus.fault}`)
          if (focus !== null && focus.action !== null) reached.add(focus.action)
        }
        if (rounds >= roundsMax) break
      }
      assert.deepEqual(faults, [])
      assert.deepEqual(
        actions.filter((_, place) => !reached.has(place)),
        [],
        'never reached',
      )
    },
  },
  {
    name: 'at twice the size, and with texts twice as large, nothing is scrolled sideways or cut',
    async run(opened) {
      const { page } = opened.visit
      await page.setViewportSize(zoomed)
      await fits(opened)
      await page.setViewportSize(wide)
      await page.evaluate('document.documentElement.style.fontSize = "200%"')
      await fits(opened)
      await page.evaluate('document.documentElement.style.fontSize = ""')
    },
  },
  {
    name: 'on paper stand the content, its date and its address, and no navigation',
    async run({ visit: { page }, row }) {
      await page.emulateMedia({ media: 'print' })
      const look = inPage(page)
      assert.deepEqual(await look.shown('nav, form, button'), [])
      assert.equal((await look.firstHeadings()).length, 1)
      assert.equal((await look.shown('.independent')).length, 1)
      if (row.status === 200) {
        const printed = await page.locator('.printed').innerText({ timeout: presentMs })
        assert.match(printed, /20\d\d/)
        assert.match(printed, /https?:\/\//)
      }
      await page.emulateMedia({ media: 'screen' })
    },
  },
]

/** In one language, without script, at 360 and then at 1280, in the dark. */
export const withoutScript: readonly Check[] = [
  {
    name: 'without script it is whole, in the dark too',
    async run(opened) {
      const { page } = opened.visit
      assert.equal(opened.answer.status(), opened.row.status)
      const look = inPage(page)
      assert.equal((await look.firstHeadings()).length, 1)
      assert.deepEqual(await look.shown('[hidden], .theme'), [], 'what only script can work is not shown')
      await fits(opened)
      await page.setViewportSize(wide)
      await fits(opened)
    },
  },
]
