/** The smaller objects of an input record: authorities, NACE lists, conditions, related measures, legal basis, licence. */
import { isMeasureId } from '../../values/ids.ts'
import type { LicenceMode } from '../../values/vocabularies.ts'
import { conditionKinds, governmentLevels, licenceModes, textLanguages } from '../../values/vocabularies.ts'
import { licensedFields } from '../record/licence.ts'
import type { NaceVersion } from '../record/lookups.ts'
import type { Condition, GivenAuthority, LegalBasis, Nace, Related } from '../record/record.ts'
import { naceCodeAt } from '../rules/read-rule-value.ts'
import { inputBounds, inputProperties } from './input-schema.ts'
import { localizedAt, localizedUrlAt, requiredTextAt, urlAt } from './read-texts.ts'
import type { Place } from './reading.ts'
import {
  fault,
  formedAt,
  isAbsent,
  listAt,
  ownIdAt,
  partsAt,
  partsOrNone,
  shown,
  stringAt,
  uniqueListAt,
  wordAt,
} from './reading.ts'

/** No commas or spaces: an issuer's id stands in comma lists of filters. */
const authorityIdForm = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/**
 * An authority as given. Without an id it is looked up by its name, since two sources are to name one issuer by one id;
 * a name that our table does not have is no identity.
 */
export function authorityAt(place: Place): GivenAuthority | null {
  const part = partsAt(place, inputProperties.authority)
  if (part === null) return null
  const given = formedAt(part('id'), authorityIdForm, 'an id of letters, digits, . _ -')
  const name = localizedAt(part('name'), inputBounds.nameMax)
  const url = localizedUrlAt(part('url'))
  const level = wordAt(part('government_level'), governmentLevels)
  const id = given ?? knownIdOf(place, name)
  if (id === null && isAbsent(part('id').value)) fault(part('id'), 'missing, and the name is of no known authority')
  return id === null ? null : { id, name, url, government_level: level }
}

function knownIdOf(place: Place, name: GivenAuthority['name']): string | null {
  for (const language of textLanguages) {
    const text = name?.[language] ?? null
    const known = text === null ? null : place.reading.lookups.authorityOf(text)
    if (known !== null) return known.id
  }
  return null
}

export function naceAt(place: Place): Nace {
  const part = partsOrNone(place, inputProperties.nace)
  const version = naceVersionAt(part('version'))
  return {
    include: uniqueListAt(part('include'), (code) => naceCodeAt(code, version)),
    exclude: uniqueListAt(part('exclude'), (code) => naceCodeAt(code, version)),
    version,
  }
}

function naceVersionAt(place: Place): NaceVersion | null {
  const { value } = place
  if (isAbsent(value)) return null
  return value === 2008 || value === 2025 ? value : fault(place, 'neither 2008 nor 2025')
}

/** Area codes that the tables of reference know: NIS (2025) and NUTS. */
export function areaCodeAt(place: Place): string | null {
  const code = stringAt(place)
  if (code === null || place.reading.lookups.areaCovers(code) !== null) return code
  return fault(place, `${shown(code)} is neither a NIS code of 2025 nor a NUTS code of Belgium`)
}

/** The conditions; whether their `rule_ids` name rules is judged when all rules are known. */
export function conditionsAt(place: Place): Condition[] {
  const ids = new Set<string>()
  return listAt(place, (entry) => {
    const part = partsAt(entry, inputProperties.condition)
    if (part === null) return null
    const id = ownIdAt(part('id'))
    if (id !== null && ids.has(id)) fault(part('id'), `${shown(id)} is the id of another condition`)
    if (id !== null) ids.add(id)
    const condition = {
      text: requiredTextAt(part('text'), inputBounds.conditionTextMax),
      kind: wordAt(part('kind'), conditionKinds) ?? 'eligibility',
      rule_ids: uniqueListAt(part('rule_ids'), (ruleId) => stringAt(ruleId)),
    }
    return id === null ? null : { id, ...condition }
  })
}

/** Related measures; `merged_from` is the operator's word, so a source can only say that there is nothing. */
export function relatedAt(place: Place): Related {
  const part = partsOrNone(place, inputProperties.related)
  const merged = part('merged_from')
  const saysNothing = isAbsent(merged.value) || (Array.isArray(merged.value) && merged.value.length === 0)
  if (!saysNothing) fault(merged, 'follows from merges alone')
  return {
    excludes: uniqueListAt(part('excludes'), measureIdAt),
    requires: uniqueListAt(part('requires'), measureIdAt),
    variant_of: measureIdAt(part('variant_of')),
  }
}

function measureIdAt(place: Place): string | null {
  const id = stringAt(place, inputBounds.idMax * 2)
  return id === null || isMeasureId(id) ? id : fault(place, `${shown(id)} is not a measure id (prefix:local-id)`)
}

export function legalBasisAt(place: Place): LegalBasis[] {
  return listAt(place, (entry) => {
    const part = partsAt(entry, inputProperties.legalBasis)
    if (part === null) return null
    const title = localizedAt(part('title'), inputBounds.titleMax)
    const url = urlAt(part('url'))
    return title === null && url === null ? fault(entry, 'neither a title nor a url') : { title, url }
  })
}

/** Licence modes by field name, e.g. `{ description: 'link_only' }`. */
export function licenceAt(place: Place): Record<string, LicenceMode> {
  const part = partsOrNone(place, licensedFields, 'no licence mode withholds it')
  const modes: Record<string, LicenceMode> = {}
  for (const field of licensedFields) {
    const mode = wordAt(part(field), licenceModes)
    if (mode !== null) modes[field] = mode
  }
  return modes
}
