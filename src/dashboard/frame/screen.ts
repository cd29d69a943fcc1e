/** A screen of the dashboard as its rooms write it, and the route records that it and its forms become. */
import Type from 'typebox'
import { RawBody } from '../../contract/body/body-kinds.ts'
import type { Call, QueryParameters, Reply } from '../../contract/call.ts'
import { Refusal, type RefusalCode } from '../../contract/refusals.ts'
import { type RouteRecord, routeFor } from '../../contract/route.ts'
import { type Fields, formBytesMax, readFields } from '../../pages/form-fields.ts'
import { documentBytes } from '../../pages/html.ts'
import { seeOther } from '../../pages/page.ts'
import { readUpload, type UploadForm } from '../../pages/upload-form.ts'
import { endedFormCookie } from '../../sign_in/cookies.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { formAccess, screenAccess } from './access.ts'
import { framedScreen, type Screen, type ScreenNeeds } from './frame.ts'
import { goOnPath, keepForm, keptForm, withoutKeptForm } from './kept-form.ts'
import { doorPath } from './places.ts'

type RecordParts = {
  /** The whole path, e.g. `/dashboard/keys`. */
  path: string
  /** Lower camel case, unique. */
  operation: string
  pathParameters?: readonly string[]
  /** Headers that the work reads, in lower case. */
  headers?: readonly string[]
  refuses?: readonly RefusalCode[]
}

type ScreenParts<Needs, Parameters extends QueryParameters> = RecordParts & {
  query: Parameters
  run(call: Call<Needs, Parameters, unknown, SignedIn>): Promise<Screen | Reply> | Screen | Reply
}

type ActionCall<Needs> = Call<Needs, Record<never, never>, unknown, SignedIn>

type ActionParts<Needs, Form> = RecordParts & {
  /** Of the form; 64 KB where it is not given. */
  bytesMax?: number
  /** The screen of the form: where somebody goes on who has to sign in before this is done. */
  backTo: (call: { path: Record<string, string> }) => string
  run(call: ActionCall<Needs>, form: Form): Promise<Screen | Reply> | Screen | Reply
}

const anyText = Type.String()
const formContentType = 'application/x-www-form-urlencoded'

function alikeIn({ path, operation, pathParameters = [], headers = [], refuses = [] }: RecordParts) {
  return {
    ...{ path, operation, refuses },
    summary: 'A screen',
    description: 'A screen of the dashboard.',
    tag: 'Screens',
    access: screenAccess,
    capability: null,
    pathParameters: Object.fromEntries(pathParameters.map((name) => [name, { schema: anyText, description: name }])),
    headers: Object.fromEntries(headers.map((name) => [name, name])),
    shape: 'own',
    answers: { 200: { description: 'A screen.', schema: anyText } },
    etag: false,
  } as const
}

export function screenReply(screen: Screen, who: SignedIn, needs: ScreenNeeds): Reply {
  return { status: screen.status ?? 200, data: documentBytes(framedScreen(screen, who, needs)) }
}

/** The record of a screen that is asked for with GET. */
export function screenRoute<Needs extends ScreenNeeds, const Parameters extends QueryParameters>(
  parts: ScreenParts<Needs, Parameters>,
): RouteRecord<Needs> {
  return routeFor<Needs>()<Parameters, unknown, SignedIn>({
    ...alikeIn(parts),
    method: 'GET',
    query: parts.query,
    body: null,
    async run(call) {
      const made = await parts.run(call)
      return 'data' in made ? made : screenReply(made, call.caller, call.needs)
    },
  })
}

/**
 * The record of a form of a screen. Its work reads the fields itself, and shows the form again with what is wrong. What needs a
 * sign-in of lately leads to the door, and back.
 */
export function actionRoute<Needs extends ScreenNeeds>(parts: ActionParts<Needs, Fields>): RouteRecord<Needs> {
  return posted(parts, { contentType: formContentType, bytesMax: formBytesMax, read: readFields })
}

/** The same of a form with a file. */
export function uploadRoute<Needs extends ScreenNeeds>(parts: ActionParts<Needs, UploadForm>): RouteRecord<Needs> {
  return posted(parts, { contentType: 'multipart/form-data', bytesMax: formBytesMax, read: readUpload })
}

type FormKind<Form> = {
  contentType: string
  /** Where the form names no bound of its own. */
  bytesMax: number
  read(bytes: Buffer, contentType: string | undefined): Form | null
}

/** The address that a route's path is at for this call. */
function pathOf(pattern: string, path: Record<string, string>): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
}

function isSignedIn<Needs>(
  call: Call<Needs, Record<never, never>, Buffer, SignedIn | null>,
): call is Call<Needs, Record<never, never>, Buffer, SignedIn> {
  return call.caller !== null
}

/** To the door; what was typed is kept meanwhile, where it may be. `back`: the screen of the form. */
function toDoor<Needs extends ScreenNeeds>(
  call: Call<Needs, Record<never, never>, Buffer, SignedIn | null>,
  { action, back }: { action: string; back: string },
  isKept: boolean,
): Reply {
  const { caller, needs, body, now } = call
  const cookie = isKept
    ? keepForm(needs, { action, back, body, accountId: caller?.accountId ?? null, at: caller?.at ?? now })
    : null
  const next = cookie === null ? back : goOnPath
  const reply = seeOther(doorPath({ next, again: caller !== null, language: caller?.language ?? null }))
  return cookie === null ? reply : { ...reply, headers: { ...reply.headers, 'set-cookie': cookie } }
}

/** Whether the form is the one that waited: it has been sent now, and is not to be offered once more. */
function wasKept<Needs extends ScreenNeeds>(call: ActionCall<Needs>, action: string): boolean {
  return keptForm(call.needs, call.cookies, call.caller)?.action === action
}

function posted<Needs extends ScreenNeeds, Form>(
  parts: ActionParts<Needs, Form>,
  { contentType, bytesMax, read }: FormKind<Form>,
): RouteRecord<Needs> {
  const isKept = contentType === formContentType
  return routeFor<Needs>()<Record<never, never>, Buffer, SignedIn | null>({
    ...alikeIn({ ...parts, headers: ['content-type', ...(parts.headers ?? [])] }),
    access: formAccess,
    method: 'POST',
    query: {},
    body: new RawBody(contentType, parts.bytesMax ?? bytesMax, anyText),
    async run(call) {
      const form = read(call.body, call.header('content-type'))
      if (form === null) throw new Refusal('invalid_parameter', 'This is no form.', { parameter: 'body' })
      const action = pathOf(parts.path, call.path)
      if (!isSignedIn(call)) return toDoor(call, { action, back: parts.backTo(call) }, isKept)
      try {
        const made = await parts.run(call, form)
        const reply = 'data' in made ? made : screenReply(made, call.caller, call.needs)
        return wasKept(call, action) ? { ...reply, headers: withoutKeptForm(call.needs.baseUrl, reply.headers) } : reply
      } catch (fault) {
        if (!(fault instanceof Refusal)) throw fault
        if (fault.code !== 'unauthorized') {
          if (wasKept(call, action)) fault.headers['set-cookie'] = endedFormCookie(call.needs.baseUrl)
          throw fault
        }
        return toDoor(call, { action, back: parts.backTo(call) }, isKept)
      }
    },
  })
}
