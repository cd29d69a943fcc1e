// Written by make-types.mjs from the OpenAPI document; not edited by hand.

import type { Ask, CallOptions } from '../request.ts'
import type {
  ChangeWatchlistParameters,
  ChangeWatchlistResult,
  CreateWatchlistParameters,
  CreateWatchlistResult,
  CreateWebhookParameters,
  CreateWebhookResult,
  DeleteWatchedCompanyResult,
  DeleteWatchlistResult,
  DeleteWebhookResult,
  EnableWebhookResult,
  GetCompanyParameters,
  GetCompanyResult,
  GetCoverageParameters,
  GetCoverageResult,
  GetHealthParameters,
  GetHealthResult,
  GetOpenApiParameters,
  GetOpenApiResult,
  GetSourceParameters,
  GetSourceResult,
  GetSubsidyParameters,
  GetSubsidyResult,
  GetSubsidyVersionParameters,
  GetSubsidyVersionResult,
  GetTaxonomyParameters,
  GetTaxonomyResult,
  GetWatchlistResult,
  ListChangesParameters,
  ListChangesResult,
  ListPlansParameters,
  ListPlansResult,
  ListSourcesParameters,
  ListSourcesResult,
  ListSubsidyVersionsResult,
  ListWatchedCompaniesParameters,
  ListWatchedCompaniesResult,
  ListWatchlistMatchesParameters,
  ListWatchlistMatchesResult,
  ListWatchlistsResult,
  ListWebhookDeliveriesResult,
  ListWebhooksParameters,
  ListWebhooksResult,
  MatchCompanyParameters,
  MatchCompanyResult,
  RotateWebhookSecretResult,
  ShowKeyResult,
  TestWebhookParameters,
  TestWebhookResult,
  UploadWatchedCompaniesParameters,
  UploadWatchedCompaniesResult,
} from './operations.ts'

/** The operations of the API, each under its `operationId`. */
export class Methods {
  readonly #ask: Ask

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /**
   * Say how the service is. 200 also when degraded: the store does not answer or takes no writes, no catalogue could
   * be loaded from it, or a source is stale or failing.
   */
  getHealth(parameters?: GetHealthParameters & CallOptions & { ifNoneMatch?: undefined }): Promise<GetHealthResult>
  /** Null: what you hold is current. */
  getHealth(parameters: GetHealthParameters & CallOptions): Promise<GetHealthResult | null>
  getHealth(parameters: GetHealthParameters & CallOptions = {}): Promise<GetHealthResult | null> {
    return this.#ask({ operation: 'getHealth', path: [], parameters })
  }

  /**
   * The plans. Every plan with its price, limits and capabilities, cheapest first. An unlimited figure is `null`, none
   * is 0.
   */
  listPlans(parameters?: ListPlansParameters & CallOptions & { ifNoneMatch?: undefined }): Promise<ListPlansResult>
  /** Null: what you hold is current. */
  listPlans(parameters: ListPlansParameters & CallOptions): Promise<ListPlansResult | null>
  listPlans(parameters: ListPlansParameters & CallOptions = {}): Promise<ListPlansResult | null> {
    return this.#ask({ operation: 'listPlans', path: [], parameters })
  }

  /**
   * List the vocabularies. Every closed vocabulary with Dutch, French and English labels; the rule fields and the
   * points with their questions.
   */
  getTaxonomy(parameters?: GetTaxonomyParameters & CallOptions & { ifNoneMatch?: undefined }): Promise<GetTaxonomyResult>
  /** Null: what you hold is current. */
  getTaxonomy(parameters: GetTaxonomyParameters & CallOptions): Promise<GetTaxonomyResult | null>
  getTaxonomy(parameters: GetTaxonomyParameters & CallOptions = {}): Promise<GetTaxonomyResult | null> {
    return this.#ask({ operation: 'getTaxonomy', path: [], parameters })
  }

  /**
   * List the sources. Every source that is switched on, with its licence, its freshness and how many measures it
   * lists.
   */
  listSources(parameters?: ListSourcesParameters & CallOptions & { ifNoneMatch?: undefined }): Promise<ListSourcesResult>
  /** Null: what you hold is current. */
  listSources(parameters: ListSourcesParameters & CallOptions): Promise<ListSourcesResult | null>
  listSources(parameters: ListSourcesParameters & CallOptions = {}): Promise<ListSourcesResult | null> {
    return this.#ask({ operation: 'listSources', path: [], parameters })
  }

