/** A page as the capabilities write it, and the route record that it becomes. */
import Type from 'typebox'
import { RawBody } from '../contract/body/body-kinds.ts'
import type { Call, QueryParameters, Reply } from '../contract/call.ts'
import { KeptReplies } from '../contract/kept-replies.ts'
import type { RefusalCode } from '../contract/refusals.ts'
import { type RouteRecord, routeFor } from '../contract/route.ts'
import { dayOf } from '../values/brussels.ts'
import { type Language, languages, type TextLanguage } from '../values/vocabularies.ts'
import { pageAccess } from './access.ts'
import { textsFor } from './asked-language.ts'
import { type FrameNeeds, framed, type Page } from './frame.ts'
import { documentBytes } from './html.ts'
import type { Visitor } from './visitor.ts'
import { frameWords } from './words/frame-words.ts'

type RecordParts = {
  language: Language
  /** The whole path, e.g. `/nl/search`. */
  path: string
  /** Lower camel case, unique. */
  operation: string
  /** Headers that the work reads beside `accept-language`, in lower case. */
  headers?: readonly string[]
}

type PageParts<Needs, Parameters extends QueryParameters> = RecordParts & {
  query: Parameters
  pathParameters?: readonly string[]
  refuses?: readonly RefusalCode[]
  /** Not to be kept by anybody. */
  isPrivate?: boolean
  /**
   * What the answer follows from beside its address and the day in Brussels: while each is the same object, the rendered answer is
   * kept (`contract/kept-replies.ts`). Null: this one is not kept.
   */
  keptBy?(call: PageCall<Needs, Parameters>): Promise<readonly object[] | null>
  /** `texts`: in which language measures are told where they can be, by what the browser asks for. */
  run(call: PageCall<Needs, Parameters>, texts: TextLanguage): Promise<Page | Reply> | Page | Reply
}

type PageCall<Needs, Parameters extends QueryParameters> = Call<Needs, Parameters, unknown, Visitor>

/** Every page goes by it: its texts, and whether it says in German which languages there are. */
const accepts = 'accept-language'
const anyText = Type.String()
const htmlAnswer = { 200: { description: 'A page.', schema: anyText } }

/** What the records of all pages have alike. */
function alikeIn({ language, path, operation, headers = [] }: RecordParts) {
  return {
    path,
    operation,
    summary: 'A page',
    tag: 'Pages',
    access: pageAccess[language],
    capability: null,
    headers: Object.fromEntries([accepts, ...headers].map((name) => [name, name])),
    shape: 'own',
    answers: htmlAnswer,
  } as const
}

const named = (names: readonly string[] = []) =>
  Object.fromEntries(names.map((name) => [name, { schema: anyText, description: name }]))

const keptReplies = new KeptReplies()

/** The address as it was read: what is left aside of it makes no other answer. `isFilling`: a page says so while it lasts. */
function keyOf<Parameters extends QueryParameters>(
  operation: string,
  { path, query, now }: PageCall<unknown, Parameters>,
  parameters: Parameters,
  { texts, isFilling }: { texts: TextLanguage; isFilling: boolean },
): string {
  const values = Object.keys(parameters).map((name) => query[name] ?? null)
  return JSON.stringify([operation, dayOf(now), path, values, isFilling, texts])
}

/** What a page's work has made, as it is sent. */
async function replyOf(page: Page | Reply, texts: TextLanguage, needs: FrameNeeds): Promise<Reply> {
  if ('data' in page) return page
  const made = { ...page, texts }
  if (made.place === 'docs' || !(await needs.firstFill.goesOn())) return pageReply(made, needs)
  const notice = [made.notice, frameWords[made.language].filling].filter((text) => text !== undefined).join(' ')
  return pageReply({ ...made, notice }, needs)
}

/** The record of a page that is asked for with GET. */
export function pageRoute<Needs extends FrameNeeds, const Parameters extends QueryParameters>(
  parts: PageParts<Needs, Parameters>,
): RouteRecord<Needs> {
  return routeFor<Needs>()<Parameters, unknown, Visitor>({
    ...alikeIn(parts),
    method: 'GET',
    description: 'A page for people.',
    pathParameters: named(parts.pathParameters),
    query: parts.query,
    body: null,
    refuses: parts.refuses ?? [],
    etag: parts.isPrivate !== true,
    ...(parts.isPrivate === true ? { answersSecret: true } : {}),
    async run(call) {
      const texts = textsFor(call.header(accepts), parts.language)
      const render = async (): Promise<Reply> => replyOf(await parts.run(call, texts), texts, call.needs)
      const of = (await parts.keptBy?.(call)) ?? null
      if (of === null) return render()
      const isFilling = await call.needs.firstFill.goesOn()
      const key = keyOf(parts.operation, call, parts.query, { texts, isFilling })
      return keptReplies.reply(key, of, render)
    },
  })
}

type PostParts<Needs> = RecordParts & {
  pathParameters?: readonly string[]
  bytesMax: number
  run(call: Call<Needs, Record<never, never>, Buffer, Visitor>): Promise<Page | Reply> | Page | Reply
}

/**
 * The record of a page that answers to a form, which nobody may keep. The work reads the form's bytes itself: what is wrong
 * with them is said in the form, where whoever typed it can put it right.
 */
export function postedPageRoute<Needs extends FrameNeeds>(parts: PostParts<Needs>): RouteRecord<Needs> {
  return routeFor<Needs>()<Record<never, never>, Buffer, Visitor>({
    ...alikeIn(parts),
    method: 'POST',
    description: 'A page for people, that answers to a form.',
    pathParameters: named(parts.pathParameters),
    query: {},
    body: new RawBody('application/x-www-form-urlencoded', parts.bytesMax, anyText),
    refuses: [],
    etag: false,
    answersSecret: true,
    run: async (call) => replyOf(await parts.run(call), textsFor(call.header(accepts), parts.language), call.needs),
  })
}

/** The whole document of a page. */
export function pageReply(page: Page, needs: FrameNeeds): Reply {
  const headers = {
    ...(page.isUnlisted === true ? { 'x-robots-tag': 'noindex' } : {}),
    ...(page.isPrivate === true ? { 'cache-control': 'no-store' } : {}),
  }
  return { status: page.status ?? 200, headers, data: documentBytes(framed(page, needs)) }
}

/** To another address of ours, for good. */
export function movedTo(path: string): Reply {
  return { status: 301, headers: { location: path }, data: Buffer.alloc(0) }
}

/** To another address of ours, this time. */
export function seeOther(path: string): Reply {
  return { status: 303, headers: { location: path }, data: Buffer.alloc(0) }
}

/** Routes of a page in every language. */
export function inEachLanguage<Record>(records: (language: Language) => readonly Record[]): Record[] {
  return languages.flatMap((language) => [...records(language)])
}
