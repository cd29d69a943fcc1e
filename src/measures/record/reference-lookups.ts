/** The tables of reference in the form in which the record functions take them. */
import { type Authority, authorityOf } from '../../reference/authorities.ts'
import { areaCovers, municipality } from '../../reference/geography.ts'
import { legalForm } from '../../reference/legal-forms.ts'
import { naceExists } from '../../reference/nace.ts'
import { pointOf } from '../../reference/points.ts'
import { textOnlyIn } from '../../values/localized-text.ts'
import type { ReferenceLookups } from './lookups.ts'

export const referenceLookups: ReferenceLookups = {
  authorityOf: (idOrAlias) => {
    const authority = authorityOf(idOrAlias)
    return authority === null ? null : named(authority)
  },
  naceExists,
  legalFormExists: (code) => legalForm(code) !== null,
  municipalityExists: (nis) => municipality(nis) !== null,
  pointExists: (id) => pointOf(id) !== null,
  areaCovers: (code) => {
    const area = areaCovers(code)
    if (area === null) return null
    const touched = new Set(area.municipalities.map((nis) => municipality(nis)?.region))
    return {
      regions: [...touched].filter((region) => region !== undefined),
      whole: area.regions.length > 0,
      municipalities: area.municipalities,
    }
  },
}

function named(authority: Authority) {
  return {
    id: authority.id,
    name: authority.name,
    url: authority.url === null ? null : textOnlyIn('en', authority.url),
    government_level: authority.government_level,
  }
}
