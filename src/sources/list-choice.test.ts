import assert from 'node:assert/strict'
import test from 'node:test'
import { chooseList, type ListPlace, type ListUser, type StoredList } from './list-choice.ts'

const [own, other] = ['/srv/own.yaml', '/srv/other.yaml']
const served = (from: ListPlace | null): StoredList => ({ from, isServed: true })
const unserved = (from: ListPlace | null): StoredList => ({ from, isServed: false })

const rows: [what: string, user: ListUser, asked: ListPlace | null, stored: StoredList | null, choice: string][] = [
  ['a service with a file takes it over', 'worker', own, null, `take ${own}`],
  ['also where the store has another', 'worker', other, served(own), `take ${other}`],
  ['a service without one keeps the list of the store', 'worker', null, served(own), 'keep'],
  ['also one that nobody noted the place of', 'worker', null, served(null), 'keep'],
  ['on a store without a list it takes the bundled one', 'worker', null, null, 'take bundled'],
  [
    'and that of its own release, where the store is on the bundled list',
    'worker',
    null,
    served('bundled'),
    'take bundled',
  ],
  ['SOURCES_FILE=bundled goes back to it', 'worker', 'bundled', served(own), 'take bundled'],
  ['an api process takes nothing over', 'api', other, served(own), 'keep'],
  ['not even on a store without a list', 'api', own, null, 'keep'],
  ['a command without a file uses the list of the store', 'command', null, served(own), 'keep'],
  ['also the bundled one of the release that was started', 'command', null, served('bundled'), 'keep'],
  ['a command with the file of the store uses what was started with', 'command', own, served(own), 'keep'],
  ['a command with another one has to say the same', 'command', other, served(own), `compare ${other}`],
  ['bundled is another one', 'command', 'bundled', served(own), 'compare bundled'],
  ['on a store without a list a command takes its own over', 'command', own, null, `take ${own}`],
  ['or the bundled one', 'command', null, null, 'take bundled'],
  ['until a service was started, commands read their file anew', 'command', own, unserved(own), `take ${own}`],
  ['and the bundled list', 'command', null, unserved('bundled'), 'take bundled'],
  ['but take no other', 'command', other, unserved(own), `compare ${other}`],
  ['nor the bundled one for having no file', 'command', null, unserved(own), 'keep'],
]
for (const [what, user, asked, stored, choice] of rows)
  test(what, () => {
    const chosen = chooseList(user, asked, stored)
    assert.equal([chosen.verdict, ...('place' in chosen ? [chosen.place] : [])].join(' '), choice)
  })
