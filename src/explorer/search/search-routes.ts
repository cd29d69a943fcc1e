/** `/{nl,fr,en}/search`: everything that is asked stands in the address. */
import { idList, integer, listOf, oneOf, text } from '../../contract/parameters.ts'
import type { RouteRecord } from '../../contract/route.ts'
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import { wordModes } from '../../measures/finding/query.ts'
import { naceParameter } from '../../measures/nace-parameter.ts'
import { pageAddress } from '../../pages/address.ts'
import type { FrameNeeds } from '../../pages/frame.ts'
import { pageRoute } from '../../pages/page.ts'
import { searchBoxScript, searchLengthMax } from '../../pages/parts/search-box.ts'
import {
  applicantTypes,
  companySizes,
  governmentLevels,
  instrumentTypes,
  type Language,
  regions,
  statuses,
  topics,
} from '../../values/vocabularies.ts'
import { findMeasures } from './find.ts'
import { pagesMax, type SearchAsked, searchAddress, searchSorts } from './search-query.ts'
import { searchView } from './search-view.ts'
import { searchWords } from './words.ts'

export type SearchNeeds = { catalogue: FollowedCatalogue }

const query = {
  q: text(searchLengthMax, { description: 'Words.' }, 'allowed'),
  words: oneOf(wordModes, { description: 'How many of them.' }),
  applicant_type: listOf(applicantTypes, { description: 'Who for.' }),
  region: listOf(regions, { description: 'Where.' }),
  status: listOf(statuses, { description: 'Whether one can apply.' }),
  instrument_type: listOf(instrumentTypes, { description: 'Kind of support.' }),
  topic: listOf(topics, { description: 'Subject.' }),
  company_size: listOf(companySizes, { description: 'Size.' }),
  government_level: listOf(governmentLevels, { description: 'Government.' }),
  source: idList(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, { description: 'Source.' }),
  nace: naceParameter({ description: 'A NACE-BEL code.' }),
  sort: oneOf(searchSorts, { description: 'Order.' }),
  page: integer(1, pagesMax, { description: 'Page.' }),
}

export const searchRoutes = <Needs extends FrameNeeds & SearchNeeds>(language: Language): RouteRecord<Needs>[] => [
  pageRoute<Needs, typeof query>({
    language,
    path: pageAddress(language, 'search'),
    operation: `search_${language}`,
    query,
    async run({ query: given, needs, now }, texts) {
      const asked: SearchAsked = {
        q: given.q ?? '',
        words: given.words ?? null,
        applicant_type: given.applicant_type ?? [],
        region: given.region ?? [],
        status: given.status ?? [],
        instrument_type: given.instrument_type ?? [],
        topic: given.topic ?? [],
        company_size: given.company_size ?? [],
        government_level: given.government_level ?? [],
        source: given.source ?? [],
        nace: given.nace ?? null,
        sort: given.sort ?? null,
        page: given.page ?? 1,
      }
      const found = await findMeasures(needs.catalogue, asked, { language, texts, now })
      const words = searchWords[language]
      return {
        language,
        title: asked.q.trim() === '' ? words.title : words.titleFor(asked.q.trim()),
        description: words.description,
        place: 'search',
        inLanguage: (one) => searchAddress(one, asked, { page: asked.page }),
        // Only the plain page is one to be found; the rest are its answers.
        isUnlisted: searchAddress(language, asked, { page: asked.page }) !== pageAddress(language, 'search'),
        scripts: [searchBoxScript],
        at: now,
        body: searchView(found, { language, now, baseUrl: needs.baseUrl }),
      }
    },
  }),
]
