import type { APIRequestContext } from '@playwright/test'
import { openProduct } from './open-product.ts'
import { callWire } from './table-calls.ts'

export interface OpenedBuy {
  id: string
  name: string
  vendorToken: string
}

const TIERS = [
  { participants: 2, price: 76000 },
  { participants: 4, price: 72000 },
]

/** The demo vendor opens a separate buy for a journey: 40 bags at ₦80,000, ₦76,000 from 2 people, ₦72,000 from 4. */
export async function openBuy(
  request: APIRequestContext,
  options: { target?: number; maxQuantity?: number | null } = {},
): Promise<OpenedBuy> {
  // One person may take all of a small buy.
  const maxQuantity = options.maxQuantity ?? (options.target ? 100 : null)
  const { id: productId, name, vendorToken } = await openProduct(request, { maxQuantity })
  const buy = await callWire<{ id: string }[]>(request, '/rest/v1/group_buys', {
    method: 'POST',
    token: vendorToken,
    data: {
      product_id: productId,
      status: 'active',
      target_quantity: options.target ?? 40,
      min_participants: 2,
      price_tiers: JSON.stringify(TIERS.filter(({ participants }) => participants <= (options.target ?? 40))),
      end_date: new Date(Date.now() + 9 * 86_400_000).toISOString(),
    },
  })
  const id = buy.body[0]?.id
  if (!id) throw new Error(`The buy was not opened: ${JSON.stringify(buy.body)}`)
  return { id, name, vendorToken }
}
