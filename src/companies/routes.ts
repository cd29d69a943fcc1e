/** A company by its number. */
import Type from 'typebox'
import { keyedAccess } from '../contract/access.ts'
import { Refusal } from '../contract/refusals.ts'
import { type RouteRecord, routeFor } from '../contract/route.ts'
import { oneSchema } from '../contract/schemas.ts'
import type { Database } from '../platform/database/database.ts'
import { enterpriseNumberFault, readNumberOfCompany } from '../reference/enterprise-number.ts'
import { applicantTypes } from '../values/vocabularies.ts'
import { activityVersions } from './activity-codes.ts'
import type { Companies } from './companies.ts'
import { companyDocument } from './company-document.ts'
import { type CompanyKind, companyKinds, establishmentsMax, type LoadedExtract } from './registered-company.ts'

export type CompanyNeeds = { database: Database; companies: Companies }

const route = routeFor<CompanyNeeds>()
const closed = { additionalProperties: false } as const
/** `says`: what it is, beside its type. */
const orNull = <Schema extends Type.TSchema>(schema: Schema, says: string) =>
  Type.Union([schema, Type.Null()], { description: says })

const placeProperties = {
  postcode: Type.String({ description: 'Of the register.' }),
  municipality: orNull(
    Type.String(),
    'NIS code of 2025; null: the postcode lies in several, and the address does not tell which.',
  ),
}
const day = (description: string) => orNull(Type.String({ format: 'date' }), description)

const establishmentSchema = Type.Object(
  {
    number: Type.String({ description: 'Ten digits.' }),
    postcode: orNull(Type.String(), 'Of the register; null: no Belgian address is known.'),
    municipality: placeProperties.municipality,
    founded_on: day('When it began; null: not known.'),
  },
  { ...closed, $id: 'Establishment' },
)

const companySchema = Type.Object(
  {
    number: Type.String({ description: 'Of the enterprise: ten digits.' }),
    name: orNull(Type.String(), 'Official name of a legal person. Names of natural persons are not kept.'),
    kind: orNull(
      Type.Unsafe<CompanyKind>({ type: 'string', enum: [...companyKinds] }),
      'Null: the register does not say.',
    ),
    legal_form: orNull(Type.String(), 'KBO code, or `natural_person`.'),
    applicant_types: Type.Array(
      Type.Unsafe<(typeof applicantTypes)[number]>({ type: 'string', enum: [...applicantTypes] }),
      {
        description: 'What follows from the legal form.',
      },
    ),
    founded_on: day('When it began; null: not known, or no legal person.'),
    active: Type.Boolean({ description: 'Whether the register says that it is active.' }),
    office: orNull(
      Type.Object(placeProperties, { ...closed, $id: 'RegisteredOffice' }),
      'Registered office of a legal person; null: none in Belgium.',
    ),
    establishments: Type.Object(
      {
        total: orNull(Type.Integer({ minimum: 0 }), 'Null: no legal person.'),
        items: Type.Array(establishmentSchema, { description: `The first ${establishmentsMax} by number.` }),
      },
      closed,
    ),
    nace: Type.Array(
      Type.Object(
        {
          code: Type.String({ description: 'Without dots.' }),
          version: Type.Unsafe<(typeof activityVersions)[number]>({ type: 'string', enum: [...activityVersions] }),
          main: Type.Boolean({
            description: 'Whether it is the main activity: of the NSSO before VAT where both say.',
          }),
        },
        { ...closed, $id: 'RegisteredActivity' },
      ),
      { description: 'Main activities first. Where the enterprise itself has none, those of its establishments.' },
    ),
    register: Type.Object(
      {
        extract: Type.Integer({ description: "Number of the register's extract." }),
        date: Type.String({ format: 'date', description: 'Of its snapshot.' }),
      },
      { ...closed, description: 'What this was read from.' },
    ),
  },
  { ...closed, $id: 'Company' },
)

const showRoute = route({
  method: 'GET',
  path: '/v1/companies/{number}',
  operation: 'getCompany',
  summary: 'A company by its number',
  description:
    'What the open data of the Crossroads Bank for Enterprises say of an enterprise, by its number or that of one of its establishments: ' +
    'what a match is filled with. Of natural persons, and of whoever is not known to be a legal person, no name, day or place is told. Use ' +
    'for advertising is forbidden. Counts one request and no evaluation. 404 where no register is loaded, or none of its companies has ' +
    'the number.',
  tag: 'Companies',
  access: keyedAccess,
  capability: null,
  pathParameters: {
    number: {
      schema: Type.String({ maxLength: 200 }),
      description:
        'Ten digits, the first 0 or 1 (an enterprise) or 2 to 8 (an establishment); dots, spaces and BE are accepted.',
    },
  },
  query: {},
  body: null,
  shape: 'one',
  answers: { 200: { description: 'The company.', schema: oneSchema('CompanyAnswer', companySchema) } },
  refuses: ['company_not_found'],
  etag: true,
  async run({ path, needs: { companies, database } }) {
    const text = path.number ?? ''
    const number = readNumberOfCompany(text)
    if (number === null) throw notFound(text, whyNone(text), await companies.loaded())
    const found = (await companies.find([number], database, 'answer')).get(number)
    if (found === undefined) throw await notThere(text, companies)
    return { data: companyDocument(found) }
  },
})

export const companyRoutes: readonly RouteRecord<CompanyNeeds>[] = [showRoute]

async function notThere(text: string, companies: Companies): Promise<Refusal> {
  const loaded = await companies.loaded()
  const message =
    loaded === null
      ? 'No register of companies is loaded here. Its operator can load one.'
      : `The register of ${loaded.day} has no active company of this number. Match with what is known of it.`
  return notFound(text, message, loaded)
}

function notFound(number: string, message: string, loaded: LoadedExtract | null): Refusal {
  return new Refusal('company_not_found', message, { number, register: loaded?.extract ?? null })
}

function whyNone(text: string): string {
  if (enterpriseNumberFault(text) === 'nine_digits')
    return 'This number has nine digits, as before 2003: write a 0 before it.'
  return 'This is no number of an enterprise or an establishment: it has ten digits, of which the last two check the others.'
}
