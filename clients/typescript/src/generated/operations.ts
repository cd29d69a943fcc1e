// Written by make-types.mjs from the OpenAPI document; not edited by hand.

import type {
  ApplicantType,
  BulkMatchAnswer,
  BulkMatchRequest,
  ChangeFeed,
  ChangedWatchlistAnswer,
  CompanyAnswer,
  CompanySize,
  Coverage,
  DeletedWatchedCompany,
  DeletedWatchlist,
  DeletedWebhook,
  EnabledWebhookAnswer,
  EventType,
  GovernmentLevel,
  Health,
  InstrumentType,
  KeyAnswer,
  Language,
  MatchAnswer,
  MatchRequest,
  McpError,
  McpResult,
  NewWatchlist,
  NewWatchlistAnswer,
  NewWebhook,
  NewWebhookAnswer,
  OpenApiDocument,
  PlanList,
  QueuedPingAnswer,
  Region,
  RotatedWebhookAnswer,
  Scope,
  SearchWords,
  SourceAnswer,
  SourceList,
  SubsidyAnswer,
  SubsidyList,
  SubsidySort,
  SubsidyStatus,
  SubsidyVersionAnswer,
  Taxonomy,
  Topic,
  VersionList,
  View,
  WatchedCompanyList,
  WatchlistAnswer,
  WatchlistList,
  WatchlistMatchList,
  WatchlistOptions,
  WatchlistUpload,
  WatchlistUploadAnswer,
  WebhookDeliveryList,
  WebhookList,
} from './schemas.ts'

export type GetHealthParameters = {
  /** Tags of answers that you hold; where one is current, null is answered. */
  ifNoneMatch?: string | undefined
}
export type GetHealthResult = Health

export type ListPlansParameters = {
  /** Tags of answers that you hold; where one is current, null is answered. */
  ifNoneMatch?: string | undefined
}
export type ListPlansResult = PlanList

export type GetTaxonomyParameters = {
  /** Tags of answers that you hold; where one is current, null is answered. */
  ifNoneMatch?: string | undefined
}
export type GetTaxonomyResult = Taxonomy

export type ListSourcesParameters = {
  /** Tags of answers that you hold; where one is current, null is answered. */
  ifNoneMatch?: string | undefined
}
export type ListSourcesResult = SourceList

export type GetSourceParameters = {
  /** Tags of answers that you hold; where one is current, null is answered. */
  ifNoneMatch?: string | undefined
}
export type GetSourceResult = SourceAnswer

export type GetOpenApiParameters = {
  /** Tags of answers that you hold; where one is current, null is answered. */
  ifNoneMatch?: string | undefined
}
export type GetOpenApiResult = OpenApiDocument

export type ShowKeyResult = KeyAnswer

