// Sends the call of a reference page to this same origin and shows what comes back. The key is read when it is sent, and
// kept nowhere else.

/** Characters of an answer that are shown. */
const shownMax = 100_000
/** Milliseconds that an answer is waited for. */
const waitMs = 35_000
const shownHeaders = [
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'x-request-id',
  'x-record-count',
  'etag',
]

/**
 * @param {Element} form
 * @param {string} part
 * @returns {(HTMLInputElement | HTMLTextAreaElement)[]}
 */
function inputs(form, part) {
  return [...form.querySelectorAll(`[data-part="${part}"]`)].filter(
    (one) => one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement,
  )
}

/** @param {HTMLElement} form */
function addressOf(form) {
  let path = form.dataset.path ?? ''
  for (const { dataset, value } of inputs(form, 'path')) {
    path = path.replace(`{${dataset.of}}`, encodeURIComponent(value))
  }
  const query = inputs(form, 'query')
    .filter(({ value }) => value !== '')
    .map(({ dataset, value }) => `${dataset.of}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

/**
 * @param {HTMLElement} form
 * @returns {RequestInit}
 */
function requestOf(form) {
  /** @type {Record<string, string>} */
  const headers = {}
  const key = inputs(form, 'key')[0]?.value.trim() ?? ''
  if (key !== '') headers.authorization = `Bearer ${key}`
  const body = inputs(form, 'body')[0]?.value
  if (body !== undefined) headers['content-type'] = 'application/json'
  return {
    method: form.dataset.method ?? 'GET',
    headers,
    credentials: 'omit',
    cache: 'no-store',
    ...(body === undefined ? {} : { body }),
  }
}

/**
 * @param {string} name
 * @param {string} text
 */
function element(name, text) {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

/** @param {string} text */
function laidOut(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** @param {Response} response */
async function beginningOf(response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (reader !== undefined && text.length <= shownMax) {
    const { done, value } = await reader.read()
    if (done) return { text, isWhole: true }
    text += value
  }
  await reader?.cancel()
  return { text, isWhole: reader === undefined }
}

/** @param {Response} response */
async function shown(response) {
  const { text, isWhole } = await beginningOf(response)
  const headers = shownHeaders
    .filter((name) => response.headers.has(name))
    .map((name) => `${name}: ${response.headers.get(name)}`)
  const block = element('pre', (isWhole ? laidOut(text) : text).slice(0, shownMax))
  block.tabIndex = 0
  const status = element('p', `${response.status} ${response.statusText}`.trim())
  status.className = 'notice-title'
  const about = element('pre', headers.join('\n'))
  about.tabIndex = 0
  const cut = isWhole ? [] : [element('p', `Only the beginning of the answer is shown: ${shownMax} characters.`)]
  return [status, ...(headers.length === 0 ? [] : [about]), block, ...cut]
}

for (const form of document.querySelectorAll('.try')) {
  const send = form.querySelector('[data-part="send"]')
  const answer = form.querySelector('[data-part="answer"]')
  if (!(form instanceof HTMLElement) || !(send instanceof HTMLButtonElement) || answer === null) continue
  send.addEventListener('click', async () => {
    const missing = inputs(form, 'path').find(({ value }) => value === '')
    if (missing !== undefined) {
      missing.focus()
      return
    }
    send.disabled = true
    answer.replaceChildren(element('p', 'Sending.'))
    try {
      const response = await fetch(addressOf(form), { ...requestOf(form), signal: AbortSignal.timeout(waitMs) })
      answer.replaceChildren(...(await shown(response)))
    } catch (error) {
      answer.replaceChildren(element('p', `No answer came: ${error instanceof Error ? error.message : error}`))
    } finally {
      send.disabled = false
    }
  })
}
