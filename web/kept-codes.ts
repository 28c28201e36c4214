// The page of codes can be read without a network: a worker keeps the last copy of it, for the person who saw it. No other page is kept.

const CACHE = 'codes'
const OWNER = 'codes-kept-for'
const PAGE = '/account/codes'

/** Registers the worker and has it keep the page as it is now, with its styles. Where a browser has no workers, nothing is kept. */
export async function keepThisPage(): Promise<void> {
  try {
    if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
    await navigator.serviceWorker.register('/codes-worker.js', { scope: PAGE })
    const kept = await caches.open(CACHE)
    const page = await fetch(PAGE, { headers: { accept: 'text/html' }, redirect: 'manual' })
    if (!page.ok) return
    await kept.put(PAGE, page)
    const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href }) => href)
    await Promise.all(styles.map(async (href) => (await kept.match(href)) ?? kept.add(href)))
    document.documentElement.dataset.codesKept = 'yes'
  } catch {
    // No network or no room: what was kept before stays.
  }
}

/** On a phone that several people share, nobody sees the codes of whoever was signed in before. */
export function forgetCodesOfOthers(userId: string | null): void {
  try {
    const before = localStorage.getItem(OWNER)
    if (before === userId) return
    if (userId === null) localStorage.removeItem(OWNER)
    else localStorage.setItem(OWNER, userId)
    if ('caches' in globalThis) void caches.delete(CACHE)
  } catch {
    // Without storage nothing is kept either.
  }
}
