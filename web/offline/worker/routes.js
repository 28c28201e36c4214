// Route manifests of the router.

import { FILES } from './caches.js'

/** Offline the router gets every cached route of the same version of the site. */
export async function openRoutes(event, url) {
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
export async function cacheRoutes(address) {
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
