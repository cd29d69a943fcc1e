// A button that prints the page; without script the browser's own menu does.
for (const button of document.querySelectorAll('[data-print]')) button.addEventListener('click', () => print())