  /** Show one source. A source with its last ten ingestion runs. One that is switched off is not found. */
  getSource(id: string, parameters?: GetSourceParameters & CallOptions & { ifNoneMatch?: undefined }): Promise<GetSourceResult>
  /** Null: what you hold is current. */
  getSource(id: string, parameters: GetSourceParameters & CallOptions): Promise<GetSourceResult | null>
  getSource(id: string, parameters: GetSourceParameters & CallOptions = {}): Promise<GetSourceResult | null> {
    return this.#ask({ operation: 'getSource', path: [id], parameters })
  }

  /** The contract of this API. This document: OpenAPI 3.1, complete. */
  getOpenApi(parameters?: GetOpenApiParameters & CallOptions & { ifNoneMatch?: undefined }): Promise<GetOpenApiResult>
  /** Null: what you hold is current. */
  getOpenApi(parameters: GetOpenApiParameters & CallOptions): Promise<GetOpenApiResult | null>
  getOpenApi(parameters: GetOpenApiParameters & CallOptions = {}): Promise<GetOpenApiResult | null> {
    return this.#ask({ operation: 'getOpenApi', path: [], parameters })
  }

  /**
   * The key that asks. The plan of the account that the key belongs to, and what all its keys have used this UTC
   * month.
   */
  showKey(parameters: CallOptions = {}): Promise<ShowKeyResult> {
    return this.#ask({ operation: 'showKey', path: [], parameters })
  }

  /**
   * Fetch one measure. The full record, by id or slug. A withdrawn measure answers too, with `withdrawn_at`. Needs a
   * plan with `as_of`.
   */
  getSubsidy(id: string, parameters?: GetSubsidyParameters & CallOptions & { ifNoneMatch?: undefined }): Promise<GetSubsidyResult>
  /** Null: what you hold is current. */
  getSubsidy(id: string, parameters: GetSubsidyParameters & CallOptions): Promise<GetSubsidyResult | null>
  getSubsidy(id: string, parameters: GetSubsidyParameters & CallOptions = {}): Promise<GetSubsidyResult | null> {
    return this.#ask({ operation: 'getSubsidy', path: [id], parameters })
  }

  /** Count the measures. How many measures there are by status, source, instrument, level, region and topic. */
  getCoverage(parameters?: GetCoverageParameters & CallOptions & { ifNoneMatch?: undefined }): Promise<GetCoverageResult>
  /** Null: what you hold is current. */
  getCoverage(parameters: GetCoverageParameters & CallOptions): Promise<GetCoverageResult | null>
  getCoverage(parameters: GetCoverageParameters & CallOptions = {}): Promise<GetCoverageResult | null> {
    return this.#ask({ operation: 'getCoverage', path: [], parameters })
  }

  /**
   * List the versions of a measure. Every version, newest first, with the field-level changes that made it, in one
   * answer. Needs a plan with `history`: pro, business, enterprise. Needs a plan with `history`.
   */
  listSubsidyVersions(id: string, parameters: CallOptions = {}): Promise<ListSubsidyVersionsResult> {
    return this.#ask({ operation: 'listSubsidyVersions', path: [id], parameters })
  }

  /**
   * Fetch one version of a measure. The record as it was, with the status of the moment the version began, and the
   * change that made it. Needs a plan with `history`: pro, business, enterprise. Needs a plan with `history`.
   */
  getSubsidyVersion(id: string, version: number, parameters: GetSubsidyVersionParameters & CallOptions = {}): Promise<GetSubsidyVersionResult> {
    return this.#ask({ operation: 'getSubsidyVersion', path: [id, version], parameters })
  }

  /**
   * Read the change feed. What changed, oldest first, in the order in which it was committed: new measures and
   * versions, closing-soon reminders (at 09:00 in Brussels, 14 and 3 days before a deadline unless the operator chose
   * other days), freshness of sources, and the match events of your own watchlists. Every page has a cursor, also the
   * last: poll with it later, and only new events come, none twice and none missed. A poll counts as a request: every
   * five minutes is some 9,000 a month; a webhook tells within seconds, without polling. Most events come with a
   * reading of a source; those of the clock (a measure opens or closes, a reminder, a source that became stale) come
   * within a minute of their time, whatever is read. A duplicate that is merged into another measure makes one
   * `subsidy.merged` of that one: what `related.merged_from` names is it from then on. Events are kept 400 days.
   * Ignore event types that you do not know. Needs a plan with `change_feed`.
   */
  listChanges(parameters: ListChangesParameters & CallOptions = {}): Promise<ListChangesResult> {
    return this.#ask({ operation: 'listChanges', path: [], parameters })
  }

