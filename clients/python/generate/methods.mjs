// From an operation of the document to a method of the client.
import { classNameOf, docstring, folded, joined, snakeNameOf, wrapped } from './schemas.mjs'

/** @typedef {import('./schemas.mjs').Schema} Schema */
/** @typedef {{ name: string, type: string, isRequired: boolean, about: string, in: string, wire: string }} Argument */

/** Lists in pages: what one of their items is called. */
const pagedItems = {
  listSubsidies: 'subsidy',
  listChanges: 'change',
  listWatchedCompanies: 'watched_company',
  listWebhooks: 'webhook',
}

/** Answers that come line by line: what the client makes of them. */
const streamed = { exportSubsidies: 'ExportDownload', matchCompanies: 'BulkMatches' }

/** Rows of a list that has two views. */
const rowsByView = { compact: 'CompactSubsidy', full: 'Subsidy' }

/**
 * @param {Record<string, any>} document
 * @param {import('./schemas.mjs').PythonTypes} types
 * @returns {string[]} one text for each operation
 */
export function methodsOf(document, types) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(/** @type {Record<string, any>} */ (item))
      .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map(([method, operation]) => methodsFor({ path, method: method.toUpperCase(), operation }, document, types)),
  )
}

/**
 * @param {{ path: string, method: string, operation: any }} route
 * @param {Record<string, any>} document
 * @param {import('./schemas.mjs').PythonTypes} types
 */
function methodsFor({ path, method, operation }, document, types) {
  const { operationId } = operation
  const { positional, named } = argumentsOf(operation, document, types)
  const answer = answerOf(operation, types)
  const hasViews =
    operation.parameters?.some((/** @type {any} */ one) => one.name === 'view') && answer === 'SubsidyList'
  const request = requestOf({ path, method, operation, positional, named }, hasViews)
  const sent = streamed[/** @type {keyof typeof streamed} */ (operationId)]
  const call =
    sent !== undefined
      ? [`        return self._stream(${sent}, ${request})`]
      : [
          `        answer: ${hasViews ? 'SubsidyRows[Any]' : answer} = self.${path === '/mcp' ? '_rpc' : '_json'}(${request}${gone(method, path)})`,
          '        return answer',
        ]
  const name = snakeNameOf(operationId)
  const doc = docOf(operation, [...positional, ...named])
  const item = pagedItems[/** @type {keyof typeof pagedItems} */ (operationId)]
  if (hasViews) return viewedList({ name, item, doc, call, named })
  const first = signature(name, positional, named, sent ?? answer)
  return [
    [...first, ...doc, ...call].join('\n'),
    ...(item === undefined ? [] : paging({ name, item, answer, positional, named, types })),
  ].join('\n\n')
}

/** @returns {{ positional: Argument[], named: Argument[] }} @param {any} operation @param {any} document @param {any} types */
function argumentsOf(operation, document, types) {
  const given = (operation.parameters ?? []).map((/** @type {any} */ one) => ({
    name: snakeNameOf(one.name),
    type: types.type(one.schema, 'request', classNameOf(`${operation.operationId} ${one.name}`)),
    isRequired: one.required === true,
    about: one.description ?? '',
    in: one.in,
    wire: one.name,
  }))
  const schema = operation.requestBody?.content['application/json'].schema
  const body = schema === undefined ? [] : bodyArguments(schema, operation, document, types)
  // What the body takes too is sent there, and once.
  const inBody = new Set(body.map(({ name }) => name))
  const all = [...body, ...given.filter((/** @type {Argument} */ one) => one.in === 'path' || !inBody.has(one.name))]
  const isPositional = (/** @type {Argument} */ one) => one.in === 'path' || one.in === 'whole'
  return { positional: all.filter(isPositional), named: all.filter((one) => !isPositional(one)) }
}

/** @param {Schema} schema @param {any} operation @param {any} document @param {any} types @returns {Argument[]} */
function bodyArguments(schema, operation, document, types) {
  const component = schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1)]
  if (component.properties === undefined || component.additionalProperties === true) {
    const type = types.type(schema, 'request', `${classNameOf(operation.operationId)}Body`)
    return [{ name: 'message', type, isRequired: true, about: 'What is sent.', in: 'whole', wire: '' }]
  }
  const required = new Set(component.required ?? [])
  return Object.entries(component.properties).map(([key, property]) => ({
    name: key,
    type: types.type(property, 'request', `${classNameOf(operation.operationId)}${classNameOf(key)}`),
    isRequired: required.has(key),
    about: property.description ?? document.components.schemas[property.$ref?.split('/').at(-1)]?.description ?? '',
    in: 'body',
    wire: key,
  }))
}

