import type { Prices } from '#domain/group-buys/price/price-tiers.ts'
import type { Food } from './foods/foods.ts'
import type { BuyPlan } from './history/buy-table.ts'
import type { Person } from './people.ts'
import type { SeedRow } from './rows.ts'

/** A planned order of a buy: buyer, times of joining, paying and leaving, and prices. */
export interface Participation {
  person: Person
  quantity: number
  joinedAt: Date
  paidAt: Date | null
  leftAt: Date | null
  /** A second order of a buyer whose first one is paid. */
  isSibling: boolean
  /** Per unit, by the rules at the time. */
  unitPriceKobo: bigint
  ceilingKobo: bigint
}

export interface BuyWindow {
  plan: BuyPlan
  food: Food
  prices: Prices
  minParticipants: number
  opensAt: Date
  endsAt: Date
  dueAt: Date
  /** Latest time of a join: the end of the window, now, or the cancellation. */
  joinsUntil: Date
  /** Latest time of a payment. */
  paysUntil: Date
}

/** A buy with its dates and orders. */
export interface Buy extends BuyWindow {
  id: string
  stage: string
  shareDay: string
  /** When the final price was set; null before settlement and for buys that never settled. */
  settledAt: Date | null
  finalPriceKobo: bigint | null
  /** When the goods became ready for hand-over. */
  readyAt: Date | null
  /** When a failed or cancelled buy ended. */
  endedEarlyAt: Date | null
  endReason: string | null
  orders: Order[]
}

/** Status and times of an order, from a buy or from the cart. */
export interface OrderProgress {
  status: string
  paidAt: Date | null
  readyAt: Date | null
  handedOverAt: Date | null
  completedAt: Date | null
  endedAt: Date | null
  endReason: string | null
}

export interface Order extends OrderProgress {
  id: string
  person: Person
  buy: Buy
  quantity: number
  unitPriceKobo: bigint
  ceilingKobo: bigint
  createdAt: Date
  /** Null before settlement, and for orders that never settled. */
  settledAt: Date | null
  /** At acceptance, before settlement. */
  feeKobo: bigint
  deliveryFeeKobo: bigint
  amountDueKobo: bigint
  /** Columns that settlement writes; null for orders that never settled. */
  settlement: SeedRow | null
  referralKobo: bigint
  returnedKobo: bigint
  fulfilment: string
}
