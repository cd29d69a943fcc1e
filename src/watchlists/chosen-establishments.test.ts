/** Companies whose number leaves something to be told: counted, paged through, and gone from the count when it is told or they are off. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { bakery, enterpriseAt, establishmentAt } from '../../tests/harness/numbered-clients.ts'
import { rowsOf } from '../../tests/harness/register-files.ts'
import { noFigures, registerScene } from '../../tests/harness/register-scene.ts'
import { watchedScene } from '../../tests/harness/watched.ts'
import { choicesPerPage, companiesToPlace, untoldCounts } from './chosen-establishments.ts'
import { removeCompany } from './companies.ts'

const now = 1_800_000_000_000
const count = choicesPerPage + 2
const severalOf = (index: number) =>
  [0, 1].map((at) => ({ number: establishmentAt(1_000 + 2 * index + at), postcode: '9000', municipality: 'Gent' }))
const nameOf = (index: number): string => `c${String(index).padStart(2, '0')}`

for (const engine of engines)
  test(`${engine.name}: what numbers leave untold is counted, and companies without a place come page by page`, async () => {
    await using register = await registerScene(engine)
    const companies = Array.from({ length: count }, (_, index) => bakery(index, { establishments: severalOf(index) }))
    await register.load({
      rows: rowsOf([...companies, bakery(90), bakery(91, { status: 'ST' }), bakery(93), bakery(94, { status: 'ST' })]),
    })
    const looking = { companies: register.companies, filedAccounts: noFigures }
    const scene = await watchedScene(register.store.database, undefined, looking)
    const account = await scene.account('enterprise')
    const list = await scene.list(account)
    const row = (reference: string, index: number, more = {}) => ({
      reference,
      company: { enterprise_number: enterpriseAt(index), ...more },
    })
    await scene.watch(account, list, [
      ...Array.from({ length: count }, (_, index) => row(nameOf(index), index)),
      row('one place', 90),
      row('ceased', 91),
      row('unknown', 92),
      row('unknown door', 90, { establishment_number: establishmentAt(900_000) }),
      row('moved door', 93, { establishment_number: establishmentAt(94) }),
      row('said', 0, { postcode: '1000' }),
      { reference: 'not filled', company: { enterprise_number: enterpriseAt(92) }, fill: false },
    ])
    const needs = { database: scene.database, watchedLists: scene.lists, ...looking }
    const counts = () => untoldCounts(needs, { id: list, companies: count + 7 })
    // The register lacks one number and one establishment; another establishment is another company's by now.
    assert.deepEqual(await counts(), { several_places: count, not_in_register: 3, not_active: 1 })

    const page = (after: string) => companiesToPlace(needs, { accountId: account, watchlistId: list, after })
    const first = await page('')
    assert.deepEqual([first.companies.length, first.hasMore], [choicesPerPage, true])
    assert.equal(first.companies[0]?.known.establishments, 2)
    const second = await page(first.companies.at(-1)?.reference ?? '')
    assert.deepEqual(
      [second.companies.map(({ reference }) => reference), second.hasMore],
      [[nameOf(count - 2), nameOf(count - 1)], false],
    )

    await scene.watch(account, list, [row(nameOf(0), 0, { establishment_number: severalOf(0)[0]?.number })])
    await removeCompany(scene.database, {
      who: { accountId: account, keyId: '' },
      watchlistId: list,
      reference: nameOf(1),
      now,
    })
    await removeCompany(scene.database, {
      who: { accountId: account, keyId: '' },
      watchlistId: list,
      reference: 'ceased',
      now,
    })
    assert.deepEqual(await counts(), { several_places: count - 2, not_in_register: 3, not_active: 0 })

    // Another register: what it says is what counts.
    await register.load({ extract: 142, day: '02-11-2026', rows: rowsOf([bakery(92)]) })
    const gone = count - 1 + 4
    assert.deepEqual(await counts(), { several_places: 0, not_in_register: gone, not_active: 0 })
    assert.equal(await untoldCounts(needs, { id: list, companies: 1_000_000 }), null)
    assert.deepEqual(await untoldCounts(needs, { id: list, companies: 0 }), {
      several_places: 0,
      not_in_register: 0,
      not_active: 0,
    })
  })
