import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { StoreUnavailable } from '#platform/files/stores/blob-store.ts'
import { addressGroup, clientAddress } from '#platform/http/requests/client-address.ts'
import { openRouter } from '#platform/http/router.ts'
import { createConcurrencyLimiter, TooBusy } from '#platform/queues/concurrency-limiter.ts'
import type { RateLimits } from '#platform/rate-limits/rate-limits.ts'
import { BUY_CARD_PATH, type CardSources, findCard } from './find-card.ts'

interface ShareCardsOptions extends CardSources {
  rateLimits: RateLimits
}

const MAX_CACHED = 200
const MAX_CACHED_BYTES = 12_000_000
const CACHE_TTL_MS = 3_600_000
/** Rendering a card takes about 170 ms of CPU time. */
const RENDER_QUEUE = { maxRunning: 1, maxQueued: 24, maxQueuedPerGroup: 6 }
/** Renderings per network address; cached cards don't count. High, because large chat services share few addresses. */
const RENDER_LIMIT = { tries: 120, windowSeconds: 60 }

/**
 * Serves share cards (1200 x 630) below `/og/`: `group-buys/{id}/{version}.jpg`, `products/{id}/{version}.jpg` and
 * `shops/{id}/{version}.jpg`. The version changes with the picture; any other version redirects to the current one, so
 * that no picture is cached under a future version's URL. A buy's version covers all that may change, so it is
 * immutable; the others are cached for a day. Below `posters/`, buys and shops have A4 posters.
 */
export function shareCardRoutes(options: ShareCardsOptions): Hono {
  const enqueue = createConcurrencyLimiter(RENDER_QUEUE)
  // Concurrent requests for a card are coalesced. A string value is the path to redirect to.
  const cache = new LRUCache<string, Buffer | string, string>({
    max: MAX_CACHED,
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ length }) => length,
    ttl: CACHE_TTL_MS,
    async fetchMethod(path, _stale, { context: address }) {
      const card = await findCard(path, options)
      if (!card) return undefined
      return card.path === path ? enqueue(address, () => render(card.svg)) : card.path
    },
  })
  const routes = openRouter()
  routes.get('/og/:card{.+}', async ({ req: { path, raw } }) => {
    const address = addressGroup(clientAddress(raw))
    if (!cache.has(path)) {
      const wait = await options.rateLimits.take([{ key: `share-card:${address}`, ...RENDER_LIMIT }])
      if (wait > 0) return retryLater(429, wait)
    }
    const found = await cache.fetch(path, { context: address }).catch((error: unknown) => {
      if (error instanceof TooBusy || error instanceof StoreUnavailable) return error
      throw error
    })
    if (found instanceof Error) return retryLater(503, 5)
    // Redirects are not cached: this path may become the current version.
    if (typeof found === 'string') cache.delete(path)
    return found ? cardResponse(path, found) : new Response('Not found', { status: 404 })
  })
  return routes
}

function cardResponse(path: string, found: Buffer | string): Response {
  if (typeof found === 'string') {
    return new Response(null, { status: 302, headers: { location: found, 'cache-control': 'no-store' } })
  }
  const age = BUY_CARD_PATH.test(path) ? 'max-age=31536000, immutable' : 'max-age=86400'
  return new Response(new Uint8Array(found), {
    headers: { 'content-type': 'image/jpeg', 'cache-control': `public, ${age}` },
  })
}

function retryLater(status: number, waitSeconds: number): Response {
  const headers = { 'retry-after': String(Math.ceil(waitSeconds)), 'cache-control': 'no-store' }
  return new Response('Too many pictures at once', { status, headers })
}

async function render(svg: string): Promise<Buffer> {
  // Two native libraries, loaded with the first card to save memory.
  const [{ renderAsync }, { default: sharp }] = await Promise.all([import('@resvg/resvg-js'), import('sharp')])
  const font = { fontFiles: FONTS, loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' }
  const picture = await renderAsync(svg, { font })
  const png = picture.asPng()
  for (const quality of QUALITIES) {
    const jpeg = await sharp(png).jpeg({ quality, mozjpeg: true }).toBuffer()
    if (jpeg.byteLength <= MAX_BYTES) return jpeg
  }
  return sharp(png).jpeg({ quality: LOWEST_QUALITY, mozjpeg: true }).toBuffer()
}

/** All chat services show images up to this size. */
const MAX_BYTES = 200_000
/** Nearly every card fits with the first quality; only a very detailed photograph needs a lower one. */
const QUALITIES = [82, 74, 64]
const LOWEST_QUALITY = 50

const FONT_FOLDER = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf')
const FONTS = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) => join(FONT_FOLDER, file))
