// Looks every second whether the first request has come in, for some minutes; the light says when it has.
const light = document.querySelector('.light:not(.on)')
const everyMs = 1_000
const looksMax = 600

if (light instanceof HTMLElement) {
  const since = Date.parse(light.dataset.since ?? '') || 0
  let looks = 0
  const look = async () => {
    looks += 1
    try {
      const answer = await fetch('/v1/dashboard/requests?limit=1&status=answered', {
        headers: { accept: 'application/json' },
      })
      const { data } = answer.ok ? await answer.json() : { data: [] }
      const [first] = data
      if (first !== undefined && Date.parse(first.at) >= since) {
        light.classList.add('on')
        light.textContent = `${light.dataset.arrived}: ${first.method} ${first.route}, ${first.status}, ${first.duration_ms} ms`
        return
      }
    } catch {
      // Looked for again.
    }
    if (looks < looksMax) setTimeout(look, everyMs)
  }
  look()
}
