// Caches the page of hand-over codes with its style sheets for offline use; worker/codes.js serves it. Runs
// before hydration.
{
  const CACHE = 'codes'
  const OWNER = 'codes-cached-for'
  const PAGE = '/account/codes'

  void cachePage()

  async function cachePage() {
    const { dataset } = document.documentElement
    const { readAt } = document.getElementById('cached-copy').dataset
    try {
      if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
      // On a shared phone the codes of the previous user must not be shown (web/offline/cached-codes.ts).
      if (localStorage.getItem(OWNER) !== dataset.reader) await caches.delete(CACHE)
      localStorage.setItem(OWNER, dataset.reader)
      // An earlier version of the site had a worker for this page alone, which browsers may still use.
      const workers = await navigator.serviceWorker.getRegistrations()
      await Promise.all(workers.filter(({ scope }) => scope.endsWith(PAGE)).map((worker) => worker.unregister()))
      await navigator.serviceWorker.register('/worker.js')
      const cache = await caches.open(CACHE)
      const page = await fetch(PAGE, { headers: { accept: 'text/html' }, redirect: 'manual' })
      if (!page.ok) return
      await cache.put(PAGE, page)
      const styles = [...document.querySelectorAll('link[rel=stylesheet]')].map(({ href }) => href)
      await Promise.all(styles.map(async (href) => (await cache.match(href)) ?? cache.add(href)))
      dataset.codesCached = readAt
    } catch {
      // No network or no quota left: the previous copy remains.
    }
  }
}
