/** The calls of the provider's API that the stand-in answers: each with the parameters that it knows; any other is refused. */
import { type FormFields, fieldsAt, metadataIn, textAt } from './stripe-form.ts'
import { missing, StandInFault, type StripeObjects } from './stripe-objects.ts'

export type StandInRoute = {
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  /** Names of the parameters, without what is within them. */
  takes: readonly string[]
  run(objects: StripeObjects, fields: FormFields, id: string): object
}

const paging = ['limit', 'starting_after', 'ending_before', 'expand'] as const
const pageMax = 100

/** A page of a list object, newest first. */
function listOf(url: string, found: readonly { id: string }[], fields: FormFields): object {
  const limit = Number(textAt(fields, 'limit') ?? 10)
  if (!(limit >= 1 && limit <= pageMax)) throw new StandInFault(400, 'This value must be 1 to 100.', { param: 'limit' })
  const newest = found.toReversed()
  const after = textAt(fields, 'starting_after')
  const from = after === null ? 0 : newest.findIndex(({ id }) => id === after) + 1
  return { object: 'list', url, has_more: newest.length > from + limit, data: newest.slice(from, from + limit) }
}

function changed<T extends object>(object: T, fields: FormFields): T {
  const { metadata, ...rest } = fields
  const own = 'metadata' in object ? (object.metadata as Record<string, string>) : {}
  return Object.assign(object, rest, metadata === undefined ? {} : { metadata: { ...own, ...metadataIn(fields) } })
}

const bool = (text: unknown): boolean => text === 'true'

/** The texts of a form as the API answers them. */
function typed(value: unknown): unknown {
  if (value === 'true' || value === 'false') return value === 'true'
  if (Array.isArray(value)) return value.map(typed)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, typed(inner)]))
  return value
}

