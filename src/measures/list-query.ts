/** The parameters of a list of measures, and what they ask: for the route, and for whoever keeps a search. */
import { pageLimitWords, plans } from '../accounts/plans.ts'
import type { QueryValues } from '../contract/call.ts'
import { cursorText, flag, idList, idOf, instantOrDay, integer, listOf, oneOf, text } from '../contract/parameters.ts'
import {
  applicantTypes,
  companySizes,
  governmentLevels,
  instrumentTypes,
  languages,
  regions,
  scopes,
  sorts,
  statuses,
  topics,
  views,
} from '../values/vocabularies.ts'
import { wordModes } from './finding/query.ts'
import { type ListRequest, limitDefault } from './list.ts'
import { naceParameter } from './nace-parameter.ts'

const wordsMax = 200
const pageSizeMax = Math.max(...Object.values(plans).map((plan) => plan.maxPageSize))

export const langParameter = oneOf(languages, {
  description: 'Language of texts; what does not exist in it falls back to en, nl, fr, de.',
  default: 'en',
})

export const listQuery = {
  q: text(
    wordsMax,
    {
      description:
        'Words, in any language and order; each must be the start of a word of the title, the names that people give the ' +
        'measure, the local id, the names of issuer and administrator, the summary, what its instrument, topics, ' +
        'applicants, sizes, costs and places are called (nl, fr, de, en), the description or the conditions. Case and ' +
        'accents are ignored. Single letters with `&` or `+` between are one word (`R&D`); `startup`, `start-up` and ' +
        '`start up` find one another.',
      example: 'warmtepomp',
    },
    'allowed',
  ),
  words: oneOf(wordModes, {
    description:
      'With `q`: `all` words, or `most`: at least half of those with content, each also found by its stem (nl, fr, de, en) ' +
      'and, from five letters on, with one letter wrong, missing or too many; the best first. `meant` reads `q` as a person ' +
      'means it (nl, fr, de, en): places, kinds of applicant, trades, purposes, instruments, amounts. `meta.understood` says ' +
      'what was understood. A place or a kind of applicant narrows where that leaves something, a trade leaves out what excludes ' +
      'it, the purpose decides what is found; what can be applied for comes before what nobody knows and what is over.',
    default: 'all',
  }),
  region: listOf(regions, {
    description:
      'Measures available in any of these regions: their own, and those without regional restriction. By where applicants, or the ' +
      'persons whom a measure pays for, must be, as its rules say too.',
  }),
  topic: listOf(topics, { description: 'Measures with any of these topics.' }),
  company_size: oneOf(companySizes, {
    description: 'Measures that name this size, and those that do not restrict sizes.',
  }),
  applicant_type: listOf(applicantTypes, {
    description: 'Measures that name any of these kinds of applicants, and those that name none.',
  }),
  instrument_type: listOf(instrumentTypes, { description: 'What the applicant receives.' }),
  status: listOf(statuses, {
    description: 'Status at the instant of the answer, which the clock moves too; every status when not given.',
  }),
  government_level: listOf(governmentLevels, { description: 'Level of the government that decides.' }),
  scope: listOf(scopes, { description: 'How far the measure reaches.' }),
  source: idList(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, { description: 'Ids of sources.' }),
  issuer: idList(/^[^\s,]{1,200}$/u, { description: 'Ids of issuers; an unknown one matches nothing.' }),
  nace: naceParameter({
    description:
      'One NACE-BEL code of 2008 or 2025: two digits, or more of them with or without a dot (or a comma) behind the ' +
      'second; a section letter stands for its divisions of 2025. A version may stand behind it, `63.91 (2008)`, for a code ' +
      'that both have; else 2025 is meant. Found are measures that a company with that code alone is not surely outside of. ' +
      'Between the versions the official correspondence of classes decides.',
    example: '62.01',
  }),
  programme: idOf(/^[^\s,]{1,100}$/u, { description: 'Code of an EU programme; an unknown one matches nothing.' }),
  deadline_before: instantOrDay('end', { description: 'Deadline at or before.' }),
  deadline_after: instantOrDay('end', { description: 'Deadline later than.' }),
  updated_since: instantOrDay('start', { description: 'Changed at or after.' }),
  include_withdrawn: flag({
    description: 'Also measures that their source no longer lists.',
    default: false,
  }),
  sort: oneOf(sorts, {
    description:
      '`relevance` when `q` is given, else `deadline` (soonest first, none last). `relevance` without a word is `updated`.',
  }),
  view: oneOf(views, { description: 'Rows in short, or full records.', default: 'compact' }),
  lang: langParameter,
  limit: integer(1, pageSizeMax, {
    description: pageLimitWords('Rows'),
    default: limitDefault,
  }),
  cursor: cursorText({
    description: '`pagination.next_cursor` of the page before; ask with the same filters and order.',
  }),
}

export function listRequestOf(query: QueryValues<typeof listQuery>): ListRequest {
  return {
    q: query.q,
    words: query.words,
    filters: {
      region: query.region ?? null,
      topic: query.topic ?? null,
      company_size: query.company_size === undefined ? null : [query.company_size],
      applicant_type: query.applicant_type ?? null,
      instrument_type: query.instrument_type ?? null,
      status: query.status ?? null,
      government_level: query.government_level ?? null,
      scope: query.scope ?? null,
      source: query.source ?? null,
      issuer: query.issuer ?? null,
      nace: query.nace === undefined ? null : [query.nace],
      programme: query.programme === undefined ? null : [query.programme],
      deadline_before: query.deadline_before ?? null,
      deadline_after: query.deadline_after ?? null,
      updated_since: query.updated_since ?? null,
      include_withdrawn: query.include_withdrawn ?? false,
    },
    sort: query.sort,
    view: query.view,
    lang: query.lang,
    limit: query.limit,
    cursor: query.cursor,
  }
}
