/** The tools in words, for the assistants that choose between them: what each is for, what it costs, and what to do next. */
import type { ToolWords } from './tool.ts'

/** The route whose work a tool does, by its operation. */
export type NamedTool = ToolWords & { operation: string }

const authorityDecides =
  'This is information of an independent service, never a decision: only the competent authority decides whether support is ' +
  'granted. Say so, and give the link of the measure.'
const errors =
  'A call that fails has isError and one text block with { code, message, request_id, details }; branch on code. ' +
  'invalid_parameter and invalid_body name what is wrong: put it right. rate_limit_exceeded and quota_exceeded come as HTTP 429 ' +
  'with Retry-After.'
const paging =
  'Pages: while pagination.has_more is true, call again with the same arguments and cursor = pagination.next_cursor.'

export const toolWords: readonly NamedTool[] = [
  {
    name: 'search_subsidies',
    operation: 'listSubsidies',
    title: 'Search support measures',
    description:
      'Finds support measures (grants, premiums, loans, guarantees, tax measures) of Belgian and EU authorities for companies ' +
      'and households, by words in any language and by filters. Use it to look for measures about a subject; when the company ' +
      'is known, match_company judges every measure for it. Advised: a limit of 5 to 20, the default view (compact), ' +
      'status = ["open", "continuous", "forthcoming"] for what can be applied for, lang of the user; get_subsidy gives the ' +
      'whole record of a row. All words of q must be found (words = "all"). When nothing is found, meta.suggestions has calls ' +
      'that find something; else try words = "most", fewer words or fewer filters, before you say that there is nothing. ' +
      'meta.total counts up to 10,000. limit is at most the max_page_size of the plan. ' +
      `${paging} Results are complete and of the moment of the answer; read meta.warnings. ${errors} ${authorityDecides}`,
  },
  {
    name: 'get_subsidy',
    operation: 'getSubsidy',
    title: 'Fetch one support measure',
    description:
      'The whole record of one measure by id or slug: conditions in words, rules, amounts, application window, issuer, legal ' +
      'basis, links, source with the day on which it was last checked, licence. Use it before you tell anybody details: rows of ' +
      'search_subsidies are summaries. A withdrawn measure answers too, with withdrawn_at. as_of gives the version of an ' +
      'earlier instant, on plans that have it (else plan_required). An unknown id is subsidy_not_found: look for it with ' +
      `search_subsidies. ${errors} ${authorityDecides}`,
  },
  {
    name: 'match_company',
    operation: 'matchCompany',
    title: 'Match a company with every measure',
    description:
      'Judges a company (or self-employed person, association, household) and its project against every measure: per measure ' +
      'a status (likely_eligible, possibly_eligible, needs_review, not_eligible), the reason, what each rule says, and an ' +
      'indicative amount; and questions, those first that would settle most. Every fact is optional, and what is not given is ' +
      'unknown: give only what the user said, never a guess, then ask the first questions and call again with the answers ' +
      '(properties of company, project, hire, household, building; conditions under answers, by the name in answer_as). ' +
      'Advised: view = "compact", limit 5 to 10, project.topics (with topics_only = true for what is about them), language of ' +
      'the user. For one measure explain_eligibility is smaller. There are no pages: limit is at most 100. Each call counts one match evaluation of the ' +
      'month; with none left it is match_quota_exceeded, and searching still works. A call that is refused counts none. Facts ' +
      `are not stored. ${errors} Never say that somebody is eligible or entitled. ${authorityDecides}`,
  },
  {
    name: 'explain_eligibility',
    operation: 'explainEligibility',
    title: 'Explain one measure for a company',
    description:
      'Judges a company and its project against one measure, by id or slug: the status with its reason, what every rule says ' +
      'and why, with the page that it rests on; the conditions that no rule evaluates; the questions that are still open, those ' +
      'of the measure itself too; an indicative amount; also when the company does not qualify. Use it when the user asks about ' +
      'one measure, or why a match has its status. Give only facts that the user said, ask the questions, and call again with ' +
      'the answers. Each call counts one match evaluation of the month (match_quota_exceeded when none is left); a call that is ' +
      'refused counts none. An unknown or withdrawn measure is subsidy_not_found. Facts are not stored. ' +
      `${errors} Never say that somebody is eligible or entitled. ${authorityDecides}`,
  },
  {
    name: 'list_changes',
    operation: 'listChanges',
    title: 'List what changed',
    description:
      'What changed, oldest first: new measures, new versions with their differences field by field, reminders before deadlines ' +
      '(subsidy.closing_soon), freshness of sources, and matches of your own watchlists that changed. Use since (a date, at most ' +
      '400 days back) on a first call, or the feed begins with the oldest event kept; filter by type, subsidy, source, region; ' +
      'a limit of 10 to 50 is advised. Every page has pagination.next_cursor, the last one too: keep it, and a later call with ' +
      'that cursor answers only what is new. has_more = false means nothing more for now. Ignore event types that you do not ' +
      `know. limit is at most the max_page_size of the plan. ${errors} ${authorityDecides}`,
  },
  {
    name: 'list_sources',
    operation: 'listSources',
    title: 'List the sources',
    description:
      'Every source of measures in one answer: authority, licence and attribution line, how often it is read, whether it is ' +
      'fresh, when it last succeeded, and how many measures it lists. Use it to say where information comes from and how current ' +
      'it is, and for the ids that the source filters take. It takes no arguments and has no pages. ' +
      `${errors} ${authorityDecides}`,
  },
]

/** What an assistant is told of the server as a whole. */
export const instructions =
  'Support measures of Belgian and EU authorities for companies and households. To look for measures: search_subsidies, then ' +
  'get_subsidy for details. For a company that is known: match_company, ask the questions that it answers, call again; for one ' +
  'measure explain_eligibility. list_changes says what is new, list_sources where it comes from. Give only facts that the user ' +
  'gave. Ask for small pages and compact rows. Every call counts one request of the plan, each match or explanation one match ' +
  'evaluation. The service is independent of every authority: what it says is information, only the competent authority decides; ' +
  'give the link of the measure.'