export type ListSubsidiesParameters = {
  /**
   * Words, in any language and order; each must be the start of a word of the title, the names that people give the
   * measure, the local id, the names of issuer and administrator, the summary, what its instrument, topics,
   * applicants, sizes, costs and places are called (nl, fr, de, en), the description or the conditions. Case and
   * accents are ignored. Single letters with `&` or `+` between are one word (`R&D`); `startup`, `start-up` and `start
   * up` find one another.
   */
  q?: string | undefined
  /**
   * With `q`: `all` words, or `most`: at least half of those with content, each also found by its stem (nl, fr, de,
   * en) and, from five letters on, with one letter wrong, missing or too many; the best first. `meant` reads `q` as a
   * person means it (nl, fr, de, en): places, kinds of applicant, trades, purposes, instruments, amounts.
   * `meta.understood` says what was understood. A place or a kind of applicant narrows where that leaves something, a
   * trade leaves out what excludes it, the purpose decides what is found; what can be applied for comes before what
   * nobody knows and what is over.
   */
  words?: SearchWords | undefined
  /**
   * Measures available in any of these regions: their own, and those without regional restriction. By where
   * applicants, or the persons whom a measure pays for, must be, as its rules say too.
   */
  region?: readonly Region[] | undefined
  /** Measures with any of these topics. */
  topic?: readonly Topic[] | undefined
  /** Measures that name this size, and those that do not restrict sizes. */
  company_size?: CompanySize | undefined
  /** Measures that name any of these kinds of applicants, and those that name none. */
  applicant_type?: readonly ApplicantType[] | undefined
  /** What the applicant receives. */
  instrument_type?: readonly InstrumentType[] | undefined
  /** Status at the instant of the answer, which the clock moves too; every status when not given. */
  status?: readonly SubsidyStatus[] | undefined
  /** Level of the government that decides. */
  government_level?: readonly GovernmentLevel[] | undefined
  /** How far the measure reaches. */
  scope?: readonly Scope[] | undefined
  /** Ids of sources. */
  source?: readonly string[] | undefined
  /** Ids of issuers; an unknown one matches nothing. */
  issuer?: readonly string[] | undefined
  /**
   * One NACE-BEL code of 2008 or 2025: two digits, or more of them with or without a dot (or a comma) behind the
   * second; a section letter stands for its divisions of 2025. A version may stand behind it, `63.91 (2008)`, for a
   * code that both have; else 2025 is meant. Found are measures that a company with that code alone is not surely
   * outside of. Between the versions the official correspondence of classes decides.
   */
  nace?: string | undefined
  /** Code of an EU programme; an unknown one matches nothing. */
  programme?: string | undefined
  /** Deadline at or before. An RFC 3339 timestamp, or a date: its end in Brussels. */
  deadline_before?: string | undefined
  /** Deadline later than. An RFC 3339 timestamp, or a date: its end in Brussels. */
  deadline_after?: string | undefined
  /** Changed at or after. An RFC 3339 timestamp, or a date: its start in Brussels. */
  updated_since?: string | undefined
  /** Also measures that their source no longer lists. */
  include_withdrawn?: boolean | undefined
  /**
   * `relevance` when `q` is given, else `deadline` (soonest first, none last). `relevance` without a word is
   * `updated`.
   */
  sort?: SubsidySort | undefined
  /** Rows in short, or full records. */
  view?: View | undefined
  /** Language of texts; what does not exist in it falls back to en, nl, fr, de. */
  lang?: Language | undefined
  /**
   * Rows a page; at most what the plan holds (`max_page_size`): 100 on developer, 200 on pro and business, 500 on
   * enterprise.
   */
  limit?: number | undefined
  /** `pagination.next_cursor` of the page before; ask with the same filters and order. */
  cursor?: string | undefined
}
export type ListSubsidiesResult = SubsidyList

export type GetSubsidyParameters = {
  /** Language of texts; what does not exist in it falls back to en, nl, fr, de. */
  lang?: Language | undefined
  /**
   * The version current at that instant, with the status and deadline of then. An RFC 3339 timestamp, or a date: its
   * end in Brussels. Needs a plan with `as_of`: pro, business, enterprise.
   */
  as_of?: string | undefined
  /** Tags of answers that you hold; where one is current, null is answered. */
  ifNoneMatch?: string | undefined
}
export type GetSubsidyResult = SubsidyAnswer

export type GetCoverageParameters = {
  /** Tags of answers that you hold; where one is current, null is answered. */
  ifNoneMatch?: string | undefined
}
export type GetCoverageResult = Coverage

export type ListSubsidyVersionsResult = VersionList

export type GetSubsidyVersionParameters = {
  /** Language of texts; what does not exist in it falls back to en, nl, fr, de. */
  lang?: Language | undefined
}
export type GetSubsidyVersionResult = SubsidyVersionAnswer

