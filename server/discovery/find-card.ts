import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isUuid } from '#domain/forms/validation.ts'
import { buyCardVersion } from '#domain/group-buys/card-version.ts'
import { readPrices } from '#domain/group-buys/price/price-tiers.ts'
import { shownPrice } from '#domain/group-buys/price/shown-price.ts'
import { nairaToKobo } from '#domain/money.ts'
import { productCardVersion } from '#domain/products/card-version.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { formatDay, formatMoment } from '#domain/time/date-text.ts'
import { shopCardVersion } from '#domain/vendors/card-version.ts'
import type { BlobStore } from '#platform/files/stores/blob-store.ts'
import type { Database } from '#platform/postgres/database.ts'
import { posterSvg } from './poster-svg.ts'
import { productCardSvg } from './product-card-svg.ts'
import {
  type BuyCardRow,
  type ProductCardRow,
  readBuy,
  readProduct,
  readShop,
  type ShopCardRow,
} from './read-card-rows.ts'
import { readPhoto } from './read-photo.ts'
import { PHOTO_SIDE, type SidePicture, shareCardSvg } from './share-card-svg.ts'
import { basinCardSvg, shopCardSvg, siteCardSvg } from './shop-card-svg.ts'

export interface CardSources {
  database: Database
  /** Folder of the basin pictures; the scenes are in a folder beside it. */
  pictures: string
  /** Storage of uploaded photographs. */
  store: BlobStore
  /** Origin of the site, for the QR codes on posters. */
  origin: string
}

export const BUY_CARD_PATH = /^\/og\/group-buys\/([^/]+)\/[\w-]{1,40}\.jpg$/
const PRODUCT_CARD_PATH = /^\/og\/products\/([^/]+)\/[\w-]{1,40}\.jpg$/
const SHOP_CARD_PATH = /^\/og\/shops\/([^/]+)\/[\w-]{1,40}\.jpg$/
const BUY_POSTER_PATH = /^\/og\/posters\/group-buys\/([^/]+)\/[\w-]{1,40}\.jpg$/
const SHOP_POSTER_PATH = /^\/og\/posters\/shops\/([^/]+)\/[\w-]{1,40}\.jpg$/
const BASIN_CARD_PATH = /^\/og\/basins\/([a-z-]{1,40})\.jpg$/

interface Card {
  svg: string
  /** Its current path, with the current version. */
  path: string
}

/** Returns the card or poster for a path below `/og/`, with its current path; null if there is none. */
export async function findCard(path: string, options: CardSources): Promise<Card | null> {
  const { database, pictures } = options
  const [buyId, productId, shopId, basin, postedBuy, postedShop] = [
    BUY_CARD_PATH,
    PRODUCT_CARD_PATH,
    SHOP_CARD_PATH,
    BASIN_CARD_PATH,
    BUY_POSTER_PATH,
    SHOP_POSTER_PATH,
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

async function buyCard(buy: BuyCardRow, sources: CardSources): Promise<string> {
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

async function productCard(row: ProductCardRow, sources: CardSources): Promise<string> {
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

function buyPoster(buy: BuyCardRow, address: string): string {
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
      pricedOn: formatDay(lagosDate(new Date())),
    },
  })
}

const shopPoster = (shop: ShopCardRow, address: string): string =>
  posterSvg({ shop: shop.business_name, city: shop.location, address, buy: null })

async function shopCard(shop: ShopCardRow, pictures: string): Promise<string> {
  return shopCardSvg({
    name: shop.business_name,
    city: shop.location,
    rating: shop.rating === null ? null : Number(shop.rating),
    ratingCount: shop.rating_count,
    completedOrders: shop.completed_orders,
    basin: await readBasin(pictures, shop.logo_url),
  })
}

/** Reads only from our own folder: `basename` drops any path in the stored URL. */
async function readBasin(pictures: string, imageUrl: string | null): Promise<string> {
  const file = imageUrl?.startsWith('/basins/') ? basename(imageUrl) : 'empty.svg'
  const empty = () => readPicture(join(pictures, 'empty.svg'))
  return readPicture(join(pictures, file)).catch(empty)
}

/** The content of an SVG file, without its root element. */
async function readPicture(path: string): Promise<string> {
  const svg = await readFile(path, 'utf8')
  return svg.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '')
}
