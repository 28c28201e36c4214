// Keeps what was seen, to be read without a network: pages with the day they were saved, and the files they need. It sends nothing
// by itself and holds nothing back: what could not be sent is said to be so. web/keep-seen.ts registers it.
importScripts('/push-worker.js', '/age-of.js')

const PAGES = 'pages-1'
const FILES = 'files-1'
const READER = 'reader-1'
/** Of web/keep-codes.js, which keeps its own page. */
const OTHERS = ['codes']
const MOST_PAGES = 40
const MOST_FILES = 200
/** Longer than a slow line takes for a page. Who has a copy reads it meanwhile. */
const PATIENCE_MS = 12000

const KEPT_PAGE =
  /^\/(|group-buys(\/[\w-]+)?|products(\/[\w-]+)?|vendors|shop\/[\w-]+|search|cart|places|leaderboard|blog(\/[\w-]+)?|about|faq|contact|account\/(orders(\/[\w-]+)?|lists(\/[\w-]+)?|follows|notices))$/
/** Their names change with their content. */
const LASTING_FILE = /^\/assets\//
const KEPT_FILE = /^\/(assets|basins|covers|hero|icons|storage\/v1\/(object|render\/image)\/public)\//
/** What says who sent a link, not which page it is. */
const IDLE_PARAMS = /^(ref$|utm_|fbclid$|gclid$)/

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(settle()))
self.addEventListener('message', (event) => {
  const { keep, routes, files } = event.data ?? {}
  // A page is not kept before what it needs to live.
  if (keep) event.waitUntil(Promise.all([keepFiles(files), ...routes.map(keepRoutes)]).then(() => Promise.all(keep.map(keepUnopened))))
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (request.method !== 'GET') event.respondWith(sendForm(event, url))
    else if (!url.pathname.endsWith('.csv') && !url.pathname.endsWith('.pdf')) event.respondWith(openPage(event, url))
  } else if (url.pathname === '/auth/v1/logout') {
    event.waitUntil(forget())
  } else if (url.pathname === '/__manifest') {
    event.respondWith(openRoutes(event, url))
  } else if (request.method === 'GET' && KEPT_FILE.test(url.pathname) && !request.headers.has('range')) {
    event.respondWith(openFile(event, url))
  }
})

async function settle() {
  const known = [PAGES, FILES, READER, ...OTHERS]
  await Promise.all((await caches.keys()).filter((name) => !known.includes(name)).map((name) => caches.delete(name)))
  await self.clients.claim()
}

async function openPage(event, url) {
  const fresh = fetch(event.request)
  const kept = KEPT_PAGE.test(url.pathname) ? await keptCopy(url) : null
  try {
    const answer = await (kept ? inTime(fresh) : fresh)
    event.waitUntil(keepPage(url, answer.clone()))
    return answer
  } catch {
    // Late is better than never: the copy of next time.
    event.waitUntil(fresh.then((answer) => keepPage(url, answer)).catch(() => {}))
    return kept ? withAge(kept) : noNetwork('page')
  }
}

/** A form that goes the plain way. Its answer may be what was lost, so nobody is told that nothing arrived unless that is known. */
async function sendForm(event, url) {
  // Whoever looks next must not see the pages of whoever leaves.
  if (url.pathname === '/auth/sign-out') await forget()
  const isOnline = navigator.onLine
  try {
    const answer = await fetch(event.request)
    // What was kept is in the language of before.
    if (url.pathname === '/language') await caches.delete(PAGES)
    return answer
  } catch {
    return noNetwork(isOnline ? 'perhaps' : 'unsent')
  }
}

async function openFile(event, url) {
  const files = await caches.open(FILES)
  const kept = await files.match(event.request)
  if (kept && LASTING_FILE.test(url.pathname)) return kept
  try {
    const answer = await fetch(event.request)
    if (answer.status === 200 && answer.type === 'basic') {
      const copy = answer.clone()
      event.waitUntil(files.put(event.request, copy).then(() => trim(files, MOST_FILES)))
    }
    return answer
  } catch (fault) {
    if (kept) return kept
    throw fault
  }
}

/** Where the router finds the scripts of a page's routes. Without a network it gets all that was known to this version of the site. */
async function openRoutes(event, url) {
  const key = routesKey(url)
  try {
    const answer = await fetch(event.request)
    if (answer.status === 200) event.waitUntil(addRoutes(key, answer.clone()))
    return answer
  } catch (fault) {
    const known = await caches.match(key)
    if (known) return known
    throw fault
  }
}

/** Asked for before the worker was there; the browser still has the answer. */
async function keepRoutes(address) {
  const answer = await fetch(address).catch(() => null)
  if (answer?.status === 200) await addRoutes(routesKey(new URL(address)), answer)
}

const routesKey = (url) => `${location.origin}/__manifest?version=${url.searchParams.get('version')}`

let adding = Promise.resolve()

/** One after the other, so that none is lost. */
function addRoutes(key, answer) {
  adding = adding.then(async () => {
    const files = await caches.open(FILES)
    const before = await (await files.match(key))?.json()
    await files.put(key, Response.json({ ...before, ...(await answer.json()) }))
  })
  return adding.catch(() => {})
}

/** The page where a person came in, and the cart, are kept although they were not opened through the worker: what they need comes first. */
async function keepUnopened(address) {
  const url = new URL(address, location.origin)
  const answer = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' }).catch(() => null)
  if (!answer) return
  const html = answer.status === 200 ? await answer.clone().text() : ''
  await keepFiles([...html.matchAll(/"(\/assets\/[\w.-]+\.(?:js|css))"/g)].map(([, path]) => path))
  await keepPage(url, answer)
}

