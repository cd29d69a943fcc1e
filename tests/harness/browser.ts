/**
 * Visitors with a real browser: one browser per test file, a context of its own per visit. Whatever a page asks of another
 * origin, and every error that the browser tells of, is a fault of the visit.
 */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Browser, BrowserContext, Page, Response } from 'playwright-core'
import { launchChromium } from './chromium.ts'
import type { TestService } from './service.ts'

/** What a visitor needs of a service. */
export type Visited = Pick<TestService, 'origin'> & { clock: Pick<TestService['clock'], 'advance'> }

const loadMs = 30_000
/** Of a visitor: what the bucket of an address refills for a page, with room to spare. */
const betweenPagesSeconds = 2

const started: Browser | Error = await launchChromium().catch((fault: Error) => fault)
if (!(started instanceof Error)) after(() => started.close())

/**
 * Why tests with a browser are skipped; false where they run. A check of the whole project says that none may be skipped:
 * then they fail where it does not start.
 */
export const browserMissing: string | false =
  process.env.BROWSER === 'required' || !(started instanceof Error)
    ? false
    : `Chromium does not start here: ${started.message.split('\n', 1)[0]}`

export function browser(): Browser {
  if (started instanceof Error) throw started
  return started
}

export type VisitOptions = {
  width?: number
  height?: number
  isDark?: boolean
  hasScript?: boolean
  /** As of a screen that is zoomed. */
  pixelsPerDot?: number
  acceptsDownloads?: boolean
}

export type Visit = {
  page: Page
  context: BrowserContext
  /** What went wrong since the start; `end` throws where there is something. */
  faults: string[]
  /** Opens a path of the service. */
  go(path: string): Promise<Response>
  end(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** A visitor who has never been here. */
export async function visit(service: Visited, options: VisitOptions = {}): Promise<Visit> {
  const { width = 1280, height = 900, isDark = false, hasScript = true, pixelsPerDot = 1 } = options
  const context = await browser().newContext({
    viewport: { width, height },
    deviceScaleFactor: pixelsPerDot,
    colorScheme: isDark ? 'dark' : 'light',
    javaScriptEnabled: hasScript,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Brussels',
    acceptDownloads: options.acceptsDownloads ?? false,
  })
  context.setDefaultTimeout(loadMs)
  const faults: string[] = []
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== service.origin && protocol !== 'data:') faults.push(`asked ${request.url()}`)
  })
  context.on('weberror', (fault) => faults.push(`threw ${fault.error().message}`))
  context.on('console', (message) => {
    // The browser says so of a page that is an error page, too; its status is what a test looks at.
    const isOfPage = message.text().startsWith('Failed to load resource') && message.location().url === page.url()
    if (message.type() === 'error' && !isOfPage) faults.push(`console: ${message.text()}`)
  })
  const page = await context.newPage()
  const end = async (): Promise<void> => {
    await context.close()
    noFault(faults)
  }
  return {
    page,
    context,
    faults,
    async go(path) {
      service.clock.advance({ seconds: betweenPagesSeconds })
      const answer = await page.goto(service.origin + path)
      assert.ok(answer, `${path} was answered`)
      return answer
    },
    end,
    [Symbol.asyncDispose]: end,
  }
}

function noFault(faults: readonly string[]): void {
  assert.deepEqual(faults, [], 'the browser found no fault')
}

/**
 * Visits in one window, one after the other, each as that of a visitor who has never been here: a window of its own takes half a second
 * of the browser, which then compiles once more all that it is given. Before a visit cookies and storage are emptied, and window and
 * colours are as `options` say; nothing is taken from the browser's cache. A fault that a page shows after its visit has ended is one
 * of the next visit.
 */
export function visitsInOneWindow(service: Visited, options: VisitOptions): () => Promise<Visit> {
  const { width = 1280, height = 900, isDark = false } = options
  let opened: Promise<Visit> | null = null
  const open = async (): Promise<Visit> => {
    const first = await visit(service, options)
    // While requests can be changed on their way, the browser's cache answers none.
    await first.context.route('**/*', (route) => route.continue())
    // A page that asks whether one means to leave it is left.
    first.page.on('dialog', (dialog) => void dialog.accept())
    return first
  }
  return async () => {
    opened ??= open()
    const one = await opened
    const { page, context, faults } = one
    await context.clearCookies()
    if (page.url().startsWith(service.origin)) await page.evaluate('localStorage.clear(); sessionStorage.clear()')
    await page.emulateMedia({ media: 'screen', colorScheme: isDark ? 'dark' : 'light' })
    await page.setViewportSize({ width, height })
    const end = async (): Promise<void> => {
      const found = faults.splice(0)
      noFault(found)
    }
    return { ...one, end, [Symbol.asyncDispose]: end }
  }
}

/** Gives the visit the cookie of somebody who is signed in. */
export async function signIn({ context }: Visit, { origin }: Visited, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([
    { name, value, domain: new URL(origin).hostname, path: '/', httpOnly: true, secure: true, sameSite: 'Lax' },
  ])
}
