// Caches visited pages, with the time they were saved, and their files for offline use. It never queues or resends a form: one that
// could not be sent is reported as such. web/offline/register-worker.ts registers it.
importScripts('/push-worker.js', '/age-of.js')

const PAGES = 'pages-1'
const FILES = 'files-1'
const READER = 'reader-1'
/** The cache of web/offline/cache-codes.js. */
const OTHER_CACHES = ['codes']
const MAX_PAGES = 40
const MAX_FILES = 200
/** Time to wait for the network before a cached copy is served, in ms; longer than a slow connection takes for a page. */
const NETWORK_TIMEOUT_MS = 12000

const CACHEABLE_PAGE =
  /^\/(|group-buys(\/[\w-]+)?|products(\/[\w-]+)?|vendors|shop\/[\w-]+|search|cart|places|leaderboard|blog(\/[\w-]+)?|about|faq|contact|account\/(orders(\/[\w-]+)?|lists(\/[\w-]+)?|follows|notices))$/
/** Files with a content hash in their names. */
const IMMUTABLE_FILE = /^\/assets\//
const CACHEABLE_FILE = /^\/(assets|basins|covers|hero|icons|storage\/v1\/(object|render\/image)\/public)\//
/** Parameters for tracking, which do not identify the page. */
const TRACKING_PARAMS = /^(ref$|utm_|fbclid$|gclid$)/

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', (event) => {
  const { keep, routes, files } = event.data ?? {}
  // A page is cached only after the files that it needs.
  if (keep) event.waitUntil(Promise.all([cacheFiles(files), ...routes.map(cacheRoutes)]).then(() => Promise.all(keep.map(cacheUnvisited))))
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (request.method !== 'GET') event.respondWith(sendForm(event, url))
    else if (!url.pathname.endsWith('.csv') && !url.pathname.endsWith('.pdf')) event.respondWith(openPage(event, url))
  } else if (url.pathname === '/auth/v1/logout') {
    event.waitUntil(clearPages())
  } else if (url.pathname === '/__manifest') {
    event.respondWith(openRoutes(event, url))
  } else if (request.method === 'GET' && CACHEABLE_FILE.test(url.pathname) && !request.headers.has('range')) {
    event.respondWith(openFile(event, url))
  }
})

async function activate() {
  const known = [PAGES, FILES, READER, ...OTHER_CACHES]
  await Promise.all((await caches.keys()).filter((name) => !known.includes(name)).map((name) => caches.delete(name)))
  await self.clients.claim()
}

async function openPage(event, url) {
  const network = fetch(event.request)
  const cached = CACHEABLE_PAGE.test(url.pathname) ? await cachedCopy(url) : null
  try {
    const response = await (cached ? withTimeout(network) : network)
    event.waitUntil(cachePage(url, response.clone()))
    return response
  } catch {
    // A late response still updates the cache.
    event.waitUntil(network.then((response) => cachePage(url, response)).catch(() => {}))
    return cached ? withAgeNotice(cached) : offlinePage('page')
  }
}

/** Sends a form submitted without scripts. "Not sent" is reported only if the device was offline: otherwise the response may have been lost. */
async function sendForm(event, url) {
  // The next user of this device must not see the pages of the one who signs out.
  if (url.pathname === '/auth/sign-out') await clearPages()
  const isOnline = navigator.onLine
  try {
    const response = await fetch(event.request)
    // The cached pages are in the previous language.
    if (url.pathname === '/language') await caches.delete(PAGES)
    return response
  } catch {
    return offlinePage(isOnline ? 'perhaps' : 'unsent')
  }
}

async function openFile(event, url) {
  const files = await caches.open(FILES)
  const cached = await files.match(event.request)
  if (cached && IMMUTABLE_FILE.test(url.pathname)) return cached
  try {
    const response = await fetch(event.request)
    if (response.status === 200 && response.type === 'basic') {
      const copy = response.clone()
      event.waitUntil(files.put(event.request, copy).then(() => trim(files, MAX_FILES)))
    }
    return response
  } catch (fault) {
    if (cached) return cached
    throw fault
  }
}

