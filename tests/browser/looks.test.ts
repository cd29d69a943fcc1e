/** What looks at pages finds what is wrong with one: a check that finds nothing anywhere proves nothing. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { pagePolicy } from '../../src/pages/access.ts'
import { axeFindings, contrast } from '../harness/axe.ts'
import { browserMissing, type Visit, visit } from '../harness/browser.ts'
import { inPage } from '../harness/in-page.ts'

let body = ''
const server = createServer((request, response) => {
  const isPage = request.url === '/'
  const headers = { 'content-type': isPage ? 'text/html' : 'text/javascript', 'content-security-policy': pagePolicy() }
  response.writeHead(200, headers)
  const head = '<title>a</title><meta name="viewport" content="width=device-width"><script src="/work.js"></script>'
  response.end(isPage ? `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>` : script)
})
let script = ''
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** A visitor of a page with that body and that script. */
async function open(ofBody: string, ofScript = ''): Promise<Visit> {
  body = ofBody
  script = ofScript
  const visitor = await visit({ origin, clock: { advance: () => {} } }, { width: 360, height: 740 })
  await visitor.go('/')
  return visitor
}

const faults: [what: string, body: string, script: string, found: RegExp][] = [
  ['a request to another origin', '<img alt="" src="http://elsewhere.example/a.png">', '', /asked http:\/\/elsewhere/],
  ['a script in the page', '<script>a = 1</script>', '', /Content Security Policy/],
  ['a style in the page', '<p style="color: red">a</p>', '', /Content Security Policy/],
  ['an error that nobody catches', '', 'throw new Error("broken")', /threw broken/],
  ['an error in the console', '', 'console.error("wrong")', /console: wrong/],
]
for (const [what, ofBody, ofScript, found] of faults) {
  test(`${what} is a fault of the visit`, { skip: browserMissing }, async () => {
    const { context, faults } = await open(ofBody, ofScript)
    await context.close()
    assert.ok(
      faults.some((fault) => found.test(fault)),
      faults.join('\n'),
    )
  })
}

const looks: [what: string, body: string, script: string, look: (visit: Visit) => Promise<string[]>][] = [
  [
    'a second first heading',
    '<h1>a</h1><h1>b</h1>',
    '',
    ({ page }) =>
      inPage(page)
        .firstHeadings()
        .then((all) => all.slice(1)),
  ],
  ['a level of headings that is skipped', '<h1>a</h1><h3>b</h3>', '', ({ page }) => inPage(page).skippedLevels()],
  ['a document that is too wide', `<p>${'a'.repeat(200)}</p>`, '', ({ page }) => inPage(page).sidewaysScroll()],
  [
    'a text that its box hides',
    `<div>${'word '.repeat(40)}</div>`,
    `onload = () => Object.assign(document.querySelector('div').style, { overflow: 'hidden', height: '20px', width: '100px' })`,
    ({ page }) => inPage(page).cutTexts(),
  ],
  ['a target that is too small', '<a href="/">a</a>', '', ({ page }) => inPage(page).smallTargets(24)],
  ['an input without a label', '<main><input type="text"></main>', '', ({ page }) => axeFindings(page)],
  [
    'a text that one can hardly read',
    '<main><p>faint</p></main>',
    `onload = () => Object.assign(document.querySelector('p').style, { color: '#bbb' })`,
    ({ page }) => axeFindings(page, contrast),
  ],
]
for (const [what, ofBody, ofScript, look] of looks) {
  test(`${what} is found`, { skip: browserMissing }, async () => {
    await using visitor = await open(ofBody, ofScript)
    assert.ok((await look(visitor)).length > 0)
  })
}

test('where the keyboard is and nobody sees it, is found', { skip: browserMissing }, async () => {
  const ringed = `onload = () => document.querySelectorAll('#a, #c').forEach(({ style }) => (style.outline = '2px solid'))`
  const unseen = `${ringed}; addEventListener('load', () => (document.querySelector('#b').style.outline = 'none'))`
  await using visitor = await open('<a id="a" href="/">a</a><a id="b" href="/">b</a><button id="c">c</button>', unseen)
  const look = inPage(visitor.page)
  assert.equal((await look.actions()).length, 3)
  const seen = await look.tab(4)
  assert.deepEqual(
    seen.map((focus) => focus?.fault),
    [null, 'has no ring', null, undefined],
  )
})

test('a press that something keeps to itself is found', { skip: browserMissing }, async () => {
  const keeps = `onload = () => document.querySelector('#b').addEventListener('keyup', (event) => event.stopPropagation(), true);
    addEventListener('keyup', (event) => event.target.id === 'b' && event.stopImmediatePropagation(), true)`
  await using visitor = await open('<a id="a" href="/">a</a><a id="b" href="/">b</a>', keeps)
  const look = inPage(visitor.page)
  await look.actions()
  await assert.rejects(look.tab(3), /every press of Tab reached the page/)
})

test('what moves while a page loads is found', { skip: browserMissing }, async () => {
  const late = `onload = () => setTimeout(() => document.body.prepend(Object.assign(document.createElement('h1'), { textContent: 'late' })), 300)`
  await using visitor = await open(`<p>${'word '.repeat(400)}</p>`, late)
  await visitor.page.waitForSelector('h1')
  assert.ok((await inPage(visitor.page).layoutShift()) > 0.01)
})
