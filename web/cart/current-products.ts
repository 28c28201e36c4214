import { useEffect, useState } from 'react'
import type { Api } from '#api/api.ts'
import { isUuid } from '#domain/forms/validation.ts'
import { cheaperBuy, ROOM_COLUMNS } from '#domain/group-buys/participants/cheaper-buy.ts'
import { SHOWN_PRICE_COLUMNS, type ShownBuy } from '#domain/group-buys/price/shown-price.ts'
import type { ShopFulfilment } from '#domain/places/shop-fulfilment.ts'
import type { WeightTerms } from '#domain/products/weights/weight-range.ts'
import { laterPause } from '#domain/vendors/shop-pause.ts'
import { fetchModule } from '#web/fetch-module.ts'
import { listShopFulfilment } from '#web/places/queries.ts'

/** A product in the cart, as currently offered. */
export interface CurrentProduct extends WeightTerms {
  id: string
  name: string
  /** Naira per unit. */
  base_price: number
  unit: string
  image_url: string | null
  min_quantity: number
  max_quantity: number | null
  available_quantity: number
  /** 'YYYY-MM-DD' in Lagos. */
  share_date: string | null
  /** When it is for sale again; null if it is not paused. */
  paused_until: string | null
  /** "Mama Sade Foodstuff, Lagos" */
  shop: string
  vendorId: string
  /** The open group buy in which it is cheaper; null if there is none. */
  cheaperBuy: OpenBuy | null
  /** Where and how the shop's goods are received. */
  ways: ShopFulfilment
}

interface OpenBuy extends ShownBuy {
  id: string
  end_date: string
}

/** Ids per request, because they travel in the address. */
const IDS_PER_REQUEST = 100

/** The products still on sale, by id; malformed ids are ignored. Throws if they cannot be read. */
export async function readCurrentProducts(api: Api, ids: readonly string[]): Promise<Map<string, CurrentProduct>> {
  const rows = []
  const known = ids.filter(isUuid)
  for (let from = 0; from < known.length; from += IDS_PER_REQUEST) {
    const { data } = await api.tables
      .from('products')
      .select(
        `id, name, base_price, unit, image_url, min_quantity, max_quantity, available_quantity, share_date, paused_until, least_kg_per_unit, most_kg_per_unit, vendor_location,
        vendor:vendors!inner(id, business_name, state, paused_until), buys:group_buys(id, ${SHOWN_PRICE_COLUMNS}, ${ROOM_COLUMNS}, end_date)` as const,
      )
      .in('id', known.slice(from, from + IDS_PER_REQUEST))
      .is('archived_at', null)
      .eq('vendor.status', 'active')
      .eq('buys.status', 'active')
      .gt('buys.end_date', new Date().toISOString())
      .order('shown_price', { referencedTable: 'buys' })
      .throwOnError()
    rows.push(...data)
  }
  const shops = rows.map(({ vendor, vendor_location }) => ({ ...vendor, city: vendor_location }))
  const waysByShop = await listShopFulfilment(api, shops)
  return new Map(
    rows.flatMap(({ vendor, vendor_location: city, buys, ...product }): [string, CurrentProduct][] => {
      const ways = waysByShop.get(vendor.id)
      if (!ways) return []
      return [
        [
          product.id,
          {
            ...product,
            paused_until: laterPause(product.paused_until, vendor.paused_until),
            shop: `${vendor.business_name}, ${city}`,
            vendorId: vendor.id,
            ways,
            cheaperBuy: cheaperBuy(buys, product.base_price),
          },
        ],
      ]
    }),
  )
}

type CurrentProducts = ReadonlyMap<string, CurrentProduct> | 'unread' | 'unreadable'

/**
 * The cart's products: first those the server read for its page, then fetched after the page is shown and whenever a
 * product is added or removed.
 */
export function useCurrentProducts(
  ids: readonly string[],
  known: ReadonlyMap<string, CurrentProduct> | null,
): CurrentProducts {
  const [current, setCurrent] = useState<CurrentProducts>(known ?? 'unread')
  const idKey = [...ids].sort().join(',')
  useEffect(() => {
    if (idKey === '') return
    let left = false
    fetchModule(() => import('#web/session/browser-api.ts'))
      .then(({ browserApi }) => readCurrentProducts(browserApi(), idKey.split(',')))
      .catch(() => 'unreadable' as const)
      .then((products) => {
        if (!left) setCurrent(products)
      })
    return () => {
      left = true
    }
  }, [idKey])
  return current
}
