// On pages for users who save data: loads a picture on tap, and shows the page's transfer size in the footer.
{
  document.addEventListener('click', show, true)
  addEventListener('keydown', (event) => event.key === 'Enter' && show(event), true)
  addEventListener('load', () => setTimeout(weigh, 300))

  function show(event) {
    const button = event.target.closest?.('[data-picture]')
    if (!button || button.dataset.shown) return
    // The button may be inside a link.
    event.preventDefault()
    event.stopPropagation()
    button.dataset.shown = 'yes'
    const image = button.querySelector('img')
    image.src = button.dataset.picture
    image.hidden = false
  }

  function weigh() {
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    const bytes = entries.reduce((sum, { transferSize }) => sum + transferSize, 0)
    const element = document.querySelector('[data-weight]')
    if (element) element.textContent = element.dataset.weight.replace('{size}', Math.max(1, Math.round(bytes / 1024)))
  }
}
