// A button at each block of code that copies it; what the button says is what happened.
const words = {
  nl: { before: 'Kopiëren', done: 'Gekopieerd', failed: 'Selecteer en kopieer zelf' },
  fr: { before: 'Copier', done: 'Copié', failed: 'Sélectionnez et copiez vous-même' },
  en: { before: 'Copy', done: 'Copied', failed: 'Select and copy by hand' },
}
const { lang } = document.documentElement
const said = lang === 'nl' || lang === 'fr' ? words[lang] : words.en
const saidForMs = 3_000

for (const block of document.querySelectorAll('.code')) {
  const code = block.querySelector('code')
  if (code === null) continue
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = said.before
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent ?? '')
      button.textContent = said.done
    } catch {
      button.textContent = said.failed
      getSelection()?.selectAllChildren(code)
    }
    setTimeout(() => {
      button.textContent = said.before
    }, saidForMs)
  })
  block.append(button)
}
