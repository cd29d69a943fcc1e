/**
 * The words by which activities are found: each name of a trade, and the titles of each code of NACE-BEL 2025 with those above and
 * below it, in nl, fr, de and en. A word is found by itself, by another form of it, within a compound or as the compound around
 * it, by how it begins, and with a slip of the pen.
 */
import { naceCodes, naceLabel } from '../../../reference/nace.ts'
import { type Trade, trades } from '../../../reference/trades.ts'
import { countedWords, isNameWord, longLettersMin, spellingsOf } from '../../../situations/dictionary.ts'
import { formKey } from '../../../situations/word-forms.ts'
import { type TextLanguage, textLanguages } from '../../../values/vocabularies.ts'

/** The level that companies are registered at. */
export const registerLevel = 5

/** The widest level whose titles say something of what is below. */
const groupLevel = 3

type Subject = Trade | string

/** A name of a trade, or the title of a code. `subjects`: what is found by it, trades or codes of the level of the register. */
type Text = {
  subjects: readonly Subject[]
  isTitle: boolean
  weight: number
  words: readonly string[]
  /** Of all its words. */
  rarity: number
}

/** What a word counts in a text: in a name of a trade and in a code's own title more than in the titles above and below. */
const weights = { name: 1, title: 0.8, near: 0.3 } as const
/** How nearly a word is meant by another one, 1 being the word itself. */
const likeness = { same: 1, form: 0.95, slip: 0.75, around: 0.7, tail: 0.6, head: 0.45, alike: 0.45 } as const
/** A shorter word stands within too many others. */
const partLettersMin = 4
/** Letters that two words begin with alike, where one stands for the other: so many, and so much of the longer. */
const alikeLettersMin = 5
const alikePart = 0.6
/** How much it lowers a text that it has words which nobody typed. */
const excessPower = 0.6

/** What fits less than this share of the best is no answer. */
const leastShare = 0.3

/** What has some of the words, and how well it fits. */
export type Fitting = { subject: Subject; fit: number }