/** Route manifests of the router. Offline it gets every cached route of the same version of the site. */
async function openRoutes(event, url) {
  const key = routesKey(url)
  try {
    const response = await fetch(event.request)
    if (response.status === 200) event.waitUntil(addRoutes(key, response.clone()))
    return response
  } catch (fault) {
    const known = await caches.match(key)
    if (known) return known
    throw fault
  }
}

/** Caches a manifest that was requested before the worker was active; the browser's HTTP cache still has it. */
async function cacheRoutes(address) {
  const response = await fetch(address).catch(() => null)
  if (response?.status === 200) await addRoutes(routesKey(new URL(address)), response)
}

const routesKey = (url) => `${location.origin}/__manifest?version=${url.searchParams.get('version')}`

let adding = Promise.resolve()

/** Merges routes into the cached manifest, one at a time, so that concurrent updates are not lost. */
function addRoutes(key, response) {
  adding = adding.then(async () => {
    const files = await caches.open(FILES)
    const before = await (await files.match(key))?.json()
    await files.put(key, Response.json({ ...before, ...(await response.json()) }))
  })
  return adding.catch(() => {})
}

/** Caches the landing page and the cart, which were not opened through the worker, after the files that they need. */
async function cacheUnvisited(address) {
  const url = new URL(address, location.origin)
  const response = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' }).catch(() => null)
  if (!response) return
  const html = response.status === 200 ? await response.clone().text() : ''
  await cacheFiles([...html.matchAll(/"(\/assets\/[\w.-]+\.(?:js|css))"/g)].map(([, path]) => path))
  await cachePage(url, response)
}

async function cacheFiles(paths) {
  const files = await caches.open(FILES)
  await Promise.all([...new Set(paths)].map(async (path) => (await files.match(path)) ?? files.add(path).catch(() => {})))
}

/** Caches a complete page of this site. */
async function cachePage(url, response) {
  // Signed out: the cached pages belong to the previous user.
  if (response.type === 'opaqueredirect' && url.pathname.startsWith('/account')) await clearPages()
  const isPage = response.status === 200 && /^text\/html/.test(response.headers.get('content-type') ?? '')
  if (!isPage) return
  const html = await response.text()
  await clearOnUserChange(html)
  if (!CACHEABLE_PAGE.test(url.pathname)) return
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length', 'set-cookie']) headers.delete(name)
  headers.set('x-saved-at', new Date().toISOString())
  const pages = await caches.open(PAGES)
  // Reinserted at the end of the list, so that the least recently used pages are evicted first.
  await pages.delete(keyOf(url))
  await pages.put(keyOf(url), new Response(html, { headers }))
  await trim(pages, MAX_PAGES)
}

/** Deletes the cached pages on sign-out. */
const clearPages = () => Promise.all([PAGES, ...OTHER_CACHES].map((name) => caches.delete(name)))

/**
 * Deletes the cached pages when the user or the language changes: on a shared phone a user must not see another's pages. Each page
 * names its user and language and contains this worker's texts in that language, which are stored here.
 */
async function clearOnUserChange(html) {
  const tag = /<html[^>]*>/.exec(html)?.[0] ?? ''
  const [language, person] = [/ lang="([\w-]+)"/, / data-reader="([\w-]+)"/].map((sign) => sign.exec(tag)?.[1] ?? '')
  const words = /<script type="application\/json" id="worker-words">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}'
  const reader = JSON.stringify({ language, person })
  const store = await caches.open(READER)
  const [previousReader, previousWords] = await Promise.all(['/', '/words'].map(async (key) => (await store.match(key))?.text()))
  if (previousWords !== words) await store.put('/words', new Response(words))
  if (previousReader === reader) return
  if (previousReader !== undefined) await caches.delete(PAGES)
  await store.put('/', new Response(reader))
}

/** This worker's texts in the language of the last page; the English ones are in this file (web/offline/worker-texts.ts lists them all). */
async function translations() {
  const store = await caches.open(READER)
  const [reader, words] = await Promise.all(['/', '/words'].map(async (key) => (await store.match(key))?.text()))
  const known = JSON.parse(words ?? '{}')
  const say = (text, count) => escaped((known[text] ?? text).replace('{count}', count))
  return { say, language: JSON.parse(reader ?? '{}').language || 'en-NG' }
}

