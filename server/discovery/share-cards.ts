import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { buyCardVersion } from '#domain/group-buys/card-version.ts'
import { readPrices } from '#domain/group-buys/price-tiers.ts'
import { nairaToKobo } from '#domain/money.ts'
import { isUuid } from '#domain/validation.ts'
import { shopCardVersion } from '#domain/vendors/card-version.ts'
import { addressGroup, clientAddress } from '#platform/http/client-address.ts'
import { openRouter } from '#platform/http/router.ts'
import { createTurns, TooBusy } from '#platform/http/turns.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { RateLimits } from '#platform/rate-limits/rate-limits.ts'
import { type BuyRow, readBuy, readShop, type ShopRow } from './read-rows.ts'
import { shareCardSvg } from './share-card-svg.ts'
import { basinCardSvg, shopCardSvg, siteCardSvg } from './shop-card-svg.ts'

interface ShareCardsOptions {
  database: Database
  /** Where the basin pictures lie, on disk; the scenes lie beside them. */
  pictures: string
  rateLimits: RateLimits
}

const BUY = /^\/og\/group-buys\/([^/]+)\/[\w-]{1,40}\.jpg$/
const SHOP = /^\/og\/shops\/([^/]+)\/[\w-]{1,40}\.jpg$/
const BASIN = /^\/og\/basins\/([a-z-]{1,40})\.jpg$/
const MOST_KEPT = 200
const KEPT_MS = 3_600_000
/** Drawing takes a processor for a sixth of a second. */
const DRAWING = { atOnce: 1, waiting: 24, waitingEach: 6 }
/** A chat that many use asks from few addresses; what is kept costs nothing. */
const DRAWN = { tries: 120, windowSeconds: 60 }

/**
 * Below `/og/`: the pictures that chats show for a page, 1200 x 630. `group-buys/{id}/{version}.jpg` and
 * `shops/{id}/{version}.jpg` have a version that changes with the picture; any other than the present one leads there, so that
 * nothing is kept under a name that it will get later. A buy's version names all that may change, so it may be cached for ever,
 * the others for a day.
 */
export function shareCardRoutes(options: ShareCardsOptions): Hono {
  const inTurn = createTurns(DRAWING)
  // A shared address is asked for by many at once; all of them wait for one drawing. A text is the address to go to.
  const kept = new LRUCache<string, Buffer | string, string>({
    max: MOST_KEPT,
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
      if (error instanceof TooBusy) return error
      throw error
    })
    if (found instanceof TooBusy) return later(503, 5)
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
  return sharp(picture.asPng()).jpeg({ quality: 82, mozjpeg: true }).toBuffer()
}

interface Card {
  svg: string
  /** Where it is found at present. */
  path: string
}

async function cardOf(path: string, { database, pictures }: ShareCardsOptions): Promise<Card | null> {
  const [buyId, shopId, basin] = [BUY, SHOP, BASIN].map((pattern) => pattern.exec(path)?.[1])
  if (path === '/og/site.jpg') return { path, svg: siteCardSvg(await readPicture(join(pictures, '../hero/stall.svg'))) }
  if (basin) {
    const svg = await basinCard(join(pictures, `${basin}.svg`))
    return svg === null ? null : { path, svg }
  }
  if (isUuid(buyId)) {
    const buy = await readBuy(database, buyId)
    return buy && { path: `/og/group-buys/${buyId}/${buyCardVersion(buy)}.jpg`, svg: await buyCard(buy, pictures) }
  }
  const shop = isUuid(shopId) ? await readShop(database, shopId) : null
  return shop && { path: `/og/shops/${shopId}/${shopCardVersion(shop)}.jpg`, svg: await shopCard(shop, pictures) }
}

async function basinCard(path: string): Promise<string | null> {
  const basin = await readPicture(path).catch(() => null)
  return basin && basinCardSvg(basin)
}

async function buyCard(buy: BuyRow, pictures: string): Promise<string> {
  return shareCardSvg({
    ...readPrices(buy),
    name: buy.product_name,
    unit: buy.unit,
    priceKobo: nairaToKobo(buy.final_price ?? buy.current_price),
    currentParticipants: buy.current_participants,
    paidParticipants: buy.paid_participants,
    minParticipants: buy.min_participants,
    place: `${buy.vendor_location}: ${buy.business_name}`,
    ended: buy.joinable ? null : 'This group buy has closed',
    basin: await readBasin(pictures, buy.image_url),
  })
}

async function shopCard(shop: ShopRow, pictures: string): Promise<string> {
  return shopCardSvg({
    name: shop.business_name,
    city: shop.location,
    rating: shop.rating === null ? null : Number(shop.rating),
    ratingCount: shop.rating_count,
    completedOrders: shop.completed_orders,
    basin: await readBasin(pictures, shop.logo_url),
  })
}

const FONT_FOLDER = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf')
const FONTS = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) => join(FONT_FOLDER, file))

/** Draws only pictures from our own folder and follows no path from the database. */
async function readBasin(pictures: string, imageUrl: string | null): Promise<string> {
  const file = imageUrl?.startsWith('/basins/') ? basename(imageUrl) : 'empty.svg'
  const empty = () => readPicture(join(pictures, 'empty.svg'))
  return readPicture(join(pictures, file)).catch(empty)
}

/** The content of an SVG file. */
async function readPicture(path: string): Promise<string> {
  const svg = await readFile(path, 'utf8')
  return svg.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '')
}
