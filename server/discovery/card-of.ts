import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { lagosDateOf } from '#domain/calendar.ts'
import { formatDay, formatMoment } from '#domain/date-text.ts'
import { buyCardVersion } from '#domain/group-buys/card-version.ts'
import { readPrices } from '#domain/group-buys/price-tiers.ts'
import { shownPrice } from '#domain/group-buys/shown-price.ts'
import { nairaToKobo } from '#domain/money.ts'
import { productCardVersion } from '#domain/products/card-version.ts'
import { isUuid } from '#domain/validation.ts'
import { shopCardVersion } from '#domain/vendors/card-version.ts'
import type { BlobStore } from '#platform/files/blob-store.ts'
import type { Database } from '#platform/postgres/database.ts'
import { posterSvg } from './poster-svg.ts'
import { productCardSvg } from './product-card-svg.ts'
import { readPhoto } from './read-photo.ts'
import { type BuyRow, type ProductRow, readBuy, readProduct, readShop, type ShopRow } from './read-rows.ts'
import { PHOTO_SIDE, type SidePicture, shareCardSvg } from './share-card-svg.ts'
import { basinCardSvg, shopCardSvg, siteCardSvg } from './shop-card-svg.ts'

export interface CardSources {
  database: Database
  /** Where the basin pictures lie, on disk; the scenes lie beside them. */
  pictures: string
  /** Where uploaded photographs are stored. */
  store: BlobStore
  /** The site's address, for the codes on posters. */
  origin: string
}

export const BUY = /^\/og\/group-buys\/([^/]+)\/[\w-]{1,40}\.jpg$/
const PRODUCT = /^\/og\/products\/([^/]+)\/[\w-]{1,40}\.jpg$/
const SHOP = /^\/og\/shops\/([^/]+)\/[\w-]{1,40}\.jpg$/
const BUY_POSTER = /^\/og\/posters\/group-buys\/([^/]+)\/[\w-]{1,40}\.jpg$/
const SHOP_POSTER = /^\/og\/posters\/shops\/([^/]+)\/[\w-]{1,40}\.jpg$/
const BASIN = /^\/og\/basins\/([a-z-]{1,40})\.jpg$/

interface Card {
  svg: string
  /** Where it is found at present. */
  path: string
}

/** What is found at an address below `/og/`, and where it is at present; null for nothing. */
export async function cardOf(path: string, options: CardSources): Promise<Card | null> {
  const { database, pictures } = options
  const [buyId, productId, shopId, basin, postedBuy, postedShop] = [
    BUY,
    PRODUCT,
    SHOP,
    BASIN,
    BUY_POSTER,
    SHOP_POSTER,
  ].map((pattern) => pattern.exec(path)?.[1])
  if (path === '/og/site.jpg') return { path, svg: siteCardSvg(await readPicture(join(pictures, '../hero/stall.svg'))) }
  if (basin) {
    const svg = await basinCard(join(pictures, `${basin}.svg`))
    return svg === null ? null : { path, svg }
  }
  if (isUuid(buyId)) {
    const buy = await readBuy(database, buyId)
    return buy && { path: `/og/group-buys/${buyId}/${buyCardVersion(buy)}.jpg`, svg: await buyCard(buy, options) }
  }
  if (isUuid(productId)) {
    const row = await readProduct(database, productId)
    return (
      row && { path: `/og/products/${productId}/${productCardVersion(row)}.jpg`, svg: await productCard(row, options) }
    )
  }
  if (isUuid(postedBuy)) {
    const buy = await readBuy(database, postedBuy)
    return buy?.joinable
      ? {
          path: `/og/posters/group-buys/${postedBuy}/${buyCardVersion(buy)}.jpg`,
          svg: buyPoster(buy, `${options.origin}/group-buys/${postedBuy}`),
        }
      : null
  }
  if (isUuid(postedShop)) {
    const shop = await readShop(database, postedShop)
    return (
      shop && {
        path: `/og/posters/shops/${postedShop}/${shopCardVersion(shop)}.jpg`,
        svg: shopPoster(shop, `${options.origin}/shop/${postedShop}`),
      }
    )
  }
  const shop = isUuid(shopId) ? await readShop(database, shopId) : null
  return shop && { path: `/og/shops/${shopId}/${shopCardVersion(shop)}.jpg`, svg: await shopCard(shop, pictures) }
}

async function basinCard(path: string): Promise<string | null> {
  const basin = await readPicture(path).catch(() => null)
  return basin && basinCardSvg(basin)
}

async function buyCard(buy: BuyRow, sources: CardSources): Promise<string> {
  return shareCardSvg({
    ...readPrices(buy),
    name: buy.product_name,
    unit: buy.unit,
    priceKobo: buy.final_price === null ? shownPrice(buy).priceKobo : nairaToKobo(buy.final_price),
    currentParticipants: buy.current_participants,
    paidParticipants: buy.paid_participants,
    minParticipants: buy.min_participants,
    place: `${buy.vendor_location}: ${buy.business_name}`,
    ended: buy.joinable ? null : 'This group buy has closed',
    picture: await sidePicture(buy, sources),
  })
}

async function productCard(row: ProductRow, sources: CardSources): Promise<string> {
  return productCardSvg({
    name: row.name,
    unit: row.unit,
    priceKobo: nairaToKobo(row.base_price),
    shop: row.business_name,
    city: row.vendor_location,
    picture: await sidePicture(row, sources),
  })
}

async function sidePicture(row: { image_url: string | null }, sources: CardSources): Promise<SidePicture> {
  const { pictures, ...stored } = sources
  const photo = await readPhoto(stored, row.image_url, PHOTO_SIDE)
  return photo ? { photo } : { basin: await readBasin(pictures, row.image_url) }
}

function buyPoster(buy: BuyRow, address: string): string {
  return posterSvg({
    shop: buy.business_name,
    city: buy.vendor_location,
    address,
    buy: {
      name: buy.product_name,
      unit: buy.unit,
      priceKobo: shownPrice(buy).priceKobo,
      basePriceKobo: nairaToKobo(buy.base_price),
      until: formatMoment(buy.end_date),
      pricedOn: formatDay(lagosDateOf(new Date())),
    },
  })
}

const shopPoster = (shop: ShopRow, address: string): string =>
  posterSvg({ shop: shop.business_name, city: shop.location, address, buy: null })

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
