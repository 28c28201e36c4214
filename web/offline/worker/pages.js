// Visited pages, and forms.

import { COUNTER, clearOnSignOut, clearPages, PAGES, READER, trim } from './caches.js'
import { CODES_PAGE, codesCopy } from './codes.js'
import { dropOldDay, offlineCounter } from './counter.js'
import { cacheFiles } from './files.js'
import { offlinePage } from './offline-page.js'
import { savedText, translations } from './texts.js'

const MAX_PAGES = 40

/** Time to wait for the network before a cached copy is served; longer than a slow connection takes for a page. */
const NETWORK_TIMEOUT_MS = 12000

/** The pattern of the pages that the table of pages calls saved offline; vite.config.ts inserts it. */
const CACHEABLE_PAGE = new RegExp(SAVED_OFFLINE)

/** Parameters for tracking, which do not identify the page. */
const TRACKING_PARAMS = /^(ref$|utm_|fbclid$|gclid$)/

export async function openPage(event, url) {
  const network = fetch(event.request)
  const cached = CACHEABLE_PAGE.test(url.pathname) ? await cachedCopy(url) : await offlineCounter(url)
  event.waitUntil(dropOldDay())
  try {
    const response = await (cached ? withTimeout(network) : network)
    event.waitUntil(cachePage(url, response.clone()))
    return response
  } catch {
    // A late response still updates the cache.
    event.waitUntil(network.then((response) => cachePage(url, response)).catch(() => {}))
    if (cached) return cached.status === 302 ? cached : withAgeNotice(cached)
    return (url.pathname === CODES_PAGE && (await codesCopy())) || offlinePage('page')
  }
}

/**
 * Sends a form submitted without scripts. "Not sent" is reported only if the device was offline: otherwise the response
 * may have been lost.
 */
export async function sendForm(event, url) {
  // The next user of this device must not see the pages of the one who signs out.
  if (url.pathname === '/auth/sign-out') await clearOnSignOut()
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

/** Caches the landing page and the cart, which were not opened through the worker, after the files that they need. */
export async function cacheUnvisited(address) {
  const url = new URL(address, location.origin)
  const response = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' }).catch(() => null)
  if (!response) return
  const html = response.status === 200 ? await response.clone().text() : ''
  await cacheFiles([...html.matchAll(/"(\/assets\/[\w.-]+\.(?:js|css))"/g)].map(([, path]) => path))
  await cachePage(url, response)
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

/**
 * Deletes the cached pages when the user or the language changes: on a shared phone a user must not see another's
 * pages. Each page names its user and language and contains this worker's texts in that language, which are stored
 * here.
 */
async function clearOnUserChange(html) {
  const tag = /<html[^>]*>/.exec(html)?.[0] ?? ''
  const [language, person] = [/ lang="([\w-]+)"/, / data-reader="([\w-]+)"/].map((sign) => sign.exec(tag)?.[1] ?? '')
  const words = /<script type="application\/json" id="worker-words">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}'
  const reader = JSON.stringify({ language, person })
  const store = await caches.open(READER)
  const [previousReader, previousWords] = await Promise.all(
    ['/', '/words'].map(async (key) => (await store.match(key))?.text()),
  )
  if (previousWords !== words) await store.put('/words', new Response(words))
  if (previousReader === reader) return
  if (previousReader !== undefined) await Promise.all([PAGES, COUNTER].map((name) => caches.delete(name)))
  await store.put('/', new Response(reader))
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
  const html = (await copy.text()).replace(
    /(<p id="saved-copy"[^>]*?) hidden=""([^>]*>)[^<]*/,
    (_, start, end) => `${start}${end}${words}`,
  )
  return new Response(html, { headers: copy.headers })
}

function withTimeout(network) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('late')), NETWORK_TIMEOUT_MS)
    network.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
