// The company check without leaving the page: the same forms, sent by hand. What comes is put in the place of `main`, what has
// changed is read out, and the way back leads through the steps. They are held in this page alone: what was told is in no
// address and in no history of the browser.
const main = document.querySelector('main')
/** Steps that one can go back to. */
const stepsMax = 100
const steps = main === null ? [] : [main.innerHTML]
let place = 0
let isSending = false
/** Height that a question needs to be read where it stands. */
const readingRoom = 200

// Outside of `main`, so that it is there before what it reads out.
const spoken = document.createElement('p')
spoken.className = 'unseen'
spoken.setAttribute('role', 'status')
document.body.append(spoken)

/** @param {HTMLElement} into @param {string} markup */
function show(into, markup) {
  const wasAsking = into.querySelector('.question') !== null
  into.innerHTML = markup
  into.removeAttribute('aria-busy')
  const said = into.querySelector('[data-said]')?.textContent ?? ''
  // First what is wrong. After an answer one stays where the questions are; first results are read from their head on.
  const isAsking = wasAsking && into.querySelector('.question') !== null
  const wrong = into.querySelector('.notice[data-focus], [aria-invalid="true"]')
  const target = wrong ?? into.querySelector(isAsking ? '.question [data-focus]' : 'h1') ?? into.querySelector('h1')
  if (target instanceof HTMLElement) {
    if (target.tabIndex < 0) target.tabIndex = -1
    target.focus({ preventScroll: true })
    const { top } = target.getBoundingClientRect()
    const isSeen = top >= 0 && top < innerHeight - readingRoom
    if (!isSeen) target.scrollIntoView({ block: 'start', behavior: 'instant' })
  }
  spoken.textContent = said
}

/**
 * @param {HTMLElement} into
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
async function send(into, form, submitter) {
  isSending = true
  into.setAttribute('aria-busy', 'true')
  try {
    const pairs = [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)])
    const answer = await fetch(form.action, {
      method: 'POST',
      body: new URLSearchParams(pairs),
      headers: { accept: 'text/html' },
    })
    const type = answer.headers.get('content-type') ?? ''
    if (!type.startsWith('text/html')) throw new Error('not a page')
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const came = page.querySelector('main')
    if (came === null) throw new Error('not a page of ours')
    steps.splice(place + 1)
    if (steps.length < stepsMax) {
      steps.push(came.innerHTML)
      place = steps.length - 1
      history.pushState({ check: place }, '')
    }
    document.title = page.title
    show(into, came.innerHTML)
  } catch {
    // Then as it is without script.
    into.removeAttribute('aria-busy')
    form.dataset.plain = 'on'
    form.requestSubmit(submitter)
  } finally {
    isSending = false
  }
}

if (main !== null) {
  history.replaceState({ check: 0 }, '')
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || form.method !== 'post' || form.dataset.plain === 'on') return
    // Another language is another page.
    if (submitter?.hasAttribute('formaction')) return
    event.preventDefault()
    if (!isSending) send(main, form, submitter)
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-print]') !== null) print()
  })
  addEventListener('popstate', ({ state }) => {
    const asked = state?.check
    const markup = typeof asked === 'number' ? steps[asked] : undefined
    if (markup === undefined) return
    place = asked
    show(main, markup)
  })
}
