import { type Chance, seededChance } from '../chance.ts'
import { demoId } from '../ids.ts'
import { after } from '../lagos-time.ts'
import type { Order } from '../model.ts'
import type { BulkOrder } from '../orders/bulk-orders.ts'
import type { SeedRow } from '../rows.ts'

const COMMENTS: Record<number, string[]> = {
  5: [
    'Complete weight and very clean. My mother asked where I bought it.',
    'Came out at the time they said. I will join again.',
    'Fresh, no stones at all. Thank you.',
    'They called me before I left the house. Good people.',
    'Better than what I get when I go to the market myself.',
    '',
  ],
  4: [
    'Good quality, only the queue was long.',
    'Fine. One of the pieces was smaller than the others.',
    'The price fell while I waited, so I cannot complain.',
    'Good, but please answer messages faster.',
    '',
  ],
  3: [
    'It is okay. I expected it drier.',
    'The food is fine, but I waited two hours at the pickup.',
    'Average. A part was too ripe.',
  ],
  2: ['Almost one day late, and nobody told us.', 'The bag was torn and had to be filled again in front of me.'],
  1: ['It had thawed. I could not use half of it.'],
}

/** Reviews of about half of the completed orders, with ratings around each shop's quality. */
export function reviewRows(orders: readonly Order[], bulkOrders: readonly BulkOrder[]): SeedRow[] {
  const chance = seededChance('reviews')
  const group = orders.map((order) => ({ order, vendor: order.buy.food.vendor }))
  const bulk = bulkOrders.map((order) => ({ order, vendor: order.vendor }))
  return [...group, ...bulk].flatMap(({ order, vendor }) => {
    if (!order.completedAt || !chance.happens(0.5)) return []
    const rating = starsOf(vendor.quality, chance)
    return [
      {
        id: demoId('review', order.id),
        vendor_id: vendor.id,
        author_id: order.person.id,
        order_id: order.id,
        rating,
        comment: chance.pick(COMMENTS[rating] ?? ['']),
        created_at: after(order.completedAt, 0.02),
      },
    ]
  })
}

function starsOf(quality: number, chance: Chance): number {
  const stars = quality + (chance.next() + chance.next() - 1) * 1.7
  return Math.max(1, Math.min(5, Math.round(stars)))
}
