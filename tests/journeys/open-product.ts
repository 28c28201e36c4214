import type { APIRequestContext } from '@playwright/test'
import { demoSession } from './people.ts'
import { callWire } from './table-calls.ts'

export interface OpenedProduct {
  id: string
  name: string
  vendorToken: string
}

/** The demo vendor offers a separate product for a journey, without a group buy: by default `stock` bags at ₦80,000. */
export async function openProduct(
  request: APIRequestContext,
  {
    stock = 100,
    name = `Journey rice ${crypto.randomUUID().slice(0, 8)}`,
    maxQuantity = null,
    unit = 'bag',
    price = 80_000,
  }: { stock?: number; name?: string; maxQuantity?: number | null; unit?: string; price?: number } = {},
): Promise<OpenedProduct> {
  const { access_token: vendorToken } = await demoSession(request, 'vendor@ajoja.test')
  const shareDate = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  const product = await callWire<{ id: string }[]>(request, '/rest/v1/products', {
    method: 'POST',
    token: vendorToken,
    data: {
      name,
      category: 'grains',
      base_price: price,
      unit,
      available_quantity: stock,
      max_quantity: maxQuantity,
      share_date: shareDate,
      image_url: '/basins/rice.svg',
    },
  })
  const id = product.body[0]?.id
  if (!id) throw new Error(`The product was not opened: ${JSON.stringify(product.body)}`)
  return { id, name, vendorToken }
}
