// What tests measure inside a page. Run in it as a script, also where the page itself may run none.

/** A name by which somebody who reads a fault finds the element. @param {Element} element */
function named(element) {
  const name = element.id === '' ? element.className : `#${element.id}`
  const text = (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 40)
  return `${element.localName}${typeof name === 'string' && name !== '' ? `.${name}` : ''} "${text}"`
}

/** @param {Element} element */
function isShown(element) {
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true })
}

/** Kept for who listens, at the size of a dot. @param {Element} element */
function isForEarsAlone(element) {
  for (let one = /** @type {Element | null} */ (element); one !== null; one = one.parentElement) {
    const { clipPath, clip, position } = getComputedStyle(one)
    if (clipPath === 'inset(50%)' || (position === 'absolute' && clip !== 'auto')) return true
  }
  return false
}

/** Whether what sticks out of it sideways can be scrolled to. @param {Element} element */
function scrollsSideways(element) {
  return ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
}

/** @param {Element} element */
function standsInScroll(element) {
  for (let one = element.parentElement; one !== null; one = one.parentElement) if (scrollsSideways(one)) return true
  return false
}

/** Whether words stand beside it. @param {Element} element */
function isInSentence(element) {
  const beside = [...(element.parentElement?.childNodes ?? [])].filter((one) => one.nodeType === Node.TEXT_NODE)
  return beside.some((one) => (one.textContent ?? '').trim() !== '')
}

const headings = () => [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((one) => isShown(one))

const inPage = {
  /** Texts of every first heading that is shown. */
  firstHeadings: () => [...document.querySelectorAll('h1')].filter((one) => isShown(one)).map((one) => one.textContent),

  /** Headings that are more than one level below the one before. */
  skippedLevels: () =>
    headings()
      .filter((one, place, all) => Number(one.localName[1]) > Number(all[place - 1]?.localName[1] ?? 0) + 1)
      .map(named),

  /** Where the document is wider than what is seen of it: by how many dots, and what sticks out farthest. */
  sidewaysScroll() {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const farthest = [...document.body.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().right > scrollWidth - 1 && !standsInScroll(one))
      .map(named)
    return [`${scrollWidth - clientWidth} dots too wide`, ...farthest.slice(-3)]
  },

  /** Texts of which a part cannot be seen: outside of what is seen, or hidden by what they stand in. */
  cutTexts() {
    const cut = new Set()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const holder = text.parentElement
      if (holder === null || text.textContent?.trim() === '' || !isShown(holder) || isForEarsAlone(holder)) continue
      range.selectNodeContents(text)
      for (const part of range.getClientRects()) {
        if (part.width === 0 || holder.closest('a.skip') !== null) continue
        if (isCut(part, holder)) cut.add(named(holder))
      }
    }
    // What stands in a control has no text node; it may be longer than its box, when it can be moved with the arrow keys.
    for (const button of document.querySelectorAll('button, select')) {
      if (isShown(button) && button.scrollWidth > button.clientWidth + 1) cut.add(named(button))
    }
    return [...cut]
  },

  /** What keys must reach: everything that one can act on. */
  actions() {
    const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    const reached = all.filter(
      (one) =>
        isShown(one) && !one.matches(':disabled, [type="hidden"], [tabindex="-1"]') && one.closest('[inert]') === null,
    )
    // Of radio buttons of one name one is reached, and the others from it with the arrow keys.
    const groups = new Set()
    const single = reached.filter((one) => {
      if (!(one instanceof HTMLInputElement) || one.type !== 'radio') return true
      const isFirst = !groups.has(`${one.form?.action} ${one.name}`)
      groups.add(`${one.form?.action} ${one.name}`)
      return isFirst
    })
    for (const [place, one] of single.entries()) one.setAttribute('data-action', String(place))
    return single.map(named)
  },

  /** Where the keyboard is: the action's number, and what is wrong with how it is shown; null: nowhere in the page. */
  focus() {
    const one = document.activeElement
    if (one === null || one === document.body || one === document.documentElement) return null
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    const box = one.getBoundingClientRect()
    const isSeen = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
    const isRinged = one.matches(':focus-visible') && outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    const group = one instanceof HTMLInputElement && one.type === 'radio' ? radioOf(one) : one
    const action = group.getAttribute('data-action')
    return {
      action: action === null ? null : Number(action),
      name: named(one),
      fault: isSeen ? (isRinged ? null : 'has no ring') : 'is out of sight',
    }
  },

  /** From here on `focus` is noted after each press of Tab, when the browser has scrolled to what has it. */
  noteFocus() {
    const noted = /** @type {unknown[]} */ ([])
    const note = (/** @type {KeyboardEvent} */ { key }) => void (key === 'Tab' && noted.push(inPage.focus()))
    addEventListener('keyup', note, { capture: true })
    inPage.notedFocus = () => {
      removeEventListener('keyup', note, { capture: true })
      return noted
    }
  },

  /** What was noted; nothing is from here on. @type {() => unknown[]} */
  notedFocus: () => [],

  /** Links and buttons smaller than a pointer needs; those inside a sentence or a table may be. @param {number} least */
  smallTargets: (least) =>
    [...document.querySelectorAll('a[href], button, input:not([type="hidden"]), select, summary')]
      .filter(
        (one) =>
          isShown(one) &&
          !isForEarsAlone(one) &&
          one.closest('p, dd, td, th, label, .skip') === null &&
          !isInSentence(one),
      )
      .filter((one) => {
        const { width, height } = one.getBoundingClientRect()
        return height < least - 0.5 || width < least - 0.5
      })
      .map(named),

  /** Shown things of these selectors. @param {string} selector */
  shown: (selector) => [...document.querySelectorAll(selector)].filter((one) => isShown(one)).map(named),

  /** How much moved by itself so far, as browsers score it. */
  layoutShift: () =>
    new Promise((resolve) => {
      let sum = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum += 'value' in entry ? Number(entry.value) : 0
      }).observe({ type: 'layout-shift', buffered: true })
      // Entries that are there are handed over before the second frame.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
    }),
}

/** @param {HTMLInputElement} one */
function radioOf(one) {
  const all = [...document.querySelectorAll('input[type="radio"]')]
  return (
    all.find((other) => other instanceof HTMLInputElement && other.name === one.name && other.form === one.form) ?? one
  )
}

/** @param {DOMRect} part @param {Element} holder */
function isCut(part, holder) {
  for (let around = /** @type {Element | null} */ (holder); around !== null; around = around.parentElement) {
    if (scrollsSideways(around)) return false
    const { overflowX, overflowY } = getComputedStyle(around)
    const box = around.getBoundingClientRect()
    if (around === document.body || around === document.documentElement) break
    if (overflowX !== 'visible' && (part.right > box.right + 1 || part.left < box.left - 1)) return true
    if (overflowY === 'hidden' && (part.bottom > box.bottom + 1 || part.top < box.top - 1)) return true
  }
  return part.right > document.documentElement.clientWidth + 1 || part.left < -1
}

Object.assign(globalThis, { inPage })
