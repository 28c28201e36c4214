import type { Prices } from '#domain/group-buys/price-tiers.ts'
import type { BuyPlan } from './buy-table.ts'
import type { Food } from './foods.ts'
import type { Person } from './people.ts'
import type { Row } from './rows.ts'

/** One order of a buy while its story is told: who joined when, paid when, left when, at which price. */
export interface Share {
  person: Person
  quantity: number
  joinedAt: Date
  paidAt: Date | null
  leftAt: Date | null
  /** A second order of somebody whose first one is paid. */
  isSibling: boolean
  /** Per unit, as the rules gave them at the time. */
  unitPriceKobo: bigint
  ceilingKobo: bigint
}

export interface Window {
  plan: BuyPlan
  food: Food
  prices: Prices
  minParticipants: number
  opensAt: Date
  endsAt: Date
  dueAt: Date
  /** Nobody joins later: the end, now, or the cancellation. */
  joinsUntil: Date
  /** Nobody pays later. */
  paysUntil: Date
}

/** A buy with its dates and orders. */
export interface Buy extends Window {
  id: string
  stage: string
  shareDay: string
  /** When the final price was written; null before settlement and for buys that never settled. */
  settledAt: Date | null
  finalPriceKobo: bigint | null
  /** When goods could be handed over. */
  readyAt: Date | null
  /** When a failed or cancelled buy ended. */
  brokenAt: Date | null
  endReason: string | null
  orders: Order[]
}

/** When and how an order went on; of both kinds. */
export interface Course {
  status: string
  paidAt: Date | null
  readyAt: Date | null
  handedOverAt: Date | null
  completedAt: Date | null
  endedAt: Date | null
  endReason: string | null
}

export interface Order extends Course {
  id: string
  person: Person
  buy: Buy
  quantity: number
  unitPriceKobo: bigint
  ceilingKobo: bigint
  createdAt: Date
  /** Null before settlement, and for orders that never settled. */
  settledAt: Date | null
  /** From acceptance until it is settled. */
  feeKobo: bigint
  deliveryFeeKobo: bigint
  amountDueKobo: bigint
  /** Columns that settlement writes; null for orders that never settled. */
  settlement: Row | null
  referralKobo: bigint
  returnedKobo: bigint
  fulfilment: string
}
