/**
 * What other services, and the words of the trade, call the parameters and properties that have our names here: whoever
 * uses one of them is told ours. Nothing is ever read under another name.
 */
export const otherNames: Readonly<Record<string, readonly string[]>> = {
  // Of lists.
  q: ['query', 'search', 'keyword', 'keywords', 'text', 'term'],
  lang: ['language', 'locale'],
  limit: ['per_page', 'page_size', 'size', 'count', 'max_results', 'rows', 'top'],
  cursor: ['page', 'page_number', 'page_token', 'offset', 'skip', 'start', 'after', 'starting_after', 'next_cursor'],
  sort: ['order', 'order_by', 'sort_by'],
  updated_since: ['modified_since', 'updated_after', 'changed_since'],
  type: ['event', 'event_type'],
  id: ['subsidy_id', 'measure_id', 'source_id', 'slug'],
  subsidy: ['subsidy_id', 'measure', 'measure_id'],
  // Of companies and projects.
  postcode: ['postal_code', 'zip', 'zip_code', 'code_postal', 'postnummer'],
  employees: ['size', 'fte', 'headcount', 'staff', 'number_of_employees', 'employee_count', 'workers'],
  turnover_eur: ['turnover', 'revenue', 'annual_turnover', 'sales', 'omzet'],
  balance_total_eur: ['balance', 'balance_total', 'balance_sheet_total', 'total_assets'],
  legal_form: ['legal_type', 'company_type', 'rechtsvorm', 'forme_juridique'],
  nace: ['nace_code', 'nace_codes', 'nacebel', 'sector', 'activity', 'activities'],
  founded_on: ['founded', 'founding_date', 'founded_at', 'incorporated_on', 'incorporation_date'],
  enterprise_number: [
    ...['company_number', 'registration_number', 'kbo', 'kbo_number', 'bce', 'bce_number', 'cbe', 'cbe_number'],
    ...['vat', 'vat_number', 'btw', 'btw_number', 'tva', 'ondernemingsnummer', 'numero_entreprise'],
  ],
  topics: ['topic', 'themes', 'theme'],
  budget_eur: ['budget', 'amount', 'investment', 'cost', 'costs'],
  planned_start: ['start', 'start_date', 'starts_on', 'starting_date'],
  language: ['lang', 'locale'],
  // Of many companies, lists and endpoints.
  companies: ['entries', 'items', 'rows', 'requests', 'data'],
  reference: ['id', 'ref', 'external_id', 'company_reference', 'client_id'],
  name: ['title', 'label'],
  url: ['endpoint', 'target', 'target_url', 'callback', 'callback_url', 'webhook_url'],
  event_types: ['events', 'types', 'event'],
  subsidy_ids: ['subsidies', 'measures', 'measure_ids'],
}

/** The same of the words in paths. */
export const segmentNames: Readonly<Record<string, readonly string[]>> = {
  subsidies: ['subsidy', 'measures', 'measure', 'grants', 'support', 'aids', 'programmes'],
  changes: ['events', 'feed', 'updates'],
  versions: ['history', 'revisions', 'changes'],
  bulk: ['batch', 'many'],
  match: ['matches', 'matching', 'eligibility', 'evaluate'],
  matches: ['match', 'results'],
  watchlists: ['lists', 'portfolios'],
  companies: ['company', 'clients', 'entries'],
  webhooks: ['hooks', 'endpoints', 'subscriptions'],
  deliveries: ['delivery', 'attempts', 'logs'],
  key: ['keys', 'me', 'usage', 'account', 'quota'],
  plans: ['pricing', 'prices'],
  taxonomy: ['taxonomies', 'vocabularies', 'enums'],
  coverage: ['stats', 'statistics'],
  health: ['status', 'healthz', 'ping'],
  'openapi.json': ['swagger.json', 'openapi.yaml', 'docs', 'schema'],
  'subsidies.ndjson': ['subsidies', 'measures', 'all'],
  test: ['ping'],
}
