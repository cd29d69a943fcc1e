/**
 * Words without content: articles, prepositions, conjunctions, pronouns and the commonest verbs of Dutch, French, German and
 * English, folded. A word that means something in one of the four is not among them, whatever it is in another (`car`, `son`,
 * `war`): it is better to look for one word too many than to leave the one out that was meant.
 */
const nl =
  'de het een en of van voor in op met te ten ter aan bij uit door naar om over onder tot als dan dat die dit deze er is zijn ' +
  'wordt worden kan kunnen mag moet heb hebt heeft hebben wil willen ik je jij u uw we wij ons onze mijn zijn haar hun wie ' +
  'wat waar wanneer hoe hoeveel welke welk ook niet geen nog wel al bestaat krijg krijgen krijgt doen doet gaat gaan laten ' +
  'tegen tussen via zoals zelf alle elke iemand daar daarvoor'
const fr =
  'le la les l un une des du de d et ou a au aux en dans pour par sur sous avec sans chez ce cet cette ces que qui qu quoi ' +
  'dont est sont etre ai as avons avez ont avoir je j tu il elle on nous vous ils elles mon ma mes ton ta tes notre nos votre ' +
  'vos leur leurs se s y ne n pas plus quel quelle quels quelles comment combien quand peut peux puis pouvons obtenir ' +
  'recevoir suis sommes faire fait veux veut voudrais dois doit si entre tout tous toute toutes moi existe'
const de =
  'der die das den dem des ein eine einen einem einer eines und oder von vom zu zum zur fur im in ins am an auf aus bei beim ' +
  'mit nach uber unter durch um als dass ist sind wird werden kann konnen muss hat haben ich du er sie es wir ihr mein meine ' +
  'meinen meiner meinem unser unsere sein seine seinen wie wieviel wann was wer wo welche welchen welcher welches auch nicht ' +
  'kein keine noch gibt bekomme bekommen bekommt wenn ob sich soll sollen wollen mochte mochten darf gegen zwischen'
const en =
  'the a an and or of for in on at to from by with without into onto as is are be was were can could may must has have had i ' +
  'you he she it its we they my your our their this that these those what which who whose how much where when if am do does ' +
  'did get gets want wants need needs would should will any some there not no'

/** Those of each language. */
export const emptyWords = {
  nl: new Set(nl.split(' ')),
  fr: new Set(fr.split(' ')),
  de: new Set(de.split(' ')),
  en: new Set(en.split(' ')),
} as const
const empty: ReadonlySet<string> = new Set(Object.values(emptyWords).flatMap((words) => [...words]))

/** Whether a folded word means something by itself. */
export const hasContent = (word: string): boolean => !empty.has(word)

/** The words that have content; all of them where none has. */
export function contentOf(words: readonly string[]): readonly string[] {
  const content = words.filter(hasContent)
  return content.length === 0 ? words : content
}