class ActivityWords {
  readonly #texts: Text[] = []
  /** The texts that have a word. */
  readonly #holders = new Map<string, number[]>()
  readonly #forms: Readonly<Record<TextLanguage, Map<string, Set<string>>>> = {
    nl: new Map(),
    fr: new Map(),
    de: new Map(),
    en: new Map(),
  }
  /** Words whose forms are known, by language. */
  readonly #formed = {
    nl: new Set<string>(),
    fr: new Set<string>(),
    de: new Set<string>(),
    en: new Set<string>(),
  } as const
  readonly #vocabulary: readonly string[]
  readonly #rarities = new Map<string, number>()

  constructor() {
    for (const trade of trades())
      for (const language of textLanguages)
        for (const name of trade.names[language])
          this.#add({ subjects: [trade], isTitle: false, weight: weights.name, words: countedWords(name) }, language)
    const codes = naceCodes(2025).filter(({ length }) => length >= groupLevel)
    const ofRegister = codes.filter(({ length }) => length === registerLevel)
    const above = new Map<string, string[]>()
    for (const code of ofRegister)
      for (let length = groupLevel; length < registerLevel; length += 1) {
        const wider = code.slice(0, length)
        const below = above.get(wider)
        if (below === undefined) above.set(wider, [code])
        else below.push(code)
      }
    for (const code of codes) {
      const own = code.length === registerLevel
      const subjects = above.get(code) ?? [code.slice(0, registerLevel)]
      for (const language of textLanguages) {
        const words = countedWords(naceLabel(code, 2025, language) ?? '')
        this.#add({ subjects, isTitle: true, weight: own ? weights.title : weights.near, words }, language)
      }
    }
    this.#vocabulary = [...this.#holders.keys()]
    for (const [word, places] of this.#holders) {
      this.#rarities.set(word, Math.log(1 + this.#texts.length / places.length))
    }
    for (const text of this.#texts) text.rarity = text.words.reduce((sum, word) => sum + this.rarityOf(word), 0)
  }

  #add(text: Omit<Text, 'rarity'>, language: TextLanguage): void {
    const place = this.#texts.push({ ...text, rarity: 0 }) - 1
    for (const word of text.words) {
      const holders = this.#holders.get(word)
      if (holders === undefined) this.#holders.set(word, [place])
      else holders.push(place)
      if (this.#formed[language].has(word)) continue
      this.#formed[language].add(word)
      const key = formKey(word, language)
      const forms = this.#forms[language].get(key)
      if (forms === undefined) this.#forms[language].set(key, new Set([word]))
      else forms.add(word)
    }
  }

  /** The more, the fewer activities have the folded word; 0 where none has. */
  readonly rarityOf = (word: string): number => this.#rarities.get(word) ?? 0

  /**
   * What has some of those folded words, the best first. `isNamed`: they are the name of a trade already, so that what only looks
   * like one of them is left out.
   */
  fitting(asked: readonly string[], isNamed: boolean): Fitting[] {
    /** By text: what each word typed adds, and how much of the text's own words is met. */
    const sums = new Map<number, { gained: number; met: number }>()
    for (const word of asked) {
      const best = new Map<number, { gain: number; rarity: number }>()
      for (const [known, like] of this.#knownLike(word, isNamed)) {
        const rarity = this.rarityOf(known)
        for (const place of this.#holders.get(known) ?? []) {
          const before = best.get(place)
          if (before === undefined || like * rarity > before.gain) best.set(place, { gain: like * rarity, rarity })
        }
      }
      for (const [place, { gain, rarity }] of best) {
        const sum = sums.get(place) ?? { gained: 0, met: 0 }
        sums.set(place, { gained: sum.gained + gain, met: sum.met + rarity })
      }
    }
    const fits = new Map<Subject, number>()
    for (const [place, { gained, met }] of sums) {
      const text = this.#texts[place]
      if (text === undefined) continue
      const share = text.isTitle ? 1 : Math.min(1, met / text.rarity) ** excessPower
      const fit = gained * share * text.weight
      for (const subject of text.subjects) fits.set(subject, Math.max(fits.get(subject) ?? 0, fit))
    }
    const found = [...fits].map(([subject, fit]) => ({ subject, fit })).sort((left, right) => right.fit - left.fit)
    const least = (found[0]?.fit ?? 0) * leastShare
    return found.filter(({ fit }) => fit >= least)
  }

  /** The words of texts that may be meant by a word, each with how nearly. */
  #knownLike(asked: string, isNamed: boolean): Map<string, number> {
    const found = new Map<string, number>()
    const note = (word: string, like: number): void => {
      if (like > (found.get(word) ?? 0)) found.set(word, like)
    }
    if (this.#holders.has(asked)) note(asked, likeness.same)
    for (const language of textLanguages)
      for (const word of this.#forms[language].get(formKey(asked, language)) ?? []) note(word, likeness.form)
    if (found.size === 0 && !isNameWord(asked))
      for (const spelling of spellingsOf(asked, true, longLettersMin.alone))
        if (this.#holders.has(spelling)) note(spelling, likeness.slip)
    if (isNamed && found.size > 0) return found
    if (asked.length >= partLettersMin) for (const word of this.#vocabulary) note(word, likenessOf(asked, word))
    return found
  }
}

/** Of a word and another one: one is part of the other, or they begin alike; 0 where neither is so. */
function likenessOf(asked: string, word: string): number {
  if (word.length > asked.length && word.includes(asked)) return likeness.around
  if (word.length >= partLettersMin && asked.length > word.length) {
    if (asked.endsWith(word)) return likeness.tail
    if (asked.startsWith(word)) return likeness.head
  }
  let alike = 0
  while (alike < asked.length && asked[alike] === word[alike]) alike += 1
  const longer = Math.max(asked.length, word.length)
  return alike >= Math.max(alikeLettersMin, longer * alikePart) ? likeness.alike : 0
}

let made: ActivityWords | null = null

/** Made when it is first asked for: most processes never are. */
export function activityWords(): ActivityWords {
  made ??= new ActivityWords()
  return made
}
