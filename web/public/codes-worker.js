// Serves one page, /account/codes, offline, and nothing else. web/offline/cache-codes.js fills the cache.
importScripts('/age-of.js')

const CACHE = 'codes'
const PAGE = '/account/codes'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate' && new URL(request.url).pathname === PAGE) event.respondWith(openPage(request))
  else if (request.destination === 'style') event.respondWith(fetch(request).catch(() => cachedStyle(request)))
})

async function openPage(request) {
  try {
    const response = await fetch(request)
    // Signed out: the next user of this device must not see the codes.
    if (response.type === 'opaqueredirect') await caches.delete(CACHE)
    return response
  } catch (fault) {
    const cached = await (await caches.open(CACHE)).match(PAGE)
    if (!cached) throw fault
    return new Response(asCopy(await cached.text()), { headers: { 'content-type': 'text/html; charset=utf-8' } })
  }
}

async function cachedStyle(request) {
  return (await (await caches.open(CACHE)).match(request)) ?? Response.error()
}

/** The cached page without scripts, which could not load offline, and with a notice of its age. */
function asCopy(html) {
  const [line = ''] = /<p id="cached-copy"[^>]*>/.exec(html) ?? []
  const attribute = (name) => new RegExp(`data-${name}="([^"]+)"`).exec(line)?.[1]
  const readAt = attribute('read-at')
  const { unit, count } = readAt ? ageOf(readAt) : { unit: 'undated' }
  // In the page's language, and escaped for an attribute, which is also safe as text content.
  const words = (attribute(unit) ?? 'No network. This is a saved copy.').replace('{count}', count)
  return html
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/(<p id="cached-copy")[^>]*?(class="[^"]*")[^>]*><\/p>/, `$1 role="status" $2>${words}</p>`)
}