async function keepFiles(paths) {
  const files = await caches.open(FILES)
  await Promise.all([...new Set(paths)].map(async (path) => (await files.match(path)) ?? files.add(path).catch(() => {})))
}

/** Keeps a page of ours that came whole. */
async function keepPage(url, answer) {
  // Signed out: what is kept was somebody's.
  if (answer.type === 'opaqueredirect' && url.pathname.startsWith('/account')) await forget()
  const isPage = answer.status === 200 && /^text\/html/.test(answer.headers.get('content-type') ?? '')
  if (!isPage) return
  const html = await answer.text()
  await forgetOthers(html)
  if (!KEPT_PAGE.test(url.pathname)) return
  const headers = new Headers(answer.headers)
  for (const name of ['content-encoding', 'content-length', 'set-cookie']) headers.delete(name)
  headers.set('x-saved-at', new Date().toISOString())
  const pages = await caches.open(PAGES)
  // Anew at the end of the list, so that what was seen last stays longest.
  await pages.delete(keyOf(url))
  await pages.put(keyOf(url), new Response(html, { headers }))
  await trim(pages, MOST_PAGES)
}

/** Nobody is signed in any more. */
const forget = () => Promise.all([PAGES, ...OTHERS].map((name) => caches.delete(name)))

/**
 * Each page says who it was made for, in which language, and this worker's words in it. On a phone that several people share, nobody
 * reads those of whoever was there before, and nobody a language that they have left.
 */
async function forgetOthers(html) {
  const tag = /<html[^>]*>/.exec(html)?.[0] ?? ''
  const [language, person] = [/ lang="([\w-]+)"/, / data-reader="([\w-]+)"/].map((sign) => sign.exec(tag)?.[1] ?? '')
  const words = /<script type="application\/json" id="worker-words">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}'
  const reader = JSON.stringify({ language, person })
  const store = await caches.open(READER)
  const [reader0, words0] = await Promise.all(['/', '/words'].map(async (key) => (await store.match(key))?.text()))
  if (words0 !== words) await store.put('/words', new Response(words))
  if (reader0 === reader) return
  if (reader0 !== undefined) await caches.delete(PAGES)
  await store.put('/', new Response(reader))
}

/** The words of the last page's language; English ones stand in this file (web/worker-words.ts has them all). */
async function speech() {
  const store = await caches.open(READER)
  const [reader, words] = await Promise.all(['/', '/words'].map(async (key) => (await store.match(key))?.text()))
  const known = JSON.parse(words ?? '{}')
  const say = (text, count) => escaped((known[text] ?? text).replace('{count}', count))
  return { say, language: JSON.parse(reader ?? '{}').language || 'en-NG' }
}

/** The copy of this address, or of the same page in another order. */
async function keptCopy(url) {
  const pages = await caches.open(PAGES)
  return (await pages.match(keyOf(url))) ?? (await pages.match(keyOf(url), { ignoreSearch: true })) ?? null
}

function keyOf(url) {
  const key = new URL(url.pathname, location.origin)
  for (const [name, value] of url.searchParams) if (!IDLE_PARAMS.test(name)) key.searchParams.append(name, value)
  return key.href
}

async function withAge(copy) {
  const { say } = await speech()
  const words = `${say('No internet connection')}. ${say('You are reading a saved copy.')} ${savedText(copy, say)}.`
  const html = (await copy.text()).replace(/(<p id="saved-copy"[^>]*?) hidden=""([^>]*>)[^<]*/, (_, start, end) => `${start}${end}${words}`)
  return new Response(html, { headers: copy.headers })
}

const SAVED = {
  now: 'Saved a moment ago',
  minutes: 'Saved {count} minutes ago',
  hours: 'Saved {count} hours ago',
  days: 'Saved {count} days ago',
}

function savedText(copy, say) {
  const { unit, count } = ageOf(copy.headers.get('x-saved-at') ?? '')
  return say(SAVED[unit], count)
}

/** The page that stands for one that could not come: what is known of what was sent, and what can be read meanwhile. */
async function noNetwork(what) {
  const { say, language } = await speech()
  const pages = await caches.open(PAGES)
  const copies = await Promise.all((await pages.keys()).reverse().map(async ({ url }) => listed(url, { copy: await pages.match(url), say })))
  const list = copies.length ? `<h2>${say('Saved on this phone')}</h2><ul>${copies.join('')}</ul>` : ''
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${say('No internet connection')}</title><style>${STYLE}</style>
<main><h1>${say('No internet connection')}</h1><p>${say(ABOUT[what])}</p><p><a class="button" href="">${say('Try again')}</a> <button type="button" onclick="history.back()">${say('Go back')}</button></p>${list}</main></html>`
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } })
}

const ABOUT = {
  page: 'This page is not saved on this phone. Your cart and your orders are safe.',
  unsent: 'We sent nothing. Go back: what you typed is still there.',
  perhaps: 'We got no answer. Look at your orders before you send it again. The same form sent twice counts once.',
}

async function listed(url, { copy, say }) {
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

function inTime(fresh) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('late')), PATIENCE_MS)
    fresh.then(resolve, reject).finally(() => clearTimeout(late))
  })
}

async function trim(cache, most) {
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)))
}
