// The page of codes can be read without a network: a worker keeps the last copy of it, for the person who saw it. No other page is kept.

import keepScript from './keep-codes.js?url&no-inline'

const CACHE = 'codes'
const OWNER = 'codes-kept-for'

/** Keeps the page as it is now: what web/keep-codes.js does by itself on a page that sleeps. */
export function keepThisPage(readAt: string): void {
  if (document.documentElement.dataset.codesKept === readAt) return
  const script = document.createElement('script')
  script.src = keepScript
  document.head.append(script)
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
