import type { Chance } from '#database/seed/chance.ts'
import type { Cast, Shop } from './cast.ts'
import type { Diary } from './diary.ts'
import type { SimulatedMarket } from './open-market.ts'

/** What whoever acts needs: where, with whom, when, and by what dice. */
export interface Play {
  market: SimulatedMarket
  cast: Cast
  diary: Diary
  chance: Chance
}

export interface OpenBuy {
  buyId: string
  shop: Shop
  opensAt: Date
  endsAt: Date
  paysToJoin: boolean
}

export interface OwnOrder {
  orderId: string
  buyer: string
  buy: OpenBuy
}
