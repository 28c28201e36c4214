// Keeps one page, /account/codes, to be read without a network, and nothing else. web/keep-codes.js fills the cache.
importScripts('/age-of.js')

const CACHE = 'codes'
const PAGE = '/account/codes'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate' && new URL(request.url).pathname === PAGE) event.respondWith(openPage(request))
  else if (request.destination === 'style') event.respondWith(fetch(request).catch(() => keptStyle(request)))
})

async function openPage(request) {
  try {
    const answer = await fetch(request)
    // Signed out: whoever looks next must not see them.
    if (answer.type === 'opaqueredirect') await caches.delete(CACHE)
    return answer
  } catch (fault) {
    const kept = await (await caches.open(CACHE)).match(PAGE)
    if (!kept) throw fault
    return new Response(asCopy(await kept.text()), { headers: { 'content-type': 'text/html; charset=utf-8' } })
  }
}

async function keptStyle(request) {
  return (await (await caches.open(CACHE)).match(request)) ?? Response.error()
}

/** A page to read: without scripts, which could not load, and with its age. */
function asCopy(html) {
  const [line = ''] = /<p id="kept-copy"[^>]*>/.exec(html) ?? []
  const brought = (name) => new RegExp(`data-${name}="([^"]+)"`).exec(line)?.[1]
  const readAt = brought('read-at')
  const { unit, count } = readAt ? ageOf(readAt) : { unit: 'undated' }
  // In the page's language, and escaped as in an attribute, which is right between tags as well.
  const words = (brought(unit) ?? 'No network. This is a saved copy.').replace('{count}', count)
  return html
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/(<p id="kept-copy")[^>]*?(class="[^"]*")[^>]*><\/p>/, `$1 role="status" $2>${words}</p>`)
}
