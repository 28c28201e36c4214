// Keeps the page of codes, with its styles, to be read without a network: public/codes-worker.js shows it. It runs while the framework sleeps.
{
  const CACHE = 'codes'
  const OWNER = 'codes-kept-for'
  const PAGE = '/account/codes'

  void keep()

  async function keep() {
    const { dataset } = document.documentElement
    const { readAt } = document.getElementById('kept-copy').dataset
    try {
      if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
      // On a phone that several people share, nobody sees the codes of whoever was signed in before (web/kept-codes.ts).
      if (localStorage.getItem(OWNER) !== dataset.reader) await caches.delete(CACHE)
      localStorage.setItem(OWNER, dataset.reader)
      await navigator.serviceWorker.register('/codes-worker.js', { scope: PAGE })
      const kept = await caches.open(CACHE)
      const page = await fetch(PAGE, { headers: { accept: 'text/html' }, redirect: 'manual' })
      if (!page.ok) return
      await kept.put(PAGE, page)
      const styles = [...document.querySelectorAll('link[rel=stylesheet]')].map(({ href }) => href)
      await Promise.all(styles.map(async (href) => (await kept.match(href)) ?? kept.add(href)))
      dataset.codesKept = readAt
    } catch {
      // No network or no room: what was kept before stays.
    }
  }
}
