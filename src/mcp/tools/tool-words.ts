/**
 * The tools in words, for the assistants that choose between them: what each is for, what it costs, what to do next. Some
 * assistants read no more than 1,024 characters of a description, so none is longer.
 */
import type { ToolWords } from './tool.ts'

/** `operation`: the route whose work the tool does. */
export type NamedTool = ToolWords & { operation: string }

const authorityDecides =
  'Information of an independent service: only the competent authority decides. Give its link (url).'
const errors =
  "Each POST counts one request; above the plan's limits it is HTTP 429, in a batch -32000. A failed call has isError " +
  'and { code, message, details }; details name it.'
const paging = 'Pages: while pagination.has_more, call again with cursor = pagination.next_cursor.'
const pageLimit = "limit goes up to the plan's max_page_size."
const evaluation =
  'Counts one match evaluation of the month (none left: match_quota_exceeded); a refused call counts none. Facts are not stored.'
const never = 'Never say that somebody is eligible or entitled.'

const described: readonly (Omit<NamedTool, 'description'> & { description: readonly string[] })[] = [
  {
    name: 'search_subsidies',
    operation: 'listSubsidies',
    title: 'Search support measures',
    description: [
      'Finds support measures (grants, premiums, loans, guarantees, tax measures) of Belgian and EU authorities, for companies',
      'and households, by words in any language and by filters. For a known company: match_company.',
      'Advised: words = "meant" with q as the user says it ("solar panels bakery Ghent"); meta.understood says how it was read.',
      'Few filters, limit 5 to 20, compact rows, lang of the user; then get_subsidy. A status filter hides what is unknown (not',
      'confirmed lately), paused or budget_exhausted: worth telling. Nothing that fits: fewer filters, or the',
      'calls of meta.suggestions.',
      ...[paging, pageLimit, 'meta.total counts up to 10,000. Read meta.warnings.', errors, authorityDecides],
    ],
  },
  {
    name: 'get_subsidy',
    operation: 'getSubsidy',
    title: 'Fetch one support measure',
    description: [
      'The whole record of one measure, by id or slug: conditions in words, rules, amounts, application window, how to apply,',
      'issuer, legal basis, links, its source and when that was last checked, licence. Use it before telling details: rows of',
      'search_subsidies are summaries. One answer, no pages; lang chooses the language. A withdrawn measure answers too, with',
      'withdrawn_at. as_of gives the version of an earlier instant, where the plan has it (else plan_required). An unknown id is',
      'subsidy_not_found: look for it with search_subsidies.',
      ...[errors, authorityDecides],
    ],
  },
  {
    name: 'match_company',
    operation: 'matchCompany',
    title: 'Match a company with every measure',
    description: [
      'Judges an applicant and its project against every measure: a status (likely_eligible, possibly_eligible, needs_review,',
      'not_eligible), its reason, each rule, an indicative amount; and questions, those that settle most first. Every',
      'fact is optional: give only what the user said (enterprise_number fills more), ask the first questions, call again with the',
      'answers (as properties, or in answers by answer_as). Advised: view = "compact", limit 5 (6,000 tokens; at',
      'most 100, no pages), project.topics or text, topics_only = true, language of the user. One measure: explain_eligibility.',
      ...[evaluation, errors, never, authorityDecides],
    ],
  },
  {
    name: 'explain_eligibility',
    operation: 'explainEligibility',
    title: 'Explain one measure for a company',
    description: [
      'Judges an applicant and its project against one measure, by id or slug, also when it does not qualify: the status and its',
      'reason, each rule with the page that it rests on, the conditions that no rule evaluates, the questions still open, an',
      'indicative amount. Use it when one measure is asked about, or why a match has its status. Give only facts that the user',
      'said, ask the questions, call again with the answers (conditions under answers, by the name in answer_as). One answer, no',
      'pages. An unknown or withdrawn measure is subsidy_not_found.',
      ...[evaluation, errors, never, authorityDecides],
    ],
  },
  {
    name: 'get_company',
    operation: 'getCompany',
    title: 'Look up a company by its number',
    description: [
      'What the open register of Belgian companies says of an enterprise or an establishment, by its number: legal form, start,',
      'office, up to 100 establishments, activities (NACE), and of which day the register is. Use it when the user asks what is',
      'known. A match needs no such call: match_company with company.enterprise_number alone is filled by itself, and says under',
      'filled with what. Where there are several establishments, ask which one applies and give company.establishment_number. Of',
      'natural persons no name, day or place is told. Nothing of it may be used for advertising. One answer, no pages; counts no',
      'match evaluation. company_not_found: no such number, or no register is loaded: match with what the user says.',
      ...[errors, authorityDecides],
    ],
  },
  {
    name: 'list_changes',
    operation: 'listChanges',
    title: 'List what changed',
    description: [
      'What changed, oldest first: new measures, new versions with what differs, reminders before deadlines',
      '(subsidy.closing_soon), freshness of sources, changed matches of your own watchlists. First call: since, at most 400 days',
      'back (without it the feed begins with the oldest event kept), and filters: type, subsidy, source, region. Advised: limit',
      '10 to 50. Every page, the last too, has pagination.next_cursor: called with it later, only what is new comes; has_more',
      'false means nothing more for now. Nothing found is an answer. Ignore event types that you do not know.',
      ...[pageLimit, errors, authorityDecides],
    ],
  },
  {
    name: 'list_sources',
    operation: 'listSources',
    title: 'List the sources',
    description: [
      'Every source of measures: authority, licence and attribution line, how often it is read, whether it is fresh, when it last',
      'succeeded, how many measures it lists. Use it to say where information comes from and how current it is, and for the ids',
      'that source filters take. No arguments, no pages.',
      ...[errors, authorityDecides],
    ],
  },
]

export const toolWords: readonly NamedTool[] = described.map(({ description, ...words }) => ({
  ...words,
  description: description.join(' '),
}))

/** What an assistant is told of the server as a whole. */
export const instructions =
  'Support measures of Belgian and EU authorities for companies and households. To look for measures: search_subsidies, then ' +
  'get_subsidy for details. For a company that is known: match_company, ask the questions that it answers, call again; for one ' +
  'measure explain_eligibility. A company number is enough to begin with; get_company says what is known by it. list_changes says what is new, list_sources where it comes from. Give only facts that the user ' +
  'gave. Ask for small pages and compact rows. Every POST counts one request of the plan, each match or explanation one match ' +
  'evaluation; above the limits calls are HTTP 429 with Retry-After. In a batch each tool call after the first takes from the ' +
  'requests a second too: without any left it is -32000 with data.retry_after (seconds), and not run. An answer has at most 8 MB: ' +
  'a call that would pass that is -32000, and is to ask for fewer rows. The service is independent of every authority: what it ' +
  'says is information, only the competent authority decides; give the link of the measure.'
