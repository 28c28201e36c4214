// Before hydration, a Join form that is sent without a connection says so beside its button instead of leaving the page.
{
  let isHydrated = false

  document.addEventListener('hydrated', () => {
    isHydrated = true
  })
  document.addEventListener('submit', (event) => {
    const note = event.target.querySelector('[data-offline]')
    if (isHydrated || navigator.onLine || !note) return
    event.preventDefault()
    note.hidden = false
    note.scrollIntoView({ block: 'nearest' })
  })
  addEventListener('online', () => {
    for (const note of document.querySelectorAll('[data-offline]')) note.hidden = true
  })
}
