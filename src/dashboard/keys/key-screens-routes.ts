/** The screens of keys: `/dashboard/keys`. */

import type { ApiKey } from '../../accounts/account.ts'
import { keyModes } from '../../accounts/api-key.ts'
import { apiKeysAllowed, plans } from '../../accounts/plans.ts'
import { text } from '../../contract/parameters.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { type Html, html } from '../../pages/html.ts'
import { seeOther } from '../../pages/page.ts'
import { chip } from '../../pages/parts/chip.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { keyUsesOf } from '../../usage/figures/usage.ts'
import type { Instant } from '../../values/brussels.ts'
import { numberText } from '../../values/figures.ts'
import type { Language, PlanId } from '../../values/vocabularies.ts'
import type { Screen, ScreenNeeds } from '../frame/frame.ts'
import { code, day, moment, panel } from '../frame/parts.ts'
import { places } from '../frame/places.ts'
import { actionRoute, screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { type KeyNeeds, makeOwnKey, ownKey, ownKeys, revokeOwnKey } from '../own-keys.ts'
import { lightView } from '../start/light-view.ts'
import { keyWords } from './words.ts'

const idCharactersMax = 64
const query = { revoked: text(idCharactersMax, { description: 'A key that was just revoked.' }, 'allowed') }

type Typed = { name?: string; mode?: string; fault?: KeyFault; revoked?: string | undefined }

async function keysScreen(needs: KeyNeeds, who: SignedIn, typed: Typed = {}): Promise<Screen> {
  const { language, plan, accountId } = who
  const [keys, uses] = await Promise.all([ownKeys(needs, who), keyUsesOf(needs.database, accountId)])
  const { name = '', mode = '', fault = null, revoked } = typed
  const revokedKey = keys.find(({ id, revokedAt }) => id === revoked && revokedAt !== null)
  return {
    title: shellWords[language].places.keys,
    place: 'keys',
    status: fault === null ? 200 : 422,
    body: keysView({ language, plan, keys, uses, name, mode, fault, revokedName: revokedKey?.name ?? null }),
  }
}

const backTo = (): string => places.keys

export const keyScreens = <Needs extends ScreenNeeds & KeyNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, typeof query>({
    path: places.keys,
    operation: 'keysScreen',
    query,
    run: ({ needs, caller, query: { revoked } }) => keysScreen(needs, caller, { revoked }),
  }),
  actionRoute<Needs>({
    path: places.keys,
    operation: 'makeKey',
    backTo,
    async run({ needs, caller }, form) {
      const [name, mode] = [form.one('name') ?? '', form.one('mode') ?? '']
      const known = keyModes.find((one) => one === mode)
      if (known === undefined) return keysScreen(needs, caller, { name, mode, fault: 'mode' })
      try {
        const { key } = await makeOwnKey(needs, caller, { name, mode: known })
        const { language, at } = caller
        return {
          title: keyWords[language].madeTitle,
          place: 'keys',
          body: madeView(key, needs.baseUrl, language, at),
          scripts: ['copy-code.mjs', 'new-key.mjs', 'light.mjs'],
        }
      } catch (refusal) {
        const fault = faultOf(refusal)
        if (fault === null) throw refusal
        return keysScreen(needs, caller, { name, mode, fault })
      }
    },
  }),
  screenRoute<Needs, Record<never, never>>({
    path: `${places.keys}/{id}/revoke`,
    operation: 'askRevoke',
    pathParameters: ['id'],
    query: {},
    refuses: ['not_found'],
    run: async ({ needs, caller, path }) => revokeScreen(needs, caller, path.id ?? '', false),
  }),
  actionRoute<Needs>({
    path: `${places.keys}/{id}/revoke`,
    operation: 'revokeKey',
    pathParameters: ['id'],
    refuses: ['not_found'],
    backTo,
    async run({ needs, caller, path }, form) {
      const { id = '' } = path
      const key = await ownKey(needs, caller, id)
      if ((form.one('typed') ?? '').trim() !== key.name.trim()) return revokeScreen(needs, caller, id, true)
      await revokeOwnKey(needs, caller, id)
      return seeOther(`${places.keys}?revoked=${id}`)
    },
  }),
]

async function revokeScreen(needs: KeyNeeds, who: SignedIn, id: string, isWrong: boolean): Promise<Screen> {
  const key = await ownKey(needs, who, id)
  const { language } = who
  return {
    title: keyWords[language].revokeTitle(key.name),
    place: 'keys',
    status: isWrong ? 422 : 200,
    body: revokeView({ language, key, isWrong }),
  }
}

function faultOf(refusal: unknown): KeyFault | null {
  if (!(refusal instanceof Refusal)) return null
  if (refusal.code === 'invalid_body') return 'name'
  return refusal.code === 'conflict' ? 'full' : null
}

type KeyFault = 'name' | 'mode' | 'full'

type KeysShown = {
  language: Language
  plan: PlanId | null
  keys: readonly ApiKey[]
  /** When each was used last, by its id. */
  uses: ReadonlyMap<string, Instant>
  /** As typed before. */
  name: string
  mode: string
  fault: KeyFault | null
  /** Of a key that was revoked by the page before. */
  revokedName: string | null
}

