import assert from 'node:assert/strict'
import { test } from 'node:test'
import { companyDocument } from './company-document.ts'
import { type CompanyKind, type Found, isShownWhole } from './registered-company.ts'

function found(kind: CompanyKind | null): Found {
  const place = { postcode: '4000', municipality: '62063' }
  return {
    company: {
      ...{ number: '0999999922', kind, legalForm: '610', foundedOn: '1999-03-05', isActive: true },
      ...{ name: 'Wie Weet', office: place },
      establishments: { total: 1, items: [{ number: '2000000339', place, foundedOn: '1999-03-05' }] },
      ...{ nace: [{ code: '10711', version: '2025', main: true }], hasOwnActivities: true },
    },
    ...{ establishment: null, establishmentNace: [], loaded: { extract: 141, day: '2026-11-01' } },
  }
}

test('of a legal person alone name, day and place are told, also where the register does not say what somebody is', () => {
  for (const kind of ['natural_person', 'legal_person', null] as const) {
    const { name, founded_on, office, establishments, nace } = companyDocument(found(kind))
    const isWhole = kind === 'legal_person'
    assert.equal(isShownWhole({ kind }), isWhole)
    const told = [name, founded_on, office?.postcode ?? null, establishments.total, establishments.items.length]
    assert.deepEqual(told, isWhole ? ['Wie Weet', '1999-03-05', '4000', 1, 1] : [null, null, null, null, 0])
    assert.deepEqual(nace, [{ code: '10711', version: '2025', main: true }])
  }
})
