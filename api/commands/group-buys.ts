import type { OrderRow } from './orders.ts'

export interface GroupBuyCommands {
  'join-group-buy': { input: { group_buy_id: string; quantity: number }; output: JoinResult }
  'leave-group-buy': { input: { order_id: string }; output: { order: OrderRow } }
  'cancel-group-buy': { input: { group_buy_id: string; reason: string }; output: { group_buy: GroupBuyCounts } }
}

export interface GroupBuyCounts {
  id: string
  status: string
  current_quantity: number
  current_participants: number
  current_price: number
  target_quantity: number
  max_participants: number | null
}

/** The order after the join, with the buy's new counts. */
export interface JoinResult {
  order: OrderRow
  group_buy: GroupBuyCounts
}
