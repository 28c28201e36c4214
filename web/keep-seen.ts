// Pages that somebody has seen can be read again without a network: a worker (web/public/worker.js) keeps their last copies on this phone.

const PAGES = 'pages-1'
const READER = 'pages-kept-for'

/** Registers the worker once the page lives. The page where a person came in is kept too, and the cart, which is theirs without a network. */
export async function keepSeenPages(): Promise<void> {
  try {
    if (!('serviceWorker' in navigator)) return
    const isFirst = navigator.serviceWorker.controller === null
    await navigator.serviceWorker.register('/worker.js')
    if (!isFirst) return
    const { active } = await navigator.serviceWorker.ready
    const asked = performance.getEntriesByType('resource').map(({ name }) => name)
    const routes = asked.filter((name) => name.startsWith(`${location.origin}/__manifest?`))
    active?.postMessage({ keep: [location.href, '/cart'], routes })
  } catch {
    // A browser that keeps nothing, or a private window: pages come from the network alone.
  }
}

/** Pages say who they were made for. On a phone that several people share, nobody reads those of whoever was there before. */
export function forgetPagesOfOthers(userId: string | null): void {
  try {
    const reader = userId ?? ''
    if ((localStorage.getItem(READER) ?? '') === reader) return
    localStorage.setItem(READER, reader)
    if ('caches' in globalThis) void caches.delete(PAGES)
  } catch {
    // Without storage nothing is kept either.
  }
}