  /**
   * A company by its number. What the open data of the Crossroads Bank for Enterprises say of an enterprise, by its
   * number or that of one of its establishments: what a match is filled with. Of natural persons, and of whoever is
   * not known to be a legal person, no name, day or place is told. Use for advertising is forbidden. Counts one
   * request and no evaluation. 404 where no register is loaded, or none of its companies has the number.
   */
  getCompany(number: string, parameters?: GetCompanyParameters & CallOptions & { ifNoneMatch?: undefined }): Promise<GetCompanyResult>
  /** Null: what you hold is current. */
  getCompany(number: string, parameters: GetCompanyParameters & CallOptions): Promise<GetCompanyResult | null>
  getCompany(number: string, parameters: GetCompanyParameters & CallOptions = {}): Promise<GetCompanyResult | null> {
    return this.#ask({ operation: 'getCompany', path: [number], parameters })
  }

  /**
   * Match a company and a project against every measure. Rule by rule pass, fail or unknown, the questions that would
   * settle most, and an indicative amount. Counts one match evaluation; a month has: 100 on developer, 1,000 on pro,
   * 10,000 on business, unlimited on enterprise. It never states eligibility: the competent authority decides. Facts
   * are not stored.
   */
  matchCompany(parameters: MatchCompanyParameters & CallOptions = {}): Promise<MatchCompanyResult> {
    return this.#ask({ operation: 'matchCompany', path: [], parameters })
  }

  /**
   * List your watchlists. All of them, oldest first: at most 50, in one page. Needs a plan with `watchlists`:
   * business, enterprise. Needs a plan with `watchlists`.
   */
  listWatchlists(parameters: CallOptions = {}): Promise<ListWatchlistsResult> {
    return this.#ask({ operation: 'listWatchlists', path: [], parameters })
  }

  /**
   * Make a watchlist. A portfolio of companies that are evaluated anew when a measure changes. An account holds at
   * most 50. Needs a plan with `watchlists`: business, enterprise. Needs a plan with `watchlists`.
   */
  createWatchlist(parameters: CreateWatchlistParameters & CallOptions): Promise<CreateWatchlistResult> {
    return this.#ask({ operation: 'createWatchlist', path: [], parameters })
  }

  /**
   * Read one watchlist. Its options, and how many companies it holds. Needs a plan with `watchlists`: business,
   * enterprise. Needs a plan with `watchlists`.
   */
  getWatchlist(id: string, parameters: CallOptions = {}): Promise<GetWatchlistResult> {
    return this.#ask({ operation: 'getWatchlist', path: [id], parameters })
  }

  /**
   * Change the options of a watchlist. What is given is set; the rest stays. An empty object changes nothing. Needs a
   * plan with `watchlists`: business, enterprise. Needs a plan with `watchlists`.
   */
  changeWatchlist(id: string, parameters: ChangeWatchlistParameters & CallOptions = {}): Promise<ChangeWatchlistResult> {
    return this.#ask({ operation: 'changeWatchlist', path: [id], parameters })
  }

  /**
   * Delete a watchlist. With its companies, whose facts are erased. Its past events stay in the feed. Needs a plan
   * with `watchlists`: business, enterprise. Needs a plan with `watchlists`.
   */
  deleteWatchlist(id: string, parameters: CallOptions = {}): Promise<DeleteWatchlistResult> {
    return this.#ask({ operation: 'deleteWatchlist', path: [id], parameters })
  }

  /**
   * List the companies of a watchlist. By reference, in the order of code points, with the facts as given. Needs a
   * plan with `watchlists`: business, enterprise. Needs a plan with `watchlists`.
   */
  listWatchedCompanies(id: string, parameters: ListWatchedCompaniesParameters & CallOptions = {}): Promise<ListWatchedCompaniesResult> {
    return this.#ask({ operation: 'listWatchedCompanies', path: [id], parameters })
  }

  /**
   * Add or replace companies of a watchlist. 1 to 1000 rows, each reference once. A row whose reference stands on the
   * list replaces it. Each accepted row counts one match evaluation; one that cannot be right is listed under
   * `rejected`, and what is stored stays. An upload that would pass the allowance of evaluations, or the companies of
   * the plan, is refused whole. On all watchlists of an account: none on developer and pro, 5,000 on business,
   * unlimited on enterprise. Needs a plan with `watchlists`: business, enterprise. Needs a plan with `watchlists`.
   */
  uploadWatchedCompanies(id: string, parameters: UploadWatchedCompaniesParameters & CallOptions): Promise<UploadWatchedCompaniesResult> {
    return this.#ask({ operation: 'uploadWatchedCompanies', path: [id], parameters })
  }

