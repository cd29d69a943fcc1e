// What the words in a search box may go on with, under the box: a combobox with a list, as the ARIA practices describe it. The
// list exists only here: without script the box is a form. The key / leads into the box.
const waitMs = 80
const lettersMin = 2
/** After an answer that is none, e.g. too many requests: the pages themselves are asked from the same bucket. */
const pauseMs = 5_000
/** Answers kept while the page is open: who deletes a letter asks nothing anew. */
const answersMax = 100

const words = {
  nl: { list: 'Suggesties', one: '1 suggestie', many: 'suggesties', none: 'Geen suggesties' },
  fr: { list: 'Suggestions', one: '1 suggestion', many: 'suggestions', none: 'Aucune suggestion' },
  en: { list: 'Suggestions', one: '1 suggestion', many: 'suggestions', none: 'No suggestions' },
}
const { lang } = document.documentElement
const said = lang === 'nl' || lang === 'fr' ? words[lang] : words.en

/** @typedef {{ kind: string, text: string, detail: string, href?: string, lang?: string }} Suggestion */

/** @param {string} name @param {string} className @param {string} text */
function element(name, className, text) {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

/** Asks for what a text may go on with; only the newest question is answered. @param {string} address */
function asker(address) {
  /** @type {Map<string, Suggestion[]>} */
  const answers = new Map()
  /** @type {AbortController | null} */
  let asking = null
  let pausedUntil = 0

  const stop = () => {
    asking?.abort()
    asking = null
  }

  /** @param {string} q @param {AbortSignal} signal @returns {Promise<Suggestion[]>} */
  async function answered(q, signal) {
    const answer = await fetch(`${address}?q=${encodeURIComponent(q)}`, {
      headers: { accept: 'application/json' },
      signal,
    })
    if (answer.ok) return answer.json()
    pausedUntil = performance.now() + pauseMs
    return []
  }

  return {
    stop,
    /** Null: something else was asked meanwhile, or nobody wants to know any more. @param {string} q */
    async ask(q) {
      stop()
      if (q.trim().length < lettersMin) return []
      const known = answers.get(q)
      if (known !== undefined) return known
      if (performance.now() < pausedUntil) return []
      const own = new AbortController()
      asking = own
      // What is cut off is no answer: the box goes on as a form.
      const found = await answered(q, own.signal).catch(() => null)
      if (asking !== own) return null
      asking = null
      if (answers.size >= answersMax) answers.clear()
      if (found !== null && found.length > 0) answers.set(q, found)
      return found ?? []
    },
  }
}

/** The list under the box, and what a screen reader is told of it. @param {HTMLFormElement} form @param {HTMLInputElement} input */
function listUnder(form, input) {
  const list = element('ul', 'suggestions', '')
  list.id = `${input.id}-suggestions`
  list.hidden = true
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', said.list)
  const spoken = element('p', 'unseen', '')
  spoken.setAttribute('role', 'status')
  form.append(list, spoken)
  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-expanded', 'false')
  input.setAttribute('aria-controls', list.id)
  /** @type {Suggestion[]} */
  let shown = []
  let active = -1

  /** @param {Suggestion} suggestion @param {number} place */
  function option({ text, detail, lang: language }, place) {
    const made = element('li', '', '')
    made.id = `${list.id}-${place}`
    made.setAttribute('role', 'option')
    made.setAttribute('aria-selected', 'false')
    const name = element('span', 'name', text)
    if (language !== undefined) name.lang = language
    made.append(name, ' ', element('span', 'detail', detail))
    return made
  }

  /** @param {number} place */
  function activate(place) {
    list.children[active]?.setAttribute('aria-selected', 'false')
    active = place
    const one = list.children[active]
    if (one === undefined) input.removeAttribute('aria-activedescendant')
    else {
      one.setAttribute('aria-selected', 'true')
      one.scrollIntoView({ block: 'nearest' })
      input.setAttribute('aria-activedescendant', one.id)
    }
  }

  /** @param {boolean} isOpen */
  function setOpen(isOpen) {
    activate(-1)
    list.hidden = !isOpen
    input.setAttribute('aria-expanded', String(isOpen))
  }

  return {
    list,
    isOpen: () => !list.hidden,
    isEmpty: () => shown.length === 0,
    active: () => (list.hidden ? undefined : shown[active]),
    /** @param {EventTarget | null} target */
    at(target) {
      const one = target instanceof Element ? target.closest('[role="option"]') : null
      return one === null ? undefined : shown[[...list.children].indexOf(one)]
    },
    /** @param {Suggestion[]} found */
    show(found) {
      const none = shown.length > 0 ? said.none : ''
      setOpen(false)
      shown = found
      list.replaceChildren(...found.map(option))
      setOpen(found.length > 0)
      spoken.textContent = found.length > 1 ? `${found.length} ${said.many}` : found.length === 1 ? said.one : none
    },
    close() {
      setOpen(false)
      spoken.textContent = ''
    },
    /** From the box to the first or the last, and past the end back to the box. @param {1 | -1} step */
    move(step) {
      if (list.hidden) setOpen(true)
      const places = shown.length + 1
      activate(((active + 1 + step + places) % places) - 1)
    },
  }
}

/** @param {HTMLFormElement} form @param {HTMLInputElement} input */
function suggestUnder(form, input) {
  const { stop, ask } = asker(form.dataset.suggestions ?? '')
  const under = listUnder(form, input)
  let timer = 0

  function close() {
    clearTimeout(timer)
    stop()
    under.close()
  }

  /** @param {Suggestion} suggestion */
  function choose({ text, href }) {
    close()
    if (href?.startsWith('/')) location.assign(href)
    else {
      input.value = text
      under.show([])
      input.focus()
    }
  }

  async function suggest() {
    const found = await ask(input.value)
    if (found !== null) under.show(found)
  }

  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(suggest, waitMs)
  })
  input.addEventListener('keydown', (event) => {
    // While letters are being composed, the keys are those of the keyboard's own list.
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    const suggestion = under.active()
    if ((key === 'ArrowDown' || key === 'ArrowUp') && !under.isEmpty()) under.move(key === 'ArrowDown' ? 1 : -1)
    else if (key === 'Enter' && suggestion !== undefined) choose(suggestion)
    else if (key === 'Escape' && under.isOpen()) close()
    else return
    event.preventDefault()
  })
  input.addEventListener('blur', close)
  form.addEventListener('submit', close)
  addEventListener('pageshow', close)
  // The box keeps the focus while somebody points at the list.
  under.list.addEventListener('mousedown', (event) => event.preventDefault())
  under.list.addEventListener('click', ({ target }) => {
    const suggestion = under.at(target)
    if (suggestion !== undefined) choose(suggestion)
  })
}

/** Whether keys are letters there. @param {EventTarget | null} target */
function takesText(target) {
  if (!(target instanceof HTMLElement)) return false
  const isButton = target.matches('input:is([type="checkbox"], [type="radio"], [type="submit"], [type="button"])')
  return target.isContentEditable || (!isButton && target.matches('input, textarea, select'))
}

const [first] = [...document.querySelectorAll('form.search-box[data-suggestions]')].flatMap((form) => {
  const input = form.querySelector('input[name="q"]')
  if (!(form instanceof HTMLFormElement) || !(input instanceof HTMLInputElement)) return []
  suggestUnder(form, input)
  return [input]
})
if (first !== undefined) {
  first.setAttribute('aria-keyshortcuts', '/')
  document.addEventListener('keydown', (event) => {
    const hasOther = event.ctrlKey || event.metaKey || event.altKey
    if (event.key !== '/' || hasOther || event.defaultPrevented || takesText(event.target)) return
    event.preventDefault()
    first.focus()
  })
}
