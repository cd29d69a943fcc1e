// Google's own button, where signing in with it is set up: its script is the only one from elsewhere, and on this page alone.
const script = 'https://accounts.google.com/gsi/client'
const place = document.querySelector('.google')

/** @param {'failed' | 'conflict' | 'unreachable'} what */
function tell(what) {
  const said = document.querySelector('.google-fault')
  if (!(said instanceof HTMLElement)) return
  said.textContent = said.dataset[what] ?? ''
  said.hidden = false
}

/** @param {string} credential */
async function signIn(credential) {
  if (!(place instanceof HTMLElement)) return
  try {
    const answer = await fetch('/v1/dashboard/session/google', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ credential }),
    })
    if (answer.ok) location.assign(place.dataset.next ?? '/dashboard')
    else tell(answer.status === 409 ? 'conflict' : 'failed')
  } catch {
    tell('failed')
  }
}

if (place instanceof HTMLElement) {
  const { client, nonce, lang } = place.dataset
  const loading = document.createElement('script')
  loading.src = script
  loading.async = true
  loading.addEventListener('error', () => tell('unreachable'))
  loading.addEventListener('load', () => {
    const google = /** @type {any} */ (window).google
    google.accounts.id.initialize({
      client_id: client,
      nonce,
      callback: (/** @type {{ credential: string }} */ { credential }) => signIn(credential),
    })
    google.accounts.id.renderButton(place.querySelector('.google-button'), {
      theme: 'outline',
      size: 'large',
      locale: lang,
    })
  })
  document.head.append(loading)
}
