/** The plan as answered, for the OpenAPI document (specification, Plan and key information). */
import Type from 'typebox'
import { planIds } from '../values/vocabularies.ts'

const closed = { additionalProperties: false } as const

const count = (description: string) => Type.Integer({ minimum: 0, description })
const countOrUnlimited = (description: string) =>
  Type.Union([count(`${description} 0: none; null: unlimited.`), Type.Null()])

export const planSchema = Type.Object(
  {
    plan: Type.Unsafe<(typeof planIds)[number]>({ type: 'string', enum: [...planIds] }),
    label: Type.String({ description: 'The name for people.' }),
    price_monthly_eur: Type.Number({ description: 'Euros a month; 0 where the price is agreed upon.' }),
    price_yearly_eur: Type.Number({ description: 'Euros a year; 0 where the price is agreed upon.' }),
    price_from_monthly_eur: Type.Union([
      Type.Number({
        description: 'Euros a month that it costs at least, where the price is agreed upon; null: the price is fixed.',
      }),
      Type.Null(),
    ]),
    self_serve: Type.Boolean({ description: 'Whether it can be taken without us.' }),
    purchasable: Type.Boolean({ description: 'Whether it can be paid by card here, now.' }),
    monthly_requests: countOrUnlimited('Requests in a UTC month.'),
    monthly_match_evaluations: countOrUnlimited('Match evaluations in a UTC month.'),
    rate_limit_rps: count('Requests a second, of all keys together; as many at once.'),
    api_keys: count('Keys that are not revoked.'),
    max_page_size: count('Rows of a page at most.'),
    max_bulk_companies: count('Companies of a bulk match at most. 0: none.'),
    watchlist_companies: countOrUnlimited('Companies on all watchlists together.'),
    webhook_endpoints: count('Webhook endpoints. 0: none.'),
    capabilities: Type.Object(
      {
        change_feed: Type.Boolean({ description: 'The change feed.' }),
        history: Type.Boolean({ description: 'Versions of a measure.' }),
        as_of: Type.Boolean({ description: 'Measures as they were at an instant.' }),
        webhooks: Type.Boolean({ description: 'Webhook endpoints.' }),
        bulk_match: Type.Boolean({ description: 'Matching of many companies at once.' }),
        watchlists: Type.Boolean({ description: 'Watchlists, and match events.' }),
        bulk_export: Type.Boolean({ description: 'The whole catalogue as NDJSON.' }),
        redistribution_rights: Type.Boolean({ description: 'By contract: passing the data on.' }),
      },
      { ...closed, description: 'What the plan includes.' },
    ),
  },
  { ...closed, $id: 'Plan', description: 'A plan: its price, its limits, and what it includes.' },
)
