// Scripts, styles and pictures.

import { FILES, trim } from './caches.js'

const MAX_FILES = 200

/** Files with a content hash in their names. */
const IMMUTABLE_FILE = /^\/assets\//

export const CACHEABLE_FILE = /^\/(assets|basins|covers|hero|icons|storage\/v1\/(object|render\/image)\/public)\//

export async function openFile(event, url) {
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
    // The styles of the codes page are in a cache of their own.
    const copy = cached ?? (await caches.match(event.request))
    if (copy) return copy
    throw fault
  }
}

export async function cacheFiles(paths) {
  const files = await caches.open(FILES)
  await Promise.all(
    [...new Set(paths)].map(async (path) => (await files.match(path)) ?? files.add(path).catch(() => {})),
  )
}