/** @param {any} operation @param {any} types @returns {string} */
function answerOf(operation, types) {
  const [, response] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? []
  const schema = response?.content?.['application/json']?.schema
  const type =
    schema === undefined ? 'None' : types.type(schema, 'answer', `${classNameOf(operation.operationId)}Answer`)
  return operation.responses['202'] !== undefined && operation.responses['200'] !== undefined
    ? joined([type, 'None'])
    : type
}

/** @param {Argument} argument */
const declared = ({ name, type, isRequired }) =>
  isRequired
    ? `        ${name}: ${folded(type, '        ')},`
    : `        ${name}: ${folded(joinedWithNone(type), '        ')} = None,`

/** @param {string} type */
const joinedWithNone = (type) => (type.endsWith('None') ? type : `${type} | None`)

/** @param {string} name @param {Argument[]} positional @param {Argument[]} named @param {string} answer */
function signature(name, positional, named, answer) {
  if (positional.length + named.length === 0) return [`    def ${name}(self) -> ${answer}:`]
  const star = named.length > 0 ? ['        *,'] : []
  const ordered = [...named.filter((one) => one.isRequired), ...named.filter((one) => !one.isRequired)]
  return [
    `    def ${name}(`,
    '        self,',
    ...positional.map(declared),
    ...star,
    ...ordered.map(declared),
    `    ) -> ${answer}:`,
  ]
}

/** @param {any} operation @param {Argument[]} all */
function docOf(operation, all) {
  const indent = '        '
  const capabilities = operation['x-capabilities']
  const needs =
    Array.isArray(capabilities) && capabilities.length > 0 ? [`Plans with: ${capabilities.join(', ')}.`] : []
  const rows = all
    .filter(({ about }) => about !== '')
    .flatMap(({ name, about }) =>
      wrapped(`${name}: ${about}`, `${indent}    `, 108).map(
        (line, place) => `${indent}${place === 0 ? '' : '    '}${line}`,
      ),
    )
  const head = docstring([`${operation.summary}.`, operation.description ?? '', ...needs].join(' ').trim(), indent)
  if (rows.length === 0) return head
  const open = head.length === 1 ? [head[0]?.replace(/"""$/, '') ?? ''] : head.slice(0, -1)
  return [...open, '', ...rows, `${indent}"""`]
}

/** The words of the request. @param {any} route @param {boolean} hasViews */
function requestOf({ path, method, operation, positional, named }, hasViews) {
  const place = path.includes('{')
    ? `f"${path.replaceAll(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ name) => `{segment(${snakeNameOf(name)})}`)}"`
    : `"${path}"`
  const dict = (/** @type {string} */ where) =>
    named
      .filter((/** @type {Argument} */ one) => one.in === where)
      .map((/** @type {Argument} */ one) => `"${one.wire}": ${one.name}`)
  const parts = [`"${method}"`, place]
  if (hasViews) parts.push('query={"view": view, **filters}')
  else if (dict('query').length > 0) parts.push(`query={${dict('query').join(', ')}}`)
  const isKeyed = named.some((/** @type {Argument} */ one) => one.wire === 'Idempotency-Key')
  const headers = dict('header').map((/** @type {string} */ one) =>
    one.startsWith('"Idempotency-Key"') ? '"Idempotency-Key": idempotency_key or made_key()' : one,
  )
  if (headers.length > 0) parts.push(`headers={${headers.join(', ')}}`)
  if (positional.some((/** @type {Argument} */ one) => one.in === 'whole')) parts.push('body=message')
  else if (operation.requestBody !== undefined) parts.push(`body=given({${dict('body').join(', ')}})`)
  if (Array.isArray(operation.security) && operation.security.length === 0) parts.push('is_open=True')
  return isKeyed ? parts.join(', ') : parts.join(', ')
}

/** What a DELETE answers that was carried out by an attempt whose answer was lost. @param {string} method @param {string} path */
function gone(method, path) {
  if (method !== 'DELETE') return ''
  const last = /\{(\w+)\}$/.exec(path)?.[1] ?? ''
  const code =
    last === 'reference' ? 'not_found' : path.startsWith('/v1/webhooks') ? 'webhook_not_found' : 'watchlist_not_found'
  return `, gone=("${code}", {"${last}": ${last}, "deleted": True})`
}

/** Items and pages of a list. @param {any} list */
function paging({ name, item, answer, positional, named, types }) {
  const row = types.type(types.components[answer].properties.data.items, 'answer', '')
  const passed = (/** @type {boolean} */ withCursor) =>
    [
      ...positional.map((/** @type {Argument} */ one) => one.name),
      ...named
        .filter((/** @type {Argument} */ one) => withCursor || one.name !== 'cursor')
        .map((/** @type {Argument} */ one) => `${one.name}=${one.name}`),
    ].join(', ')
  const each = [
    ...signature(`each_${item}`, positional, named, `Iterator[${row}]`),
    ...docstring(`Every item of \`${name}\`, page after page; the parameters are the same.`, '        '),
    `        for page in self.${item}_pages(${passed(true)}):`,
    '            yield from page["data"]',
  ]
  const pages = [
    ...signature(`${item}_pages`, positional, named, `Iterator[${answer}]`),
    ...docstring(`Every page of \`${name}\`; the parameters are the same.`, '        '),
    `        return self._pages(lambda cursor: self.${name}(${passed(false)}, cursor=cursor), cursor)`,
  ]
  return [each.join('\n'), pages.join('\n')]
}