export type ListChangesParameters = {
  /**
   * Of a first call: from the first event at or after it, at most 400 days back. Without it and without a cursor the
   * feed begins with the oldest event kept. Has no effect beside a cursor. An RFC 3339 timestamp, or a date: its start
   * in Brussels.
   */
  since?: string | undefined
  /** Events of any of these types, or that touched any of these categories. */
  type?: readonly EventType[] | undefined
  /** Id or slug of a measure: its events and your matches' with it; of a merged pair, the events of both. */
  subsidy?: string | undefined
  /** Ids of sources: events of their measures, and their own. Match events have no source and don't pass. */
  source?: readonly string[] | undefined
  /**
   * Events of measures of any of these regions, as the list judges them, and of measures without regional restriction.
   * A source's events don't pass.
   */
  region?: readonly Region[] | undefined
  /**
   * Events a page; at most what the plan holds (`max_page_size`): 100 on developer, 200 on pro and business, 500 on
   * enterprise.
   */
  limit?: number | undefined
  /** `pagination.next_cursor` of an earlier page: a position in the feed, which holds with any filters. */
  cursor?: string | undefined
}
export type ListChangesResult = ChangeFeed

export type GetCompanyParameters = {
  /** Tags of answers that you hold; where one is current, null is answered. */
  ifNoneMatch?: string | undefined
}
export type GetCompanyResult = CompanyAnswer

export type MatchCompanyParameters = MatchRequest & {
  /**
   * One of your own; without it the client makes one for this call. The same body sent again under it, within 24
   * hours, creates nothing twice and counts no evaluation twice; another body is `conflict`.
   */
  idempotencyKey?: string | undefined
}
export type MatchCompanyResult = MatchAnswer

export type MatchCompaniesParameters = BulkMatchRequest & {
  /**
   * One of your own; without it the client makes one for this call. The same body sent again under it, within 24
   * hours, creates nothing twice and counts no evaluation twice; another body is `conflict`.
   */
  idempotencyKey?: string | undefined
}
export type MatchCompaniesResult = BulkMatchAnswer

export type ListWatchlistsResult = WatchlistList

export type CreateWatchlistParameters = NewWatchlist & {
  /**
   * One of your own; without it the client makes one for this call. The same body sent again under it, within 24
   * hours, creates nothing twice and counts no evaluation twice; another body is `conflict`.
   */
  idempotencyKey?: string | undefined
}
export type CreateWatchlistResult = NewWatchlistAnswer

export type GetWatchlistResult = WatchlistAnswer

export type ChangeWatchlistParameters = WatchlistOptions
export type ChangeWatchlistResult = ChangedWatchlistAnswer

export type DeleteWatchlistResult = DeletedWatchlist

export type ListWatchedCompaniesParameters = {
  /**
   * Companies a page; at most what the plan holds (`max_page_size`): 100 on developer, 200 on pro and business, 500 on
   * enterprise.
   */
  limit?: number | undefined
  /** `pagination.next_cursor` of an earlier page of this watchlist. */
  cursor?: string | undefined
}
export type ListWatchedCompaniesResult = WatchedCompanyList

export type UploadWatchedCompaniesParameters = WatchlistUpload & {
  /**
   * One of your own; without it the client makes one for this call. The same body sent again under it, within 24
   * hours, creates nothing twice and counts no evaluation twice; another body is `conflict`.
   */
  idempotencyKey?: string | undefined
}
export type UploadWatchedCompaniesResult = WatchlistUploadAnswer

export type DeleteWatchedCompanyResult = DeletedWatchedCompany

export type ListWatchlistMatchesParameters = {
  /** A reference on the list: its matches alone. */
  company?: string | undefined
  /** Whether `not_eligible` results are answered too. */
  include_not_eligible?: boolean | undefined
  /** Most matches answered, of all companies together. */
  limit?: number | undefined
}
export type ListWatchlistMatchesResult = WatchlistMatchList

export type ListWebhooksParameters = {
  /**
   * Endpoints a page; at most what the plan holds (`max_page_size`): 100 on developer, 200 on pro and business, 500 on
   * enterprise.
   */
  limit?: number | undefined
  /** `pagination.next_cursor` of an earlier page. */
  cursor?: string | undefined
}
export type ListWebhooksResult = WebhookList

