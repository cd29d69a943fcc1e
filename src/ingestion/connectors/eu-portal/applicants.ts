/**
 * Who may apply for an EU call, as far as its type of action says, in our own words; and whether the call itself has to say more.
 */
import type { EuApplicants } from '../../../reference/eu-types-of-action.ts'
import type { ApplicantType, Language } from '../../../values/vocabularies.ts'
import { withoutProfit } from './derived-rule.ts'

export type EuTexts = Record<Language, string>

/** `learner`: who studies, is trained or goes abroad with the support; cascade calls alone have it. */
export type EuAudience = EuApplicants | 'learner'

const organisations = ['company', ...withoutProfit] as const
const anybody = ['self_employed', ...organisations] as const

/** `types`: who usually applies; empty: that says too little. */
export const applicants: Record<EuAudience, { types: readonly ApplicantType[]; text: EuTexts }> = {
  any: {
    types: anybody,
    text: {
      nl: 'De aanvrager is een onderneming, vereniging, overheid, onderzoeks- of onderwijsinstelling, en geen particulier.',
      fr: "Le demandeur est une entreprise, une association, un pouvoir public, un organisme de recherche ou d'enseignement, et non un particulier.",
      en: 'The applicant is an enterprise, association, public body, research or education institution, and no private person.',
    },
  },
  organisations: {
    types: organisations,
    text: {
      nl: 'De aanvrager is een organisatie met rechtspersoonlijkheid: vereniging, instelling, overheid of vennootschap.',
      fr: 'Le demandeur est une organisation dotée de la personnalité juridique : association, institution, pouvoir public ou société.',
      en: 'The applicant is an organisation with legal personality: an association, institution, public body or company.',
    },
  },
  company: {
    types: ['company', 'self_employed', 'starter', 'household'],
    text: {
      nl: 'De aanvrager is één onderneming, of een persoon die er een wil oprichten.',
      fr: 'Le demandeur est une seule entreprise, ou une personne qui veut en créer une.',
      en: 'The applicant is one enterprise, or a person who wants to set one up.',
    },
  },
  buyers: {
    types: ['public_body'],
    text: {
      nl: 'De aanvragers zijn overheden die samen aankopen; ondernemingen schrijven in op hun opdracht.',
      fr: 'Les demandeurs sont des acheteurs publics ; les entreprises répondent à leur marché.',
      en: 'The applicants are public bodies that buy together; enterprises tender for their contract.',
    },
  },
  civil: {
    types: withoutProfit,
    text: {
      nl: 'De aanvrager is een vereniging zonder winstoogmerk, een overheid of een instelling; een onderneming doet hoogstens naast hen mee.',
      fr: 'Le demandeur est une association sans but lucratif, un pouvoir public ou une institution ; une entreprise participe tout au plus à leurs côtés.',
      en: 'The applicant is a non-profit association, a public body or an institution; an enterprise takes part at most beside them.',
    },
  },
  researcher: {
    types: [],
    text: {
      nl: 'Een onderzoeker leidt het project, bij een instelling of onderneming die hem ontvangt.',
      fr: "Un chercheur dirige le projet, au sein d'un organisme ou d'une entreprise d'accueil.",
      en: 'A researcher leads the project, at an institution or enterprise that is the host.',
    },
  },
  passes_on: {
    types: ['non_profit', 'public_body', 'research_organisation'],
    text: {
      nl: "De aanvragers beheren of financieren programma's; ondernemingen vragen later bij hen aan.",
      fr: "Les demandeurs gèrent ou financent des programmes ; les entreprises s'adressent ensuite à eux.",
      en: 'The applicants manage or fund programmes; enterprises apply to them later.',
    },
  },
  trade: {
    types: ['company', 'non_profit', 'public_body'],
    text: {
      nl: 'De aanvrager is een beroeps-, branche- of producentenorganisatie of een instantie van de agrovoedingssector.',
      fr: 'Le demandeur est une organisation professionnelle, interprofessionnelle ou de producteurs, ou un organisme agroalimentaire.',
      en: 'The applicant is a trade, inter-trade or producer organisation, or a body of the agri-food sector.',
    },
  },
  contest: {
    types: [],
    text: {
      nl: 'Het wedstrijdreglement zegt wie meedoet: organisaties, of ook personen.',
      fr: 'Le règlement du concours dit qui participe : des organisations, ou aussi des personnes.',
      en: 'The rules of the contest say who takes part: organisations, or persons too.',
    },
  },
  learner: {
    types: [],
    text: {
      nl: 'De aanvrager studeert, volgt een opleiding, loopt stage of gaat naar het buitenland, zoals de oproep het zegt.',
      fr: "Le demandeur étudie, se forme, fait un stage ou part à l'étranger, comme l'appel le précise.",
      en: 'The applicant studies, is trained, does an internship or goes abroad, as the call says.',
    },
  },
  call: {
    types: anybody,
    text: {
      nl: 'De aanvrager is geen particulier, tenzij de oproep het anders zegt.',
      fr: "Le demandeur n'est pas un particulier, sauf si l'appel dit autre chose.",
      en: 'The applicant is no private person, unless the call says otherwise.',
    },
  },
}

/** Who may apply by the regulation, without more that the call would have to say. */
export const saidByLaw: readonly EuAudience[] = ['any', 'company']
