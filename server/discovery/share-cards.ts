import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { readPrices } from '#domain/group-buys/price-tiers.ts'
import { nairaToKobo } from '#domain/money.ts'
import type { Database } from '#platform/postgres/database.ts'
import { type BuyRow, readBuy, readShop, type ShopRow } from './read-rows.ts'
import { shareCardSvg } from './share-card-svg.ts'
import { basinCardSvg, shopCardSvg, siteCardSvg } from './shop-card-svg.ts'

export interface ShareCardsOptions {
  database: Database
  /** Where the basin pictures lie, on disk; the scenes lie beside them. */
  pictures: string
}

const ID = '([0-9a-f-]{36})'
const BUY = new RegExp(`^/og/group-buys/${ID}/[\\w-]{1,40}\\.jpg$`)
const SHOP = new RegExp(`^/og/shops/${ID}/[\\w-]{1,40}\\.jpg$`)
const BASIN = /^\/og\/basins\/([a-z-]{1,40})\.jpg$/
const MOST_KEPT = 200

/**
 * Below `/og/`: the pictures that chats show for a page, 1200 x 630. `group-buys/{id}/{version}.jpg` and
 * `shops/{id}/{version}.jpg` have a version that changes with the picture, so they may be cached for ever;
 * `basins/{food}.jpg` and `site.jpg` may be cached for a day. Null for any other path.
 */
export function createShareCards(options: ShareCardsOptions): (request: Request) => Promise<Response | null> {
  const kept = new Map<string, Buffer>()
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/og/')) return null
    const picture = kept.get(pathname) ?? (await draw(pathname, options))
    if (!picture) return new Response('Not found', { status: 404 })
    kept.delete(pathname)
    kept.set(pathname, picture)
    // The oldest goes first: a map keeps its keys in insertion order.
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
    const versioned = BUY.test(pathname) || SHOP.test(pathname)
    return new Response(new Uint8Array(picture), {
      headers: {
        'content-type': 'image/jpeg',
        'cache-control': versioned ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
      },
    })
  }
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
  if (buyId) return buyCard(await readBuy(database, buyId), pictures)
  return shopId ? shopCard(await readShop(database, shopId), pictures) : null
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
