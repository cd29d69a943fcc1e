/**
 * The National Bank's central balance sheet office, as its product "Authentic Query" answers: lists of filings, filings in JSON, and
 * everything that goes wrong on the way. Each answer names persons, as the real ones do.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const standInKey = 'key-of-the-stand-in-0123456789abcdef'
/** What must be nowhere once an answer was read: persons, the company's name, where they are. */
export const standInNames = ['Josephine', 'Vandenvertrouwelijk', 'Geheimstraat', 'Onderneming Onder Ons']

/** One filing; `values` by code, as decimal strings. */
export type FilingSeed = {
  reference: string
  start?: string
  end: string
  deposited: string
  /** As the models have them: `m02-f` full, `m01-f` abridged, `m07-f` micro. */
  model?: string
  currency?: string
  values?: Record<string, string>
  /** Of the year before. */
  before?: Record<string, string>
  /** False: the filing is a PDF, and has no JSON. */
  hasJson?: boolean
}

/** How one call is answered in the place of what was filed. */
export type Fault =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'empty list'
  | 'cut'
  | 'no answer'
  | 'huge'
  | 'broken'
  | 'elsewhere'
  | 'ten thousand rubrics'

export type AskedCall = { path: string; headers: IncomingMessage['headers']; at: number }

export type AccountsStandIn = {
  origin: string
  asked: AskedCall[]
  /** Calls that were under way together at most. */
  together: number
  /** What a company (ten digits) has filed, in the order of its list. */
  files(number: string, ...filings: readonly FilingSeed[]): void
  /** The next calls are answered so, one after the other; null: with what was filed. */
  answers(...faults: readonly (Fault | null)[]): void
  /** Every call is answered so until it is called with null. */
  answersAll(fault: Fault | null): void
  /** How long each call takes, in milliseconds. */
  takes(ms: number): void
  [Symbol.asyncDispose](): Promise<void>
}

const listPath = /^\/authentic\/legalEntity\/(\d{10})\/references$/
const filingPath = /^\/authentic\/deposit\/(\d{4}-\d{8})\/accountingData$/
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const hugeBytes = 40_000_000

