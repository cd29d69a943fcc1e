/** The screens of keys: `/dashboard/keys`. */
import { keyModes } from '../../accounts/api-key.ts'
import { text } from '../../contract/parameters.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { seeOther } from '../../pages/page.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { keyUsesOf } from '../../usage/figures/usage.ts'
import type { Screen, ScreenNeeds } from '../frame/frame.ts'
import { places } from '../frame/places.ts'
import { actionRoute, screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { type KeyNeeds, makeOwnKey, ownKey, ownKeys, revokeOwnKey } from '../own-keys.ts'
import { type KeyFault, keysView, madeView, revokeView } from './keys-view.ts'
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
