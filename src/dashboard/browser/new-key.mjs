// A new key is seen once: whoever would leave without having copied it is asked.
const made = document.querySelector('.made')
const key = document.querySelector('#new-key')
const button = document.querySelector('.copy-key')

if (made instanceof HTMLElement && key !== null && button instanceof HTMLElement) {
  let isCopied = false
  const status = made.querySelector('[role="status"]')
  const say = (/** @type {string | undefined} */ text) => {
    if (status !== null) status.textContent = text ?? ''
  }
  button.hidden = false
  button.focus()
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(key.textContent ?? '')
      isCopied = true
      say(button.dataset.copied)
    } catch {
      getSelection()?.selectAllChildren(key)
      say(button.dataset.failed)
    }
  })
  // Copied by hand is copied too.
  key.addEventListener('copy', () => {
    isCopied = true
  })
  addEventListener('copy', () => {
    if (String(getSelection()).includes((key.textContent ?? '').slice(0, 20))) isCopied = true
  })
  addEventListener('beforeunload', (event) => {
    if (!isCopied) event.preventDefault()
  })
}