export async function startAccountsStandIn(): Promise<AccountsStandIn> {
  const filed = new Map<string, readonly FilingSeed[]>()
  const asked: AskedCall[] = []
  const faults: (Fault | null)[] = []
  let always: Fault | null = null
  let takesMs = 0
  let underWay = 0
  const server = createServer(async (request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers, at: performance.now() })
    underWay += 1
    standIn.together = Math.max(standIn.together, underWay)
    response.once('close', () => {
      underWay -= 1
    })
    const fault = always ?? faults.shift() ?? null
    if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs))
    if (fault === null || fault === 'ten thousand rubrics') send(response, answerOf(filed, request, fault !== null))
    else answerWrongly(fault, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const standIn: AccountsStandIn = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    together: 0,
    files: (number, ...filings) => void filed.set(number, filings),
    answers: (...given) => void faults.push(...given),
    answersAll: (fault) => {
      always = fault
    },
    takes: (ms) => {
      takesMs = ms
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return standIn
}

type Answer = { status: number; body: unknown; type?: string }

const missing = (code: string): Answer => ({
  status: 404,
  body: { statusCode: 404, message: code, contact: standInNames[0] },
})
const refused = (status: number, message: string): Answer => ({ status, body: { message } })

function answerOf(
  filed: ReadonlyMap<string, readonly FilingSeed[]>,
  { url = '', headers }: IncomingMessage,
  isHostile: boolean,
): Answer {
  if (headers['nbb-cbso-subscription-key'] !== standInKey) return refused(401, 'Access denied')
  if (!uuid.test(String(headers['x-request-id']))) return refused(400, 'X-Request-Id')
  const [, number] = listPath.exec(url) ?? []
  if (number !== undefined) {
    if (headers.accept !== 'application/json') return refused(415, 'Accept')
    const filings = filed.get(number)
    if (filings === undefined) return missing('legal.entity.not.found')
    return { status: 200, body: filings.map((filing) => listItem(number, filing)) }
  }
  const [, reference] = filingPath.exec(url) ?? []
  if (reference === undefined) return missing('resource.not.found')
  if (headers.accept !== 'application/x.jsonxbrl') return refused(415, 'Accept')
  const filing = [...filed.values()].flat().find((one) => one.reference === reference)
  if (filing === undefined || filing.hasJson === false) return missing('reference.number.not.found.json')
  return { status: 200, body: filingBody(filing, isHostile), type: 'application/x.jsonxbrl' }
}

const address = { Box: null, City: 'pcd:m9000', CountryCode: 'cty:mBE', Number: '7', Street: standInNames[2] }

export function listItem(number: string, { reference, start, end, deposited, ...filing }: FilingSeed): unknown {
  return {
    ReferenceNumber: reference,
    DepositDate: deposited,
    ExerciseDates: { startDate: start ?? `${end.slice(0, 4)}-01-01`, endDate: end },
    ModelType: filing.model ?? 'm02-f',
    DepositType: 'Initial',
    Language: 'NL',
    Currency: filing.currency ?? 'EUR',
    EnterpriseNumber: number,
    EnterpriseName: standInNames[3],
    Address: address,
    LegalForm: '610',
    LegalSituation: '000',
    FullFillLegalValidation: true,
    ActivityCode: '62010',
    GeneralAssemblyDate: deposited,
    AccountingDataURL: `https://ws.cbso.nbb.be/authentic/deposit/${reference}/accountingData`,
    DataVersion: 'Authentic',
    ImprovementDate: null,
    CorrectedData: null,
  }
}

/** Hostile: ten thousand rubrics that are none come before those of the year. */
export function filingBody({ reference, values = {}, before = {} }: FilingSeed, isHostile = false): unknown {
  const person = { FirstName: standInNames[0], LastName: standInNames[1], Address: address }
  const rubric =
    (Period: string) =>
    ([Code, Value]: [string, string]) => ({ Code, Value, Period, TypeAmount: null })
  return {
    ReferenceNumber: reference,
    EnterpriseName: standInNames[3],
    Address: address,
    LegalForm: '610',
    Rubrics: [
      ...Object.entries(before).map(rubric('NM1')),
      ...(isHostile ? hostileRubrics() : []),
      ...Object.entries(values).map(rubric('N')),
    ],
    Administrators: { NaturalPersons: [{ Person: person, Mandates: [{ FunctionMandate: 'fct:m10' }] }] },
    Shareholders: { IndividualShareHolders: [{ Person: person }], EntityShareHolders: [] },
    ParticipatingInterests: [],
    JointCommittees: ['20000'],
  }
}

/** Each names a person where a code, a value or a period is expected. */
function hostileRubrics(): unknown[] {
  return Array.from({ length: 10_000 }, (_, place) =>
    place % 3 === 0
      ? { Code: standInNames[1], Value: standInNames[0], Period: 'N' }
      : place % 3 === 1
        ? { Code: ['9087'], Value: { toString: standInNames[0] }, Period: 'N' }
        : { Code: '__proto__', Value: standInNames[0], Period: 'N', constructor: standInNames[1] },
  )
}

const send = (response: ServerResponse, { status, body, type = 'application/json' }: Answer): void =>
  void response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))

function answerWrongly(fault: Exclude<Fault, 'ten thousand rubrics'>, response: ServerResponse): void {
  if (fault === 'empty list') send(response, { status: 200, body: [] })
  else if (fault === 'elsewhere') response.writeHead(302, { location: '/elsewhere' }).end()
  else if (fault === 'broken')
    response.writeHead(200).end(`[{"Administrators": "${standInNames[1]}" ${standInNames[0]}]`)
  else if (fault === 'cut') {
    response.writeHead(200, { 'content-length': '1000' })
    response.write(`[{"EnterpriseName": "${standInNames[3]}"`, () => response.destroy())
  } else if (fault === 'huge') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(hugeBytes, '['))
  } else if (fault !== 'no answer') {
    const { status, headers = {}, body = JSON.stringify({ message: `${standInNames[0]} ${standInNames[1]}` }) } = fault
    response.writeHead(status, headers).end(body)
  }
}