/** The cached copy of this URL, or else of the same path with another query. */
async function cachedCopy(url) {
  const pages = await caches.open(PAGES)
  return (await pages.match(keyOf(url))) ?? (await pages.match(keyOf(url), { ignoreSearch: true })) ?? null
}

function keyOf(url) {
  const key = new URL(url.pathname, location.origin)
  for (const [name, value] of url.searchParams) if (!TRACKING_PARAMS.test(name)) key.searchParams.append(name, value)
  return key.href
}

async function withAgeNotice(copy) {
  const { say } = await translations()
  const words = `${say('No internet connection')}. ${say('You are reading a saved copy.')} ${savedText(copy, say)}.`
  const html = (await copy.text()).replace(/(<p id="saved-copy"[^>]*?) hidden=""([^>]*>)[^<]*/, (_, start, end) => `${start}${end}${words}`)
  return new Response(html, { headers: copy.headers })
}

const AGE_TEXTS = {
  now: 'Saved a moment ago',
  minutes: 'Saved {count} minutes ago',
  hours: 'Saved {count} hours ago',
  days: 'Saved {count} days ago',
}

function savedText(copy, say) {
  const { unit, count } = ageOf(copy.headers.get('x-saved-at') ?? '')
  return say(AGE_TEXTS[unit], count)
}

/** A substitute for a page that could not be loaded: states whether a form was sent and lists the cached pages. */
async function offlinePage(what) {
  const { say, language } = await translations()
  const pages = await caches.open(PAGES)
  const copies = await Promise.all((await pages.keys()).reverse().map(async ({ url }) => listItem(url, { copy: await pages.match(url), say })))
  const list = copies.length ? `<h2>${say('Saved on this phone')}</h2><ul>${copies.join('')}</ul>` : ''
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${say('No internet connection')}</title><style>${STYLE}</style>
<main><h1>${say('No internet connection')}</h1><p>${say(MESSAGES[what])}</p><p><a class="button" href="">${say('Try again')}</a> <button type="button" onclick="history.back()">${say('Go back')}</button></p>${list}</main></html>`
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } })
}

const MESSAGES = {
  page: 'This page is not saved on this phone. Your cart and your orders are safe.',
  unsent: 'We sent nothing. Go back: what you typed is still there.',
  perhaps: 'We got no answer. Look at your orders before you send it again. The same form sent twice counts once.',
}

async function listItem(url, { copy, say }) {
  const title = /<title>([^<]*)/.exec(await copy.clone().text())?.[1]?.replace(/ · [^·]*$/, '') ?? url
  return `<li><a href="${escaped(new URL(url).pathname + new URL(url).search)}">${title}</a><small>${savedText(copy, say)}</small></li>`
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const STYLE = `:root{color-scheme:light dark}body{margin:0;background:#fbf7ee;color:#1d1a16;font:16px/1.55 system-ui,sans-serif}
main{max-width:34rem;margin:auto;padding:24px 16px}h1{font-size:28px;line-height:1.15}h2{font-size:18px;margin-top:32px}
ul{list-style:none;padding:0;border-top:1px solid #e4d9c2}li{display:flex;justify-content:space-between;gap:12px;align-items:center;border-bottom:1px solid #e4d9c2;min-height:48px}
li a{color:inherit}small{color:#5f574b;font-size:14px;flex:none}.button,button{display:inline-block;border-radius:8px;border:2px solid #0b6b3a;padding:10px 18px;font:inherit;font-weight:700;background:#0b6b3a;color:#fff;text-decoration:none;cursor:pointer}
button{background:none;color:inherit;border-color:currentcolor}
@media(prefers-color-scheme:dark){body{background:#15130f;color:#f4eee2}ul,li{border-color:#39342b}small{color:#b9af9e}.button{background:#5fcb8e;border-color:#5fcb8e;color:#0e1f15}}`

function withTimeout(network) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('late')), NETWORK_TIMEOUT_MS)
    network.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

async function trim(cache, most) {
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)))
}
