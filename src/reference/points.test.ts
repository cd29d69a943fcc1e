import assert from 'node:assert/strict'
import test from 'node:test'
import { textLanguages } from '../values/vocabularies.ts'
import { pointOf, points } from './points.ts'

test('every point has an id of its own, in order, and is found by it', () => {
  const ids = points().map(({ id }) => id)
  assert.deepEqual(ids, [...new Set(ids)].sort(), 'reference/points.tsv: a line for each id, in the order of the ids')
  for (const point of points()) {
    assert.match(point.id, /^[a-z][a-z0-9_]*$/)
    assert.equal(pointOf(point.id), point)
  }
  assert.equal(pointOf('no_such_point'), null)
})

for (const language of textLanguages) {
  test(`${language}: every point says its fact and asks its question, in words of its own`, () => {
    const facts = points().map(({ fact }) => fact[language])
    const questions = points().map(({ question }) => question[language])
    const unwritten = (form: RegExp, column: string, texts: string[]): string[] =>
      texts.flatMap((text, index) =>
        form.test(text) ? [] : [`reference/points.tsv: write ${column} of ${points()[index]?.id}, now "${text}"`],
      )
    assert.deepEqual(unwritten(/^\S.*[^\s.?]$/, language, facts), [])
    assert.deepEqual(unwritten(/^\S.*[^\s]\s?\?$/, `question_${language}`, questions), [])
    assert.equal(new Set([...facts, ...questions]).size, facts.length * 2)
  })
}

test('a fact is said, never denied, so that nobody has to answer no in order to say yes', () => {
  const denials: Record<(typeof textLanguages)[number], RegExp> = {
    nl: /\b(niet|geen|zonder|nooit)\b(?!-werkende)/i,
    fr: /\b(ne|n'|pas|aucun|aucune|sans|jamais)\b/i,
    de: /\b(nicht|kein|keine|keinen|ohne|nie)\b/i,
    en: /\b(not|no|never|none|without)\b/i,
  }
  // What is being without work, and what has not been paid back, are facts themselves.
  const ofLacks = new Set(['applicant_is_jobseeker', 'hires_registered_jobseeker', 'has_aid_to_repay'])
  for (const { id, fact } of points())
    if (!ofLacks.has(id))
      for (const language of textLanguages) assert.doesNotMatch(fact[language], denials[language], id)
})

test('no fact and no question promises anything, and questions use the formal register', () => {
  const promises = /entitled|eligible for|recht op|avez droit|bénéficierez/i
  for (const { id, fact, question } of points()) {
    for (const language of textLanguages) assert.doesNotMatch(`${fact[language]} ${question[language]}`, promises, id)
    assert.doesNotMatch(question.nl, /\b(je|jij|jouw|jullie)\b/i, id)
    assert.doesNotMatch(question.fr, /\b(tu|ton|ta|tes)\b/i, id)
    assert.doesNotMatch(question.de, /\b(du|dein|deine)\b/i, id)
  }
})

test('a property of hire, household, building or project is behind one gate at most, and no other has a gate', () => {
  const behind = points().flatMap(({ gates }) => gates)
  assert.deepEqual(behind, [...new Set(behind)])
  for (const property of behind) assert.match(property, /^(?:hire|household|building|project)\./)
})

test('what a point implies is a point, and leads to what that one implies in a step or more, never back', () => {
  const reached = (id: string, path: readonly string[] = []): void => {
    assert.ok(!path.includes(id), [...path, id].join(' -> '))
    for (const next of pointOf(id)?.implies ?? assert.fail(`${id} is no point`)) reached(next, [...path, id])
  }
  for (const { id } of points()) reached(id)
})