/** A list whose rows are of two kinds: what is answered follows from `view`. @param {any} list */
function viewedList({ name, item, doc, call }) {
  const forms = (/** @type {string} */ method, /** @type {(row: string) => string} */ answer) =>
    [
      ['view: Literal["full"]', answer(rowsByView.full)],
      ['view: Literal["compact"] | None = None', answer(rowsByView.compact)],
      // For whoever passes a choice on: either kind of rows, and not rows of both.
      ['view: Literal["compact", "full"] | None = None', `${answer(rowsByView.compact)} | ${answer(rowsByView.full)}`],
    ].map(
      ([view, type]) =>
        `    @overload\n    def ${method}(self, *, ${view}, **filters: Unpack[SubsidyFilters]) -> ${type}: ...`,
    )
  const define = (/** @type {string} */ method, /** @type {string} */ answer) =>
    `    def ${method}(self, *, view: Literal["compact", "full"] | None = None, **filters: Unpack[SubsidyFilters]) -> ${answer}:`
  return [
    ...forms(name, (row) => `SubsidyRows[${row}]`),
    [define(name, 'SubsidyRows[Any]'), ...doc, ...call].join('\n'),
    ...forms(`each_${item}`, (row) => `Iterator[${row}]`),
    [
      define(`each_${item}`, 'Iterator[Any]'),
      ...docstring(`Every item of \`${name}\`, page after page; the parameters are the same.`, '        '),
      `        for page in self.${item}_pages(view=view, **filters):`,
      '            yield from page["data"]',
    ].join('\n'),
    ...forms(`${item}_pages`, (row) => `Iterator[SubsidyRows[${row}]]`),
    [
      define(`${item}_pages`, 'Iterator[SubsidyRows[Any]]'),
      ...docstring(`Every page of \`${name}\`; the parameters are the same.`, '        '),
      '        while True:',
      `            page = self.${name}(view=view, **filters)`,
      '            yield page',
      '            if not page["pagination"]["has_more"]:',
      '                return',
      '            filters["cursor"] = page["pagination"].get("next_cursor")',
    ].join('\n'),
  ].join('\n\n')
}

/** The filters of the list that has two views, as a type. @param {Record<string, any>} document @param {any} types */
export function filtersOf(document, types) {
  const operation = document.paths['/v1/subsidies'].get
  const { named } = argumentsOf(operation, document, types)
  const rows = named
    .filter(({ name }) => name !== 'view')
    .flatMap(({ name, type, about }) => [
      `    ${name}: ${folded(joinedWithNone(type), '    ')}`,
      ...docstring(about, '    '),
    ])
  return [
    'class SubsidyFilters(TypedDict, total=False):',
    '    """What `list_subsidies` takes beside `view`."""',
    ...rows,
  ].join('\n')
}