export type CreateWebhookParameters = NewWebhook & {
  /**
   * One of your own; without it the client makes one for this call. The same body sent again under it, within 24
   * hours, creates nothing twice and counts no evaluation twice; another body is `conflict`.
   */
  idempotencyKey?: string | undefined
}
export type CreateWebhookResult = NewWebhookAnswer

export type DeleteWebhookResult = DeletedWebhook

export type EnableWebhookResult = EnabledWebhookAnswer

export type RotateWebhookSecretResult = RotatedWebhookAnswer

export type TestWebhookParameters = {
  /**
   * One of your own; without it the client makes one for this call. The same body sent again under it, within 24
   * hours, creates nothing twice and counts no evaluation twice; another body is `conflict`.
   */
  idempotencyKey?: string | undefined
}
export type TestWebhookResult = QueuedPingAnswer

export type ListWebhookDeliveriesResult = WebhookDeliveryList

export type ExportSubsidiesParameters = {
  /** Language of texts; what does not exist in it falls back to en, nl, fr, de. */
  lang?: Language | undefined
  /** Also measures that their source no longer lists. */
  include_withdrawn?: boolean | undefined
  /** Tags of answers that you hold; where one is current, null is answered. */
  ifNoneMatch?: string | undefined
}
export type ExportSubsidiesResult = string

export type CallMcpParameters = {
  /** Revision of the protocol; as `_meta` says it from 2026-07-28 on. */
  protocolVersion?: string | undefined
  /** From 2026-07-28 on: the method of the message. */
  mcpMethod?: string | undefined
  /** From 2026-07-28 on, of `tools/call`: the name of the tool. */
  mcpName?: string | undefined
}
export type CallMcpResult = McpResult | McpError | (McpResult | McpError)[]

