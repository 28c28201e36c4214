// On pages of people who save data: a picture comes when it is tapped, and the foot says what the page weighed.
{
  document.addEventListener('click', show, true)
  addEventListener('keydown', (event) => event.key === 'Enter' && show(event), true)
  addEventListener('load', () => setTimeout(weigh, 300))

  function show(event) {
    const place = event.target.closest?.('[data-picture]')
    if (!place || place.dataset.shown) return
    // It may stand in a link.
    event.preventDefault()
    event.stopPropagation()
    place.dataset.shown = 'yes'
    const image = place.querySelector('img')
    image.src = place.dataset.picture
    image.hidden = false
  }

  function weigh() {
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    const bytes = entries.reduce((sum, { transferSize }) => sum + transferSize, 0)
    const place = document.querySelector('[data-weight]')
    if (place) place.textContent = place.dataset.weight.replace('{size}', Math.max(1, Math.round(bytes / 1024)))
  }
}
