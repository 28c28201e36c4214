import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import type { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { readPrices } from '#domain/group-buys/price-tiers.ts'
import { nairaToKobo } from '#domain/money.ts'
import { isUuid } from '#domain/validation.ts'
import { openRouter } from '#platform/http/router.ts'
import type { Database } from '#platform/postgres/database.ts'
import { type BuyRow, readBuy, readShop, type ShopRow } from './read-rows.ts'
import { shareCardSvg } from './share-card-svg.ts'
import { basinCardSvg, shopCardSvg, siteCardSvg } from './shop-card-svg.ts'

interface ShareCardsOptions {
  database: Database
  /** Where the basin pictures lie, on disk; the scenes lie beside them. */
  pictures: string
}

const BUY = /^\/og\/group-buys\/([^/]+)\/[\w-]{1,40}\.jpg$/
const SHOP = /^\/og\/shops\/([^/]+)\/[\w-]{1,40}\.jpg$/
const BASIN = /^\/og\/basins\/([a-z-]{1,40})\.jpg$/
const MOST_KEPT = 200

/**
 * Below `/og/`: the pictures that chats show for a page, 1200 x 630. `group-buys/{id}/{version}.jpg` and
 * `shops/{id}/{version}.jpg` have a version that changes with the picture, so they may be cached for ever;
 * day.
 */
export function shareCardRoutes(options: ShareCardsOptions): Hono {
  // A shared address is asked for by many at once; all of them wait for one drawing.
  const kept = new LRUCache<string, Buffer>({
    max: MOST_KEPT,
    fetchMethod: async (path) => (await draw(path, options)) ?? undefined,
  })
  const routes = openRouter()
  routes.all('/og/:card{.+}', async ({ req: { path } }) => {
    const picture = await kept.fetch(path)
    if (!picture) return new Response('Not found', { status: 404 })
    const versioned = BUY.test(path) || SHOP.test(path)
    return new Response(new Uint8Array(picture), {
      headers: {
        'content-type': 'image/jpeg',
        'cache-control': versioned ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
      },
    })
  })
  return routes
}

async function draw(path: string, { database, pictures }: ShareCardsOptions): Promise<Buffer | null> {
  const svg = await cardOf(path, database, pictures)
  if (svg === null) return null
  const png = new Resvg(svg, { font: { fontFiles: FONTS, loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' } })
    .render()
    .asPng()
  return sharp(png).jpeg({ quality: 82, mozjpeg: true }).toBuffer()
}

async function cardOf(path: string, database: Database, pictures: string): Promise<string | null> {
  const [buyId, shopId, basin] = [BUY, SHOP, BASIN].map((pattern) => pattern.exec(path)?.[1])
  if (path === '/og/site.jpg') return siteCardSvg(await readPicture(join(pictures, '../hero/stall.svg')))
  if (basin) return basinCard(join(pictures, `${basin}.svg`))
  if (isUuid(buyId)) return buyCard(await readBuy(database, buyId), pictures)
  return isUuid(shopId) ? shopCard(await readShop(database, shopId), pictures) : null
}

async function basinCard(path: string): Promise<string | null> {
  const basin = await readPicture(path).catch(() => null)
  return basin && basinCardSvg(basin)
}

async function buyCard(buy: BuyRow | null, pictures: string): Promise<string | null> {
  if (!buy) return null
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

async function shopCard(shop: ShopRow | null, pictures: string): Promise<string | null> {
  if (!shop) return null
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
