import { useEffect, useState } from 'react'
import type { Api } from '#api/api.ts'
import { isUuid } from '#domain/forms/validation.ts'
import { fetchModule } from '#web/fetch-module.ts'

/** A product in the cart, as currently offered. */
export interface CurrentProduct {
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
  /** "Mama Sade Foodstuff, Lagos" */
  shop: string
  vendorId: string
}

/** Ids per request, because they travel in the address. */
const IDS_PER_REQUEST = 100

/** The products still on sale, by id; malformed ids are ignored. Throws if they cannot be read. */
export async function readCurrentProducts(api: Api, ids: readonly string[]): Promise<Map<string, CurrentProduct>> {
  const found = new Map<string, CurrentProduct>()
  const known = ids.filter(isUuid)
  for (let from = 0; from < known.length; from += IDS_PER_REQUEST) {
    const { data } = await api.tables
      .from('products')
      .select(
        'id, name, base_price, unit, image_url, min_quantity, max_quantity, available_quantity, share_date, vendor_location, vendor:vendors!inner(id, business_name)',
      )
      .in('id', known.slice(from, from + IDS_PER_REQUEST))
      .is('archived_at', null)
      .eq('vendor.status', 'active')
      .throwOnError()
    for (const { vendor, vendor_location: city, ...product } of data) {
      found.set(product.id, { ...product, shop: `${vendor.business_name}, ${city}`, vendorId: vendor.id })
    }
  }
  return found
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
