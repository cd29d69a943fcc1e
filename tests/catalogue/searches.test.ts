/** What an adviser types, and the curated measures that must come first: asked of the whole service. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startCuratedService } from '../harness/curated-service.ts'
import type { TestService } from '../harness/service.ts'

/** How many rows are looked at, at most, where several measures answer a search equally well. */
const firstRows = 3

let service: TestService
before(async () => {
  service = await startCuratedService()
})
after(() => service.stop())

/** One measure: it is the first row. Several equally good: the first rows, as many but at most three, are of them. */
const vouchers = [
  'be:spw-cheque-maturite-numerique',
  'be:spw-cheque-cybersecurite',
  'be:spw-cheque-technologique',
  'be:spw-cheque-propriete-intellectuelle',
  'be:spw-cheque-economie-circulaire',
  'be:spw-cheque-energie-amureba',
  'be:spw-cheque-creation-conseil',
  'be:spw-cheque-creation-formation',
  'be:spw-cheque-croissance-diagnostic',
  'be:spw-cheque-croissance-accompagnement',
  'be:spw-cheque-transmission',
  'be:awex-cheque-consultance-export',
]
const investmentDeductions = [
  'be:fin-investment-deduction-basic',
  'be:fin-investment-deduction-thematic',
  'be:fin-investment-deduction-technology',
]
const taxShelters = ['startups', 'scaleups', 'audiovisual', 'performing-arts', 'gaming', 'covid'].map(
  (name) => `be:fin-tax-shelter-${name}`,
)
const interreg = ['fwvl', 'vlaned', 'meuse-rhine', 'greater-region', 'nwe'].map((name) => `be:interreg-${name}`)

const searches: [query: string, ...ids: string[]][] = [
  // Dutch
  ['warmtepomp', 'be:wonen-mijn-verbouwpremie'],
  ['kmo-portefeuille', 'be:vlaio-kmo-portefeuille'],
  ['kmo portefeuille', 'be:vlaio-kmo-portefeuille'],
  ['kmoportefeuille', 'be:vlaio-kmo-portefeuille'],
  ['eerste aanwerving', 'be:nsso-first-hires'],
  ['ecologiepremie', 'be:vlaio-ecologiepremie-plus'],
  ['win-win lening', 'be:pmv-winwinlening'],
  ['winwinlening', 'be:pmv-winwinlening'],
  ['investeringsaftrek', ...investmentDeductions],
  ['zonnepanelen', 'be:veka-zonnepanelenpremie', 'be:env-green-certificates'],
  ['landbouw investering', 'be:lv-vlif-productieve-investeringen', 'be:spw-adisa-transformation', 'be:spw-bio'],
  ['starterslening', 'be:pmv-startlening'],
  ['huursubsidie', 'be:wonen-huursubsidie'],
  ['hinderpremie', 'be:vlaio-hinderpremie'],
  ['overbruggingsrecht', 'be:nisse-bridging-right'],
  ['opleidingsverlof', 'be:wewis-vlaams-opleidingsverlof'],
  ['dienstencheques', 'be:bee-service-vouchers'],
  // French
  ['chèque entreprise', ...vouchers],
  ['cheques-entreprises', ...vouchers],
  ['premier engagement', 'be:nsso-first-hires'],
  ['premiers engagements', 'be:nsso-first-hires'],
  [
    'prime rénovation',
    'be:spw-primes-habitation-travaux',
    'be:dg-energiepraemie-sanierung',
    'be:verviers-facades',
    'be:wonen-mijn-verbouwpremie',
    'be:brugge-opknappremie',
  ],
  ['primes habitation', 'be:spw-primes-habitation-travaux', 'be:spw-primes-habitation-audit'],
  ['prêt coup de pouce', 'be:we-pret-coup-de-pouce'],
  ['déduction pour investissement', ...investmentDeductions],
  ['droit passerelle', 'be:nisse-bridging-right'],
  ['brevet', 'be:euipo-sme-fund-patents'],
  ['chèque formation', 'be:forem-cheque-formation'],
  ['titres-services', 'be:bee-service-vouchers'],
  [
    'pompe à chaleur',
    'be:fin-vat-heat-pump',
    'be:dg-energiepraemie-verbesserung',
    'be:wonen-mijn-verbouwpremie',
    'be:fluvius-premies-niet-woongebouwen',
    'be:spw-primes-chauffage',
    'be:spw-green-energie',
    // Of one town, and about one all the same.
    'be:kortrijk-verbeteringspremie',
  ],
  [
    "prime à l'investissement",
    'be:spw-prime-investissement-pme',
    'be:spw-prime-investissement-ge',
    'be:spw-equipements-camions',
  ],
  ['congé-éducation', 'be:forem-conge-education', 'be:bee-paid-educational-leave', 'be:dg-bezahlter-bildungsurlaub'],
  ['chômage temporaire', 'be:neo-temporary-unemployment'],
  // English, and names that are the same in every language
  ['R&D tax', 'be:fin-tax-credit-rd'],
  ['R & D tax credit', 'be:fin-tax-credit-rd'],
  ['tax shelter', ...taxShelters],
  ['tax shelter start-ups', 'be:fin-tax-shelter-startups'],
  ['tax shelter gaming', 'be:fin-tax-shelter-gaming'],
  ['innovation income', 'be:fin-innovation-income-deduction'],
  ['activa', 'be:actiris-activa'],
  ['EIC Accelerator', 'be:eic-accelerator', 'be:eic-accelerator-equity'],
  ['Eurostars', 'be:eureka-eurostars'],
  // Live before what is paused.
  ['export', 'be:credendo-export-credit-insurance', 'be:awex-cheque-consultance-export', 'be:bee-export-fair'],
  ['first hires', 'be:nsso-first-hires'],
  ['Interreg', ...interreg],
  ['patent', 'be:euipo-sme-fund-patents'],
  // German
  ['Beschäftigung', 'be:dg-aktif', 'be:dg-aktif-plus', 'be:dsl-beschaeftigung'],
  ['AktiF', 'be:dg-aktif', 'be:dg-aktif-plus'],
  ['Photovoltaik', 'be:env-green-certificates', 'be:spw-certificats-verts'],
  ['Energieprämie', 'be:dg-energiepraemie-verbesserung', 'be:dg-energiepraemie-sanierung'],
  ['Gründung', 'be:wfg-gruendungsberatung'],
  ['Denkmalschutz', 'be:dg-denkmalschutz', 'be:urban-heritage-subsidy'],
]

for (const [query, ...ids] of searches) {
  test(`${query} finds ${ids.join(', ')} first`, async () => {
    const answer = await service.get(`/v1/subsidies?q=${encodeURIComponent(query)}&limit=10`)
    assert.equal(answer.status, 200)
    const rows = (answer.json().data as { id: string }[]).map(({ id }) => id)
    const first = rows.slice(0, Math.min(ids.length, firstRows))
    assert.equal(first.length, Math.min(ids.length, firstRows))
    assert.deepEqual(
      first.filter((id) => !ids.includes(id)),
      [],
      `found ${rows.join(', ')}`,
    )
  })
}
