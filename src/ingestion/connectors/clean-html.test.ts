import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanHtml, cleanLine, shorten } from './clean-html.ts'

const clean = (html: string): string => cleanHtml(html, { lengthMax: 10_000 })

const rows: [what: string, html: string, text: string][] = [
  ['paragraphs are apart by an empty line', '<p>One.</p><p>Two.</p>', 'One.\n\nTwo.'],
  ['headings and blocks are paragraphs', '<h4>Title</h4><div>Text</div>', 'Title\n\nText'],
  ['a line break is a line break, two are a new paragraph', 'a<br>b<br/><br/>c', 'a\nb\n\nc'],
  ['list items begin with a dash', '<ul><li>one</li><li>two</li></ul>', '- one\n- two'],
  [
    'a list within a list is indented',
    '<ol><li>one<ul><li>deep</li></ul></li><li>two</li></ol>',
    '- one\n  - deep\n- two',
  ],
  ['a paragraph within an item keeps the dash', '<ul><li><p>one</p></li></ul><p>after</p>', '- one\n\nafter'],
  ['an empty item leaves nothing', '<ul><li> </li><li>two</li></ul>', '- two'],
  ['rows of a table are lines', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a | b\nc'],
  ['entities are characters', 'R&amp;I &lt;5&nbsp;MW &eacute; &#8364;', 'R&I <5 MW é €'],
  ['emphasis and links leave their text', 'the <strong>best</strong> <a href="x">call</a>', 'the best call'],
  ['the space before a comma goes', 'the <a>Plan</a> , and more', 'the Plan, and more'],
  ['white space is one space', 'a\r\n\t  b\u00a0 c', 'a b c'],
  ['invisible characters go', 'so\u00adft\u200b\ufeff\u202e', 'soft'],
  ['scripts and styles are dropped', 'a<script>alert("<p>x")</script><style>p{}</style>b', 'ab'],
  ['comments are dropped', 'a<!-- <p>x</p> -->b', 'ab'],
  ['a sign that opens no tag stays', 'x < y and 5 <6', 'x < y and 5 <6'],
  ['tags left open close by themselves', '<div><p>a<ul><li>b', 'a\n\n- b'],
  ['a tag cut in half is dropped', '<p>a</p><p cla', 'a'],
  ['an entity cut in half stays as it is', 'a &am', 'a &am'],
  ['closing tags without opening ones change nothing', '</ul></p></div>a', 'a'],
  ['half a surrogate pair is replaced', 'a\ud83d', 'a\ufffd'],
  ['no text is no text', '<p> </p><ul></ul>', ''],
]
for (const [what, html, text] of rows) test(what, () => assert.equal(clean(html), text))

test('nothing of the markup is left, however deep it nests', () => {
  assert.equal(clean(`${'<div><ul><li>'.repeat(20_000)}x`), `${'  '.repeat(4)}- x`.trim())
})

test('a long text ends at a word, with an ellipsis, within its bound', () => {
  const text = cleanHtml(`<p>${'word '.repeat(100)}</p>`, { lengthMax: 22 })
  assert.equal(text, 'word word word word…')
  assert.equal(shorten('a'.repeat(50), 10), `${'a'.repeat(9)}…`)
  assert.equal(shorten('short', 10), 'short')
})

test('a cut does not fall within a character', () => {
  assert.equal(shorten('😀'.repeat(10), 6), '😀😀…')
})

test('a title is one line', () => {
  assert.equal(cleanLine(' CO<sub>2</sub>\nfrom <b>industry</b> ', { lengthMax: 100 }), 'CO2 from industry')
})

test('a text that nests without end costs what its length costs, and every word of it that is shown is kept', () => {
  const times = 60_000
  for (const [open, close] of [
    ['<b>', '</b>'],
    ['<div>', ''],
    ['<ul><li>', ''],
    ['<font color=red>', '</font>'],
  ] as const) {
    const began = performance.now()
    const text = clean(`before ${open.repeat(times)} within ${close.repeat(times)} <p>after</p>`)
    assert.ok(performance.now() - began < 5_000, open)
    assert.deepEqual(text.match(/\w+/g), ['before', 'within', 'after'], open)
  }
})

test('what stands ever so deep in what is not shown is not shown', () => {
  assert.equal(clean(`a ${'<svg>'.repeat(1_000)} hidden`), 'a')
  assert.equal(clean(`a <object>${'<b>'.repeat(1_000)} hidden`), 'a')
  assert.equal(clean(`a <object>${'<b>'.repeat(100)} hidden ${'</b>'.repeat(100)}</object> b`), 'a b')
})

test('an entity, a comment or a script behind the place where a parser is changed is read as anywhere', () => {
  const deep = '<b>'.repeat(250)
  assert.equal(clean(`${deep}&eacute;t&eacute;`), 'été')
  assert.equal(clean(`${deep}<!-- <i> --> x`), 'x')
  assert.equal(clean(`${'<b>'.repeat(248)}<i><script>var a = '<p>'</script> x`), 'x')
})
