import type { Chance } from '#database/seed/chance.ts'
import type { SimulatedMarket } from '../open-market.ts'
import type { Participants, Shop } from '../participants.ts'
import type { Schedule } from './schedule.ts'

/** The context of simulated acts. */
export interface Simulation {
  market: SimulatedMarket
  participants: Participants
  schedule: Schedule
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
