// Dark or light by the system's wish, until somebody chooses; the choice stays in this browser. Loaded before the page is
// drawn, so that it never changes colour under the eye.
const key = 'theme'
const root = document.documentElement

function chosen() {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** @param {string} theme */
function keep(theme) {
  try {
    localStorage.setItem(key, theme)
  } catch {
    // A browser that keeps nothing still shows what was chosen, on this page.
  }
}

const before = chosen()
if (before === 'dark' || before === 'light') root.dataset.theme = before
// What only script can work is there from the first frame on: shown later it would move what stands beside it.
root.dataset.script = 'on'

document.addEventListener('DOMContentLoaded', () => {
  for (const button of document.querySelectorAll('button.theme')) {
    if (!(button instanceof HTMLElement)) continue
    button.addEventListener('click', () => {
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches
      const now = root.dataset.theme ?? (isDark ? 'dark' : 'light')
      const next = now === 'dark' ? 'light' : 'dark'
      root.dataset.theme = next
      keep(next)
    })
  }
})
