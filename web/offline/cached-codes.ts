// The page of hand-over codes can be read offline: a service worker caches its latest copy for the user who opened it,
// and no other page.

import keepScript from './cache-codes.js?url&no-inline'

// The same names as in cache-codes.js, which runs without imports.
const CACHE = 'codes'
const OWNER = 'codes-cached-for'

/** Caches the current page. web/offline/cache-codes.js does this automatically on a page that is not hydrated. */
export function cacheCodesPage(readAt: string): void {
  if (document.documentElement.dataset.codesCached === readAt) return
  const script = document.createElement('script')
  script.src = keepScript
  document.head.append(script)
}

/** Deletes the cached codes if another user, or none, is signed in: on a shared phone they must not be shown. */
export function clearCodesOfOtherUsers(userId: string | null): void {
  try {
    const before = localStorage.getItem(OWNER)
    if (before === userId) return
    if (userId === null) localStorage.removeItem(OWNER)
    else localStorage.setItem(OWNER, userId)
    if ('caches' in globalThis) void caches.delete(CACHE)
  } catch {
    // Without storage nothing is cached.
  }
}