/** How each operation is called. `headers`: those that its method takes, by the names that they have there. */
export const operations = {
  getHealth: {
    method: 'GET',
    path: '/v1/health',
    isKeyed: false,
    hasBody: false,
    headers: { ifNoneMatch: 'If-None-Match' },
  },
  listPlans: {
    method: 'GET',
    path: '/v1/plans',
    isKeyed: false,
    hasBody: false,
    headers: { ifNoneMatch: 'If-None-Match' },
  },
  getTaxonomy: {
    method: 'GET',
    path: '/v1/taxonomy',
    isKeyed: false,
    hasBody: false,
    headers: { ifNoneMatch: 'If-None-Match' },
  },
  listSources: {
    method: 'GET',
    path: '/v1/sources',
    isKeyed: false,
    hasBody: false,
    headers: { ifNoneMatch: 'If-None-Match' },
  },
  getSource: {
    method: 'GET',
    path: '/v1/sources/{id}',
    isKeyed: false,
    hasBody: false,
    headers: { ifNoneMatch: 'If-None-Match' },
  },
  getOpenApi: {
    method: 'GET',
    path: '/v1/openapi.json',
    isKeyed: false,
    hasBody: false,
    headers: { ifNoneMatch: 'If-None-Match' },
  },
  showKey: {
    method: 'GET',
    path: '/v1/key',
    isKeyed: true,
    hasBody: false,
    headers: {},
  },
  listSubsidies: {
    method: 'GET',
    path: '/v1/subsidies',
    isKeyed: true,
    hasBody: false,
    headers: {},
  },
  getSubsidy: {
    method: 'GET',
    path: '/v1/subsidies/{id}',
    isKeyed: true,
    hasBody: false,
    headers: { ifNoneMatch: 'If-None-Match' },
  },
  getCoverage: {
    method: 'GET',
    path: '/v1/coverage',
    isKeyed: false,
    hasBody: false,
    headers: { ifNoneMatch: 'If-None-Match' },
  },
  listSubsidyVersions: {
    method: 'GET',
    path: '/v1/subsidies/{id}/versions',
    isKeyed: true,
    hasBody: false,
    headers: {},
  },
  getSubsidyVersion: {
    method: 'GET',
    path: '/v1/subsidies/{id}/versions/{version}',
    isKeyed: true,
    hasBody: false,
    headers: {},
  },
  listChanges: {
    method: 'GET',
    path: '/v1/changes',
    isKeyed: true,
    hasBody: false,
    headers: {},
  },
  getCompany: {
    method: 'GET',
    path: '/v1/companies/{number}',
    isKeyed: true,
    hasBody: false,
    headers: { ifNoneMatch: 'If-None-Match' },
  },
  matchCompany: {
    method: 'POST',
    path: '/v1/match',
    isKeyed: true,
    hasBody: true,
    headers: { idempotencyKey: 'Idempotency-Key' },
  },
  matchCompanies: {
    method: 'POST',
    path: '/v1/match/bulk',
    isKeyed: true,
    hasBody: true,
    headers: { idempotencyKey: 'Idempotency-Key' },
  },
  listWatchlists: {
    method: 'GET',
    path: '/v1/watchlists',
    isKeyed: true,
    hasBody: false,
    headers: {},
  },
  createWatchlist: {
    method: 'POST',
    path: '/v1/watchlists',
    isKeyed: true,
    hasBody: true,
    headers: { idempotencyKey: 'Idempotency-Key' },
  },
  getWatchlist: {
    method: 'GET',
    path: '/v1/watchlists/{id}',
    isKeyed: true,
    hasBody: false,
    headers: {},
  },
  changeWatchlist: {
    method: 'PATCH',
    path: '/v1/watchlists/{id}',
    isKeyed: true,
    hasBody: true,
    headers: {},
  },
  deleteWatchlist: {
    method: 'DELETE',
    path: '/v1/watchlists/{id}',
    isKeyed: true,
    hasBody: false,
    headers: {},
  },
  listWatchedCompanies: {
    method: 'GET',
    path: '/v1/watchlists/{id}/companies',
    isKeyed: true,
    hasBody: false,
    headers: {},
  },
  uploadWatchedCompanies: {
    method: 'POST',
    path: '/v1/watchlists/{id}/companies',
    isKeyed: true,
    hasBody: true,
    headers: { idempotencyKey: 'Idempotency-Key' },
  },
  deleteWatchedCompany: {
    method: 'DELETE',
    path: '/v1/watchlists/{id}/companies/{reference}',
    isKeyed: true,
    hasBody: false,
    headers: {},
  },
  listWatchlistMatches: {
    method: 'GET',
    path: '/v1/watchlists/{id}/matches',
    isKeyed: true,
    hasBody: false,
    headers: {},
  },
  listWebhooks: {
    method: 'GET',
    path: '/v1/webhooks',
    isKeyed: true,
    hasBody: false,
    headers: {},
  },
  createWebhook: {
    method: 'POST',
    path: '/v1/webhooks',
    isKeyed: true,
    hasBody: true,
    headers: { idempotencyKey: 'Idempotency-Key' },
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    isKeyed: true,
    hasBody: false,
    headers: {},
  },
  enableWebhook: {
    method: 'POST',
    path: '/v1/webhooks/{id}/enable',
    isKeyed: true,
    hasBody: false,
    headers: {},
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate',
    isKeyed: true,
    hasBody: false,
    headers: {},
  },
  testWebhook: {
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    isKeyed: true,
    hasBody: false,
    headers: { idempotencyKey: 'Idempotency-Key' },
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    isKeyed: true,
    hasBody: false,
    headers: {},
  },
  exportSubsidies: {
    method: 'GET',
    path: '/v1/export/subsidies.ndjson',
    isKeyed: true,
    hasBody: false,
    headers: { ifNoneMatch: 'If-None-Match' },
  },
  callMcp: {
    method: 'POST',
    path: '/mcp',
    isKeyed: true,
    hasBody: true,
    headers: { protocolVersion: 'MCP-Protocol-Version', mcpMethod: 'Mcp-Method', mcpName: 'Mcp-Name' },
  },
} as const

export type OperationId = keyof typeof operations
