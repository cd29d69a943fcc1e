// A button at each block of code that copies it; what the button says is what happened.
const said = { before: 'Copy', done: 'Copied', failed: 'Select and copy by hand' }
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
