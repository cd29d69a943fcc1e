/** Mails as a program with a narrow screen shows them: nothing is asked of anybody, nothing stands out at the side. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestLetter } from '../../src/digests/letter/digest-letter.ts'
import type { NewsEvent } from '../../src/digests/news/news.ts'
import { quotaLetter } from '../../src/limits/quota-mail/quota-letter.ts'
import { type Letter, plainLetter } from '../../src/mail/letter/letter.ts'
import { letterHtml } from '../../src/mail/letter/letter-html.ts'
import { letterText } from '../../src/mail/letter/message.ts'
import { emailChangeLetter, signInLetter } from '../../src/sign_in/links/link-mails.ts'
import type { EventType, Language } from '../../src/values/vocabularies.ts'
import { languages } from '../../src/values/vocabularies.ts'
import { endpointLetter } from '../../src/webhooks/mails/endpoint-letter.ts'
import { browser, browserMissing } from '../harness/browser.ts'

const baseUrl = 'https://a-rather-long-name-of-a-service.example.org'
const now = Date.parse('2026-11-23T09:00:00Z')
const long = 'Onverbrekelijkwoord'.repeat(8)
const href = `${baseUrl}/dashboard/link/${'Ab3_'.repeat(11)}`

function news(event: EventType, about: string): NewsEvent {
  const title = { nl: `Steun voor ${long}`, fr: null, en: null, de: null }
  const summary = { title, status: 'open', closes_at: '2026-12-04T17:00:00+01:00', match_status: 'likely_eligible' }
  return {
    ...{ about, measureId: 'al:a', passing: event.startsWith('match') ? null : { before: true, after: false } },
    event: {
      ...{ seq: 1, id: 'chg_1', event, createdAt: now, subject: 'subsidy', subjectId: 'al:a', version: 1 },
      ...{ categories: [event, 'subsidy.content_changed'], diff: {}, links: null, summary },
    },
  }
}

function lettersIn(language: Language): Letter[] {
  const told = { more: 1_134, isCounted: true }
  const digest = {
    language,
    every: 'weekly',
    name: long,
    since: now,
    baseUrl,
    slugs: new Map(),
    doubts: new Map(),
  } as const
  const unsubscribeUrl = `${baseUrl}/mail/unsubscribe/${'abcd'.repeat(30)}`
  const endpoint = { language, baseUrl, webhookId: 'wh_01KJSESXM0QJ5Y8F371FDVQK9F', host: `${long}.example` }
  const failed = { event: 'match.created', status: 500, error: `status: ${long}` }
  return [
    signInLetter({ language, href, minutes: 15 }),
    emailChangeLetter({ language, href, minutes: 15 }),
    quotaLetter({
      ...{ language, baseUrl, now, used: 100 },
      plan: 'developer',
      counted: 'evaluations',
      threshold: 100,
    }),
    quotaLetter({ ...{ language, baseUrl, now, used: 400_000 }, plan: 'business', counted: 'requests', threshold: 80 }),
    endpointLetter({ ...endpoint, ...failed, failures: 5 }),
    endpointLetter({ ...endpoint, ...failed, failures: 20 }),
    digestLetter({
      ...{ ...digest, unsubscribeUrl, kind: 'search', subject: 'srch_1' },
      news: { ...told, told: [news('subsidy.created', 'al:a')] },
    }),
    digestLetter({
      ...{ ...digest, unsubscribeUrl, kind: 'watchlist', subject: 'wl_1' },
      news: { ...told, told: [news('match.created', `client <b>${long}</b>`)] },
    }),
  ]
}

const addresses = (text: string): string[] =>
  [...new Set(text.match(/https:\/\/[^\s"<>]+/g) ?? [])].map((one) => one.replaceAll('&amp;', '&')).toSorted()

for (const language of languages) {
  test(`every mail (${language}) fits a screen of 360, asks nothing of anybody, and says in text what it says in HTML`, {
    skip: browserMissing,
  }, async () => {
    const page = await browser().newPage({ viewport: { width: 360, height: 640 } })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    for (const letter of lettersIn(language).map(plainLetter)) {
      const markup = letterHtml(letter)
      await page.setContent(markup)
      const shown = await page.evaluate(() => ({
        overflows: document.documentElement.scrollWidth > window.innerWidth,
        text: document.body.innerText,
        language: document.documentElement.lang,
      }))
      assert.deepEqual([shown.overflows, shown.language], [false, language], letter.subject)
      const text = letterText(letter)
      assert.deepEqual(addresses(markup), addresses(text), letter.subject)
      const words = (of: string): string[] => of.match(/[\p{L}\p{N}]+/gu) ?? []
      const inHtml = new Set(words(shown.text))
      const missing = words(text.replaceAll(/https:\S+/g, '')).filter((word) => !inHtml.has(word))
      assert.deepEqual(missing, [], letter.subject)
    }
    assert.deepEqual(asked, [])
    await page.close()
  })
}
