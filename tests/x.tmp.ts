import { applicants, dialogue } from './harness/applicants.ts'

const which = process.argv[2]
for (const a of applicants()) {
  if (which && !a.file.includes(which)) continue
  const { steps, asked } = dialogue(a, 8)
  console.log('\n##', a.file, JSON.stringify(a.request))
  const name = (f: string) => {
    const n = f.replace('answers.', '')
    return a.knows.yes.includes(n) ? 'Y' : a.knows.no.includes(n) ? 'N' : f.includes('answers.') ? '?' : '.'
  }
  console.log(asked.map((q) => name(q) + q).join('\n   '))
  for (const st of [steps[0]!, steps.at(-1)!]) {
    console.log('  --')
    for (const r of st.tally.best.slice(0, 12))
      console.log(
        '  ',
        a.wanted.includes(r.id) ? 'W' : a.perhaps.includes(r.id) ? 'p' : a.embarrassing.includes(r.id) ? 'E' : ' ',
        r.score,
        r.status.slice(0, 4),
        r.topicFit,
        r.id,
        r.questions.length,
        st === steps[0] ? '' : r.questions.slice(0, 4).join(' '),
      )
    for (const w of a.wanted) {
      const i = st.tally.best.findIndex((r) => r.id === w)
      const r = st.tally.best[i]!
      if (i >= 10)
        console.log(
          '   missing',
          i,
          r.score,
          r.status.slice(0, 6),
          r.reviewReasons.join(),
          r.topicFit,
          w,
          r.questions.length,
          r.questions.join(' '),
        )
    }
  }
}