function keysView(shown: KeysShown): Html {
  const { language, plan, keys, revokedName } = shown
  const words = keyWords[language]
  const held = keys.filter(({ revokedAt }) => revokedAt === null).length
  const allowed = apiKeysAllowed(plan)
  return html`<p class="lead">${words.lead}</p>
    ${revokedName === null ? null : html`<div role="status">${notice('calm', words.isRevoked(revokedName), null)}</div>`}
    ${panel(
      null,
      keys.length === 0
        ? notice('calm', words.none, html`<p>${words.noneNext}</p>`)
        : html`${keysTable(shown)}<p class="soft">${words.held(numberText(held, language), numberText(allowed, language))}</p>`,
    )}
    ${held >= allowed ? fullView(plan, language) : panel(words.makeTitle, keyForm(shown))}`
}

function keysTable({ language, keys, uses }: KeysShown): Html {
  const words = keyWords[language]
  return table({
    caption: words.table,
    columns: [words.name, words.kind, words.begins, words.made, words.lastUsed, ''].map((heading) => ({ heading })),
    rows: keys.map(({ id, name, mode, prefix, createdAt, revokedAt }) => {
      const usedAt = uses.get(id)
      return [
        name,
        words[mode],
        html`<code>${prefix}…</code>`,
        day(createdAt, language),
        usedAt === undefined ? html`<span class="soft">${words.never}</span>` : moment(usedAt, language),
        revokedAt === null
          ? html`<a href=${`${places.keys}/${id}/revoke`} aria-label=${`${words.revoke}: ${name}`}>${words.revoke}</a>`
          : html`${chip('not', words.revoked)} ${day(revokedAt, language)}`,
      ]
    }),
  })
}

/** The form that makes a key; on the start screen too. */
export function keyForm({
  language,
  name,
  mode,
  fault,
}: Pick<KeysShown, 'language' | 'name' | 'mode' | 'fault'>): Html {
  const words = keyWords[language]
  const said = (of: KeyFault): Html | null =>
    fault === of ? html`<p class="fault" id=${`fault-${of}`}>${words.faults[of]}</p>` : null
  const choice = (value: 'live' | 'test', hint: string): Html =>
    html`<label class="choice"><input type="radio" name="mode" value=${value} checked=${(mode === '' ? 'live' : mode) === value} /> ${hint}</label>`
  return html`<form method="post" action=${places.keys}>
    ${fault === null ? null : html`<div role="alert">${notice('bad', words.faults[fault], null)}</div>`}
    <div class="field">
      <label for="key-name">${words.name}</label>
      <p class="hint" id="key-name-hint">${words.nameHint}</p>
      <input id="key-name" name="name" type="text" maxlength="100" required value=${name} aria-describedby=${fault === 'name' ? 'key-name-hint fault-name' : 'key-name-hint'} aria-invalid=${fault === 'name' ? 'true' : null} />
      ${said('name')}
    </div>
    <fieldset class="field">
      <legend>${words.kind}</legend>
      ${choice('live', words.liveHint)} ${choice('test', words.testHint)} ${said('mode')}
    </fieldset>
    <button class="filled" type="submit">${words.make}</button>
  </form>`
}

function fullView(plan: PlanId | null, language: Language): Html {
  const words = keyWords[language]
  const label = plan === null ? null : plans[plan].label
  return notice(
    'look',
    words.makeTitle,
    html`<p>${words.full(label)} ${words.fullFor}</p><p><a href=${places.billing}>${plans.business.label}, …</a></p>`,
  )
}

/** What stands where a key is to be put. */
export const keyPlaceholders: Record<Language, string> = { nl: '<SLEUTEL>', fr: '<CLÉ>', en: '<KEY>' }

/** What can be pasted: the key stands in it. */
export function tryLine(baseUrl: string, key: string): string {
  return `curl -s -H 'Authorization: Bearer ${key}' '${baseUrl}/v1/subsidies?limit=3'`
}

/** The one sight of a new key. */
function madeView(key: string, baseUrl: string, language: Language, since: Instant): Html {
  const words = keyWords[language]
  return html`<div class="made">
    ${panel(
      null,
      html`<p>${words.madeOnce} ${words.madeKeep}</p>
        <p class="secret">
          <code id="new-key" tabindex="0">${key}</code>
          <button class="outlined copy-key" type="button" data-copied=${words.copied} data-failed=${words.copyFailed} hidden>${words.copy}</button>
          <span class="soft" role="status"></span>
        </p>`,
    )}
    ${panel(words.tryTitle, html`<p>${words.tryLead}</p>${code(tryLine(baseUrl, key), 'curl')}${lightView(null, language, since)}`)}
    <p><a class="filled" href=${places.keys}>${words.toKeys}</a></p>
  </div>`
}

type RevokeShown = { language: Language; key: ApiKey; isWrong: boolean }

function revokeView({ language, key, isWrong }: RevokeShown): Html {
  const words = keyWords[language]
  return panel(
    null,
    html`<p>${words.revokeWhy}</p>
      <p>${words.revokeRotate}</p>
      <form method="post" action=${`${places.keys}/${key.id}/revoke`}>
        <div class="field">
          <label for="typed">${words.typeName(key.name)}</label>
          <input id="typed" name="typed" type="text" autocomplete="off" required aria-invalid=${isWrong ? 'true' : null} aria-describedby=${isWrong ? 'typed-fault' : null} />
          ${isWrong ? html`<p class="fault" id="typed-fault" role="alert">${words.typed}</p>` : null}
        </div>
        <div class="buttons">
          <button class="outlined destructive" type="submit">${words.revokeNow}</button>
          <a class="plain" href=${places.keys}>${words.keep}</a>
        </div>
      </form>`,
  )
}
