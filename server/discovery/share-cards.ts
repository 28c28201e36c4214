import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { StoreUnavailable } from '#platform/files/blob-store.ts'
import { addressGroup, clientAddress } from '#platform/http/client-address.ts'
import { openRouter } from '#platform/http/router.ts'
import { createTurns, TooBusy } from '#platform/http/turns.ts'
import type { RateLimits } from '#platform/rate-limits/rate-limits.ts'
import { BUY, type CardSources, cardOf } from './card-of.ts'

interface ShareCardsOptions extends CardSources {
  rateLimits: RateLimits
}

const MOST_KEPT = 200
const MOST_KEPT_BYTES = 12_000_000
const KEPT_MS = 3_600_000
/** Drawing takes a processor for a sixth of a second. */
const DRAWING = { atOnce: 1, waiting: 24, waitingEach: 6 }
/** A chat that many use asks from few addresses; what is kept costs nothing. */
const DRAWN = { tries: 120, windowSeconds: 60 }

/**
 * Below `/og/`: the pictures that chats show for a page, 1200 x 630. `group-buys/{id}/{version}.jpg`,
 * `products/{id}/{version}.jpg` and `shops/{id}/{version}.jpg` have a version that changes with the picture; any other than the present one leads there, so that
 * nothing is kept under a name that it will get later. A buy's version names all that may change, so it may be cached for ever,
 * the others for a day. Below `posters/` the same two have a sheet of A4 for the stall's wall, in a shop's case and a buy's.
 */
export function shareCardRoutes(options: ShareCardsOptions): Hono {
  const inTurn = createTurns(DRAWING)
  // A shared address is asked for by many at once; all of them wait for one drawing. A text is the address to go to.
  const kept = new LRUCache<string, Buffer | string, string>({
    max: MOST_KEPT,
    maxSize: MOST_KEPT_BYTES,
    sizeCalculation: ({ length }) => length,
    ttl: KEPT_MS,
    async fetchMethod(path, _stale, { context: address }) {
      const card = await cardOf(path, options)
      if (!card) return undefined
      return card.path === path ? inTurn(address, () => draw(card.svg)) : card.path
    },
  })
  const routes = openRouter()
  routes.get('/og/:card{.+}', async ({ req: { path, raw } }) => {
    const address = addressGroup(clientAddress(raw))
    if (!kept.has(path)) {
      const wait = await options.rateLimits.take([{ key: `share-card:${address}`, ...DRAWN }])
      if (wait > 0) return later(429, wait)
    }
    const found = await kept.fetch(path, { context: address }).catch((error: unknown) => {
      if (error instanceof TooBusy || error instanceof StoreUnavailable) return error
      throw error
    })
    if (found instanceof Error) return later(503, 5)
    // The next one who asks may find it here.
    if (typeof found === 'string') kept.delete(path)
    return found ? shown(path, found) : new Response('Not found', { status: 404 })
  })
  return routes
}

function shown(path: string, found: Buffer | string): Response {
  if (typeof found === 'string') {
    return new Response(null, { status: 302, headers: { location: found, 'cache-control': 'no-store' } })
  }
  const age = BUY.test(path) ? 'max-age=31536000, immutable' : 'max-age=86400'
  return new Response(new Uint8Array(found), {
    headers: { 'content-type': 'image/jpeg', 'cache-control': `public, ${age}` },
  })
}

function later(status: number, waitSeconds: number): Response {
  const headers = { 'retry-after': String(Math.ceil(waitSeconds)), 'cache-control': 'no-store' }
  return new Response('Too many pictures at once', { status, headers })
}

async function draw(svg: string): Promise<Buffer> {
  // Loaded by the first card, for the sake of the memory that two native libraries take.
  const [{ renderAsync }, { default: sharp }] = await Promise.all([import('@resvg/resvg-js'), import('sharp')])
  const font = { fontFiles: FONTS, loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' }
  const picture = await renderAsync(svg, { font })
  const png = picture.asPng()
  for (const quality of QUALITIES) {
    const jpeg = await sharp(png).jpeg({ quality, mozjpeg: true }).toBuffer()
    if (jpeg.byteLength <= MOST_BYTES) return jpeg
  }
  return sharp(png).jpeg({ quality: LOWEST_QUALITY, mozjpeg: true }).toBuffer()
}

/** Chats show a picture up to this size for certain. */
const MOST_BYTES = 200_000
/** The first does for nearly every card; only a photograph full of detail needs another. */
const QUALITIES = [82, 74, 64]
const LOWEST_QUALITY = 50

const FONT_FOLDER = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf')
const FONTS = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) => join(FONT_FOLDER, file))