  /**
   * Take a company off a watchlist. Its facts are erased. Its past events stay in the feed, with the reference. Needs
   * a plan with `watchlists`: business, enterprise. Needs a plan with `watchlists`.
   */
  deleteWatchedCompany(id: string, reference: string, parameters: CallOptions = {}): Promise<DeleteWatchedCompanyResult> {
    return this.#ask({ operation: 'deleteWatchedCompany', path: [id, reference], parameters })
  }

  /**
   * List the current matches of a watchlist. Every company's current matches, best first: in the order of matches,
   * then of references. Texts are in the list's language; measures that are muted are shown. Counts no match
   * evaluation. `pagination.has_more` tells whether there are more than `limit`; there is no cursor: ask for one
   * company, or more rows. A list of more than some 50,000 companies may take longer than a request may: ask for one
   * company, or keep several lists. Needs a plan with `watchlists`: business, enterprise. Needs a plan with
   * `watchlists`.
   */
  listWatchlistMatches(id: string, parameters: ListWatchlistMatchesParameters & CallOptions = {}): Promise<ListWatchlistMatchesResult> {
    return this.#ask({ operation: 'listWatchlistMatches', path: [id], parameters })
  }

  /**
   * List your webhook endpoints. Oldest first, without their secrets. Needs a plan with `webhooks`: pro, business,
   * enterprise. Needs a plan with `webhooks`.
   */
  listWebhooks(parameters: ListWebhooksParameters & CallOptions = {}): Promise<ListWebhooksResult> {
    return this.#ask({ operation: 'listWebhooks', path: [], parameters })
  }

  /**
   * Make a webhook endpoint. An account holds at most: none on developer, 5 on pro, 10 on business, 50 on enterprise.
   * It is sent the events that are committed from now on and pass its filters, one delivery each. The `secret` that
   * they are signed with stands in this answer and in that of a rotation, never again. A repeated `Idempotency-Key` is
   * answered as the first time, unless the endpoint was deleted or its secret rotated since: then it is a conflict.
   * Needs a plan with `webhooks`: pro, business, enterprise. Needs a plan with `webhooks`.
   */
  createWebhook(parameters: CreateWebhookParameters & CallOptions): Promise<CreateWebhookResult> {
    return this.#ask({ operation: 'createWebhook', path: [], parameters })
  }

  /**
   * Delete a webhook endpoint. What is queued for it is not sent. Needs a plan with `webhooks`: pro, business,
   * enterprise. Needs a plan with `webhooks`.
   */
  deleteWebhook(id: string, parameters: CallOptions = {}): Promise<DeleteWebhookResult> {
    return this.#ask({ operation: 'deleteWebhook', path: [id], parameters })
  }

  /**
   * Switch a webhook endpoint on. With no failures counted. One that was off is sent the events from now on: what was
   * given up is not resent, the change feed has it. One that is on keeps what is queued. Needs a plan with `webhooks`:
   * pro, business, enterprise. Needs a plan with `webhooks`.
   */
  enableWebhook(id: string, parameters: CallOptions = {}): Promise<EnableWebhookResult> {
    return this.#ask({ operation: 'enableWebhook', path: [id], parameters })
  }

  /**
   * Give a webhook endpoint another secret. Every attempt that begins after this answer, retries included, is signed
   * with the new `secret`, which is shown here once. Needs a plan with `webhooks`: pro, business, enterprise. Needs a
   * plan with `webhooks`.
   */
  rotateWebhookSecret(id: string, parameters: CallOptions = {}): Promise<RotateWebhookSecretResult> {
    return this.#ask({ operation: 'rotateWebhookSecret', path: [id], parameters })
  }

  /**
   * Send a ping to a webhook endpoint. Queues a signed `ping`, which is sent within about 30 seconds and is not in the
   * feed; what came of it stands among the deliveries. At most 10 may wait; an endpoint that is off is a conflict.
   * Needs a plan with `webhooks`: pro, business, enterprise. Needs a plan with `webhooks`.
   */
  testWebhook(id: string, parameters: TestWebhookParameters & CallOptions = {}): Promise<TestWebhookResult> {
    return this.#ask({ operation: 'testWebhook', path: [id], parameters })
  }

  /**
   * List what was sent to a webhook endpoint. The last 50 deliveries, newest first, each with how it stands. Needs a
   * plan with `webhooks`: pro, business, enterprise. Needs a plan with `webhooks`.
   */
  listWebhookDeliveries(id: string, parameters: CallOptions = {}): Promise<ListWebhookDeliveriesResult> {
    return this.#ask({ operation: 'listWebhookDeliveries', path: [id], parameters })
  }
}
