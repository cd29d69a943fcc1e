/**
 * How long a visitor with a slow phone waits: a real Chromium with 1.6 Mbit a second, 150 ms of latency and a quarter of
 * this machine's speed, with nothing in its store. First paint of content, and when one can act: content is painted, the
 * code has run, and no task of 50 ms or more follows. Beside each page a bare one of as many bytes, from node:http, that
 * loads nothing more. All take turns.
 *
 *   node bench/pages/paint.ts [measures] [rounds]    # 10000 9
 */
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../tests/harness/chromium.ts'
import { tellFigure } from '../figures.ts'
import { quantile, startSides } from './service.ts'

const [measuresText = '10000', roundsText = '9'] = process.argv.slice(2)
const measures = Number(measuresText)
const rounds = Number(roundsText)
const bytesPerSecond = 1_600_000 / 8
const latencyMs = 150
const slowness = 4
/** After the page is loaded, for tasks that are still to come. */
const quietMs = 1_000
const goals = { paintMs: 1_000, interactiveMs: 1_500 }
/** Of the first screen of the dashboard, with all that it loads. */
const screenBytesMax = 60 * 1024

type Looked = { name: string; path: string; isScreen?: boolean }

const pages: Looked[] = [
  { name: 'dashboard', path: '/dashboard', isScreen: true },
  { name: 'home', path: '/en/' },
  { name: 'search', path: '/en/search?region=flanders&status=open' },
  { name: 'measure', path: '/en/measures/measure-7' },
  { name: 'check', path: '/en/check' },
]

type Seen = { paintMs: number; interactiveMs: number; bytes: number }

const watching = `
  window.longTasks = []
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true })
`
const reading = `({
  paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  readyMs: performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd,
  tasksMs: Math.max(0, ...window.longTasks.map((one) => one.startTime + one.duration)),
})`

const { service, bare, signIn, stop } = await startSides(measures)
const session = await signIn()
const browser = await launchChromium()
try {
  const origin = `http://127.0.0.1:${service.port}`
  for (const { name, path, isScreen = false } of pages) {
    const cookie = isScreen ? session : null
    const answer = await fetch(origin + path, { headers: cookie === null ? {} : { cookie } })
    await answer.arrayBuffer()
    if (answer.status !== 200) {
      console.log(`${name}: not there (${answer.status})`)
      continue
    }
    const { bytes } = await look(browser, origin + path, cookie)
    if (isScreen && bytes > screenBytesMax) process.exitCode = 1
    const ofService: Seen[] = []
    const ofBare: Seen[] = []
    for (let round = 0; round < rounds; round += 1) {
      ofService.push(await look(browser, origin + path, cookie))
      ofBare.push(await look(browser, `http://127.0.0.1:${bare.port}/${bytes}`, null))
    }
    print(name, bytes, ofService, ofBare)
  }
} finally {
  await browser.close()
  await stop()
}

async function look(browser: Browser, url: string, cookie: string | null): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 })
  if (cookie !== null) {
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url }])
  }
  const page = await context.newPage()
  let bytes = 0
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  const throughput = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond }
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: latencyMs, ...throughput })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await page.addInitScript(watching)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(quietMs)
  const seen = await page.evaluate<{ paintMs: number; readyMs: number; tasksMs: number }>(reading)
  await context.close()
  return { paintMs: seen.paintMs, interactiveMs: Math.max(seen.paintMs, seen.readyMs, seen.tasksMs), bytes }
}

function print(name: string, bytes: number, ofService: readonly Seen[], ofBare: readonly Seen[]): void {
  const middle = (seen: readonly Seen[], of: 'paintMs' | 'interactiveMs', share = 0.5): number =>
    quantile(
      seen.map((one) => one[of]),
      share,
    )
  const row = (of: 'paintMs' | 'interactiveMs') => ({
    page: name,
    what: of === 'paintMs' ? 'first paint' : 'interactive',
    bytes,
    'median ms': Math.round(middle(ofService, of)),
    'worst ms': Math.round(middle(ofService, of, 1)),
    'bare ms': Math.round(middle(ofBare, of)),
    ratio: (middle(ofService, of) / middle(ofBare, of)).toFixed(2),
    'goal ms': goals[of],
  })
  for (const measured of ['paintMs', 'interactiveMs'] as const) {
    const [own, bare] = [middle(ofService, measured), middle(ofBare, measured)]
    tellFigure({
      promise: `${measured === 'paintMs' ? 'first paint' : 'interactive'} on a slow phone: ${name}`,
      ...{ engine: 'sqlite', value: own, unit: 'ms' },
      ...{ peer: { name: 'a bare page of the same bytes', value: bare }, ratio: own / bare },
      ...{ goal: { of: 'value', atMost: goals[measured] }, rounds: ofService.map((seen) => seen[measured]) },
    })
  }
  console.table([row('paintMs'), row('interactiveMs')])
  if (middle(ofService, 'paintMs') > goals.paintMs || middle(ofService, 'interactiveMs') > goals.interactiveMs) {
    process.exitCode = 1
  }
}
