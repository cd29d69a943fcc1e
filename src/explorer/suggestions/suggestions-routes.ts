/** `/{nl,fr,en}/suggestions`: what the code of the search box asks while somebody types. */
import Type from 'typebox'
import { text } from '../../contract/parameters.ts'
import { type RouteRecord, routeFor } from '../../contract/route.ts'
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import { besidePageAccess } from '../../pages/access.ts'
import { pageAddress } from '../../pages/address.ts'
import { searchLengthMax } from '../../pages/parts/search-box.ts'
import { type Language, textLanguages } from '../../values/vocabularies.ts'
import { suggestionsFor, suggestionsMax } from './suggest.ts'
import { suggestionKinds } from './words.ts'

export type SuggestionsNeeds = { catalogue: FollowedCatalogue }

const answer = Type.Array(
  Type.Object({
    kind: Type.Enum([...suggestionKinds]),
    text: Type.String(),
    detail: Type.String(),
    href: Type.Optional(Type.String()),
    lang: Type.Optional(Type.Enum([...textLanguages])),
  }),
  { maxItems: suggestionsMax },
)

export const suggestionsRoutes = <Needs extends SuggestionsNeeds>(language: Language): RouteRecord<Needs>[] => [
  routeFor<Needs>()({
    method: 'GET',
    path: pageAddress(language, 'suggestions'),
    operation: `suggestions_${language}`,
    summary: 'Suggestions for a text that is being typed',
    description: 'Measures whose names begin so, and purposes, places and trades that the text may go on with.',
    tag: 'Pages',
    access: besidePageAccess,
    capability: null,
    pathParameters: {},
    query: { q: text(searchLengthMax, { description: 'What is typed so far.' }, 'allowed') },
    body: null,
    shape: 'own',
    answers: { 200: { description: 'At most eight, the nearest first.', schema: answer } },
    refuses: [],
    etag: false,
    run: async ({ query: { q = '' }, needs }) => ({ data: await suggestionsFor(needs.catalogue, q, language) }),
  }),
]