export const standInRoutes: readonly StandInRoute[] = [
  {
    ...{ method: 'POST', path: /^\/v1\/customers$/, takes: ['email', 'metadata', 'preferred_locales'] },
    run: (objects, fields) => objects.makeCustomer(fields),
  },
  {
    ...{ method: 'GET', path: /^\/v1\/customers$/, takes: ['created', 'email', ...paging] },
    run: (objects, fields) => {
      const since = Number(textAt(fieldsAt(fields, 'created'), 'gte') ?? 0)
      const found = [...objects.customers.values()].filter((each) => !each.deleted && each.created >= since)
      return listOf('/v1/customers', found, fields)
    },
  },
  {
    ...{ method: 'POST', path: /^\/v1\/customers\/(\w+)$/, takes: ['email', 'metadata', 'preferred_locales'] },
    run: (objects, fields, id) => {
      const customer = objects.customers.get(id)
      if (customer === undefined || customer.deleted) throw missing('customer', id)
      return changed(customer, fields)
    },
  },
  {
    ...{ method: 'GET', path: /^\/v1\/customers\/(\w+)$/, takes: [] },
    run: (objects, _, id) => {
      const customer = objects.customers.get(id)
      if (customer === undefined) throw missing('customer', id)
      return customer.deleted ? { id, object: 'customer', deleted: true } : customer
    },
  },
  {
    ...{ method: 'DELETE', path: /^\/v1\/customers\/(\w+)$/, takes: [] },
    run: (objects, _, id) => objects.deleteCustomer(id),
  },
  {
    ...{ method: 'GET', path: /^\/v1\/subscriptions$/, takes: ['customer', 'status', 'price', ...paging] },
    run: (objects, fields) => {
      const customer = textAt(fields, 'customer') ?? ''
      const known = objects.customers.get(customer)
      const isListed = known !== undefined && (!known.deleted || objects.listsDeleted)
      if (!isListed) throw missing('customer', customer, 'customer', 400)
      return listOf('/v1/subscriptions', objects.subscriptionsOf(customer), fields)
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    takes: [
      ...['mode', 'customer', 'client_reference_id', 'line_items', 'success_url', 'cancel_url', 'expires_at', 'locale'],
      ...['billing_address_collection', 'customer_update', 'tax_id_collection', 'metadata', 'subscription_data'],
    ],
    run: (objects, fields) => objects.makeSession(fields),
  },
  {
    ...{ method: 'GET', path: /^\/v1\/checkout\/sessions$/, takes: ['customer', 'status', ...paging] },
    run: (objects, fields) => {
      const all = [...objects.sessions.keys()].map((id) => objects.session(id))
      const [customer, status] = [textAt(fields, 'customer'), textAt(fields, 'status')]
      const found = all.filter((each) => each.customer === customer && (status === null || each.status === status))
      return listOf('/v1/checkout/sessions', found, fields)
    },
  },
  {
    ...{ method: 'POST', path: /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, takes: [] },
    run: (objects, _, id) => objects.expire(id),
  },
  {
    ...{ method: 'POST', path: /^\/v1\/products$/, takes: ['id', 'name', 'description', 'metadata', 'tax_code'] },
    run: (objects, fields) => {
      const id = textAt(fields, 'id') ?? objects.id('prod')
      if (objects.products.has(id))
        throw new StandInFault(400, `Product already exists: ${id}`, { code: 'resource_already_exists' })
      const product = { ...fields, id, object: 'product', active: true, metadata: metadataIn(fields) }
      objects.products.set(id, product)
      return product
    },
  },
  {
    ...{ method: 'GET', path: /^\/v1\/products\/(\w+)$/, takes: [] },
    run: (objects, _, id) => {
      const product = objects.products.get(id)
      if (product === undefined) throw missing('product', id)
      return product
    },
  },
  {
    ...{ method: 'POST', path: /^\/v1\/products\/(\w+)$/, takes: ['name', 'description', 'metadata', 'active'] },
    run: (objects, fields, id) => {
      const product = objects.products.get(id)
      if (product === undefined) throw missing('product', id)
      const { active, ...rest } = fields
      if (active !== undefined) product.active = bool(active)
      return changed(product, rest)
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/prices$/,
    takes: [
      ...['product', 'currency', 'unit_amount', 'recurring', 'lookup_key', 'transfer_lookup_key'],
      ...['metadata', 'tax_behavior', 'nickname'],
    ],
    run: (objects, fields) => objects.makePrice(fields),
  },
  {
    ...{ method: 'GET', path: /^\/v1\/prices$/, takes: ['lookup_keys', 'active', 'product', ...paging] },
    run: (objects, fields) => {
      const keys = Array.isArray(fields.lookup_keys) ? fields.lookup_keys : null
      const found = [...objects.prices.values()]
        .filter(({ lookup_key }) => keys === null || (lookup_key !== null && keys.includes(lookup_key)))
        .filter(({ active }) => fields.active === undefined || active === bool(fields.active))
      return listOf('/v1/prices', found, fields)
    },
  },
  {
    ...{ method: 'POST', path: /^\/v1\/prices\/(\w+)$/, takes: ['metadata', 'active', 'nickname'] },
    run: (objects, fields, id) => {
      const price = objects.prices.get(id)
      if (price === undefined) throw missing('price', id)
      return changed(price, fields)
    },
  },
  {
    ...{ method: 'GET', path: /^\/v1\/billing_portal\/configurations$/, takes: ['active', 'is_default', ...paging] },
    // Which products can be changed to is not answered unless it is asked for.
    run: (objects, fields) => {
      const found = structuredClone([...objects.configurations.values()])
      for (const { features } of found) {
        const update = (features as { subscription_update?: { products?: unknown } }).subscription_update
        if (update !== undefined) delete update.products
      }
      return listOf('/v1/billing_portal/configurations', found, fields)
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/billing_portal\/configurations$/,
    takes: ['features', 'business_profile', 'default_return_url', 'metadata'],
    run: (objects, fields) => {
      const object = 'billing_portal.configuration'
      const configuration = { ...(typed(fields) as FormFields), id: objects.id('bpc'), object, active: true }
      objects.configurations.set(configuration.id, configuration)
      return configuration
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/billing_portal\/configurations\/(\w+)$/,
    takes: ['features', 'business_profile', 'default_return_url', 'metadata', 'active'],
    run: (objects, fields, id) => {
      const configuration = objects.configurations.get(id)
      if (configuration === undefined) throw missing('configuration', id)
      return Object.assign(configuration, typed(fields))
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/billing_portal\/sessions$/,
    takes: ['customer', 'configuration', 'locale', 'return_url'],
    run: (objects, fields) => {
      const customer = objects.livingCustomer(textAt(fields, 'customer'))
      const configuration = textAt(fields, 'configuration')
      if (!objects.configurations.has(configuration ?? ''))
        throw missing('configuration', configuration, 'configuration', 400)
      const id = objects.id('bps')
      return { id, object: 'billing_portal.session', customer: customer.id, url: `https://portal.example/${id}` }
    },
  },
  {
    ...{ method: 'GET', path: /^\/v1\/webhook_endpoints$/, takes: [...paging] },
    run: (objects, fields) => listOf('/v1/webhook_endpoints', objects.endpoints, fields),
  },
]
