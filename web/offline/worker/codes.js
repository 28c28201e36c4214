// The page of hand-over codes, which can be read offline by the user who opened it. web/offline/cache-codes.js fills
// the cache.

import { ageOf } from './age-of.js'
import { CODES } from './caches.js'

export const CODES_PAGE = '/account/codes'

/** The cached copy; undefined without one. */
export async function codesCopy() {
  const cached = await (await caches.open(CODES)).match(CODES_PAGE)
  return (
    cached && new Response(asCopy(await cached.text()), { headers: { 'content-type': 'text/html; charset=utf-8' } })
  )
}

/** The cached page without scripts, which could not load offline, and with a notice of its age. */
export function asCopy(html) {
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
