/** What an index is declared, given and asked, and what it answers. It knows entries, words and numbers, and no meaning. */

/** What its entries have, by name; a name stands for one thing only. */
export type Shape = {
  /** Facets, of which an entry carries any number of tokens. */
  facets: readonly string[]
  /** Lists in which a value stands for others. How far a token of one covers a value asked for is answered alike always. */
  covers: readonly { name: string; cover(token: string, asked: string): Cover }[]
  /** Numbers that entries are sorted by, the lower first, and bounded. */
  numbers: readonly string[]
  /** Texts that entries are sorted by, and how two of them stand to one another. */
  texts: readonly { name: string; compare(left: string, right: string): number }[]
}

/** `partly`: it may cover it. */
export type Cover = 'covered' | 'partly' | 'outside'

export type Entry = {
  /** Of ASCII characters. */
  id: string
  /** Found only by a query that asks for hidden ones too. */
  hidden: boolean
  /** By facet; a token that is repeated counts once. */
  tokens: Readonly<Record<string, readonly string[]>>
  /**
   * By name the tokens of what is listed, of which one must cover what is asked at least partly, and of what is taken out,
   * of which none may cover it; nothing listed: everything.
   */
  covered: Readonly<Record<string, { include: readonly string[]; exclude: readonly string[] }>>
  /** By name; Infinity: it has none, stands last, and is within no bounds. */
  numbers: Readonly<Record<string, number>>
  texts: Readonly<Record<string, string>>
  /** Texts whose words it is found by, by field, the field that counts the most first; at most eight (`grades.ts`). */
  words: readonly (readonly string[])[]
}

/**
 * Where a page ended: the sort value of its last row, and that row's id. It holds in every process, after a restart, and
 * when the row has changed or gone. For relevance the value is the score with the weights it was reckoned with, so that a
 * page is continued in the order it began in even when the entries, and with them the weight of a word, have changed.
 */
export type Position = { sortValue: number | string; id: string }

/** What an entry must meet whatever its words. */
export type Restrictions = {
  /** Of each facet named any of these tokens; none restricts nothing. */
  any: readonly { facet: string; tokens: readonly string[] }[]
  /** Of each name any of these must be covered, or may be. */
  covering: readonly { name: string; asked: readonly string[] }[]
  /** Each number above the one and not above the other. */
  bounds: readonly { number: string; above: number; upTo: number }[]
  withHidden: boolean
}

/** How far from a word it is sought: in its forms, in compounds with it too, or in its misspellings too where no row has it. */
export type Breadth = 'forms' | 'compounds' | 'misspellings'

/** A name of a concept: its folded words, all of which an entry must have that has the name. */
export type ConceptName = {
  words: readonly string[]
  /** How much of the concept an entry has that has this name in its best place: 1, all of it. */
  share: number
  breadth: Breadth
}

/** One thing that a search is about, under all the names that it has. */
export type Concept = {
  names: readonly ConceptName[]
  /** Names of it that stand in tables, under a key that no others have: what has them is kept at hand. */
  known?: { key: string; names: readonly ConceptName[] } | null
  /** An entry with one of the tokens has that share of it, whatever it says. */
  tokens: readonly { facet: string; tokens: readonly string[]; share: number }[]
  /** How much it counts beside another that is as rare, 1 as a rule. */
  importance: number
  /** Whether entries are found for it; another concept puts first what is found. */
  isSought: boolean
}

/** What an entry with one of the tokens, and with none of the others, is worth: a factor on how well it is meant. */
export type Favour = { facet: string; tokens: readonly string[]; unless?: readonly string[]; factor: number }

export type Narrowing = Pick<Restrictions, 'any' | 'covering'>

export type WordSearch = {
  /** Folded, as `queryWordsOf` gives them; empty restricts nothing. */
  words: readonly string[]
  /**
   * Whether half of the words with content are enough, and each is also found by its stem and with a letter wrong; else an
   * entry has every word.
   */
  most: boolean
  /** What is looked for in place of the words (`meaning/most-meant.ts`). */
  meant?: readonly Concept[] | null
  /** Of a search for concepts: what restricts it too, one after another, where that leaves something. */
  narrowings?: readonly Narrowing[]
  /** Which of them do, for a list that goes on; null: to be found. */
  narrowed?: readonly boolean[] | null
  /** What each concept weighs, for a list that goes on; null: to be reckoned. */
  weights?: readonly number[] | null
  /** Entries with one of these tokens are restricted by no narrowing, and no favour changes what they are worth. */
  exempt?: { facet: string; tokens: readonly string[] } | null
  /** Whether anything sought is enough, however common it is beside the rest: to judge an entry without the others. */
  isUnweighed?: boolean
}

export type Query = Restrictions &
  WordSearch & {
    /**
     * Words of a search that an entry with any of those tokens of a facet has too, as far as its order
     * goes, one with any of the `near` ones better: what is found is the same without.
     */
    favoured: readonly { word: string; facet: string; near: readonly string[]; far: readonly string[] }[]
    /** Of a search for concepts: what multiplies the score of an entry. */
    favours?: readonly Favour[]
    /** Of entries alike those with one of `tokens` go last, and before them those with one of `doubtful`; null where none does. */
    late: { facet: string; tokens: readonly string[]; doubtful: readonly string[] } | null
    /** `relevance`, or the name of a number or text. */
    sort: string
    /** The position of the last row of the page before; null for the first page. */
    after: Position | null
    /** Rows wanted, 1 or more. */
    limit: number
  }

export type Answer = {
  /** How many entries meet the query, wherever the page stands. */
  total: number
  /** Ids of the page, in order. */
  ids: string[]
  /** Where the page ended, to be asked for the next one; null when no row stands after it. */
  next: Position | null
  /** Of a search for concepts: which narrowings restrict it, and what each concept weighs. */
  narrowed?: readonly boolean[]
  weights?: readonly number[]
}

/** A facet, and what entries must meet to be counted under its tokens. */
export type TallyAsked = { facet: string; restrictions: Restrictions }

/** Counts by token; a token that no entry carries is not named. */
export type Tally = ReadonlyMap<string, number>

/** The sort that goes by words. */
export const byRelevance = 'relevance'
