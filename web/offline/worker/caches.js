/**
 * The names of this site's caches. A changed format of the entries gets the next number: the former cache is then
 * deleted. READER holds the user and the language of the cached pages, and the worker's texts in that language.
 * web/offline/cache-codes.js fills CODES, and web/offline/outbox/saved-day.ts fills COUNTER.
 */
export const PAGES = 'pages-1'
export const FILES = 'files-1'
export const READER = 'reader-1'
export const CODES = 'codes'
export const COUNTER = 'counter-1'

/** Deletes the caches of earlier versions. */
export async function deleteUnknownCaches() {
  const known = [PAGES, FILES, READER, CODES, COUNTER]
  await Promise.all((await caches.keys()).filter((name) => !known.includes(name)).map((name) => caches.delete(name)))
}

/** Deletes the cached pages of a person. */
export const clearPages = () => Promise.all([PAGES, CODES, COUNTER].map((name) => caches.delete(name)))

/** On sign-out the files whose form was not sent are deleted as well (web/files/uploads/unsent-files.ts). */
export function clearOnSignOut() {
  indexedDB.deleteDatabase('unsent-files')
  return clearPages()
}

/** Deletes the least recently added entries of a cache. */
export async function trim(cache, most) {
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)))
}
