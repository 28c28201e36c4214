import type { OrderRow } from './orders.ts'

export interface GroupBuyCommands {
  'join-group-buy': { input: JoinInput; output: JoinResult }
  /** `most_charge_kobo`: the most that the buyer was told leaving costs; if it is more, they stay in. */
  'join-waiting-list': { input: { group_buy_id: string; quantity: number }; output: { wait: Wait } }
  'leave-waiting-list': { input: { group_buy_id: string }; output: { left: boolean } }
  'leave-group-buy': { input: { order_id: string; most_charge_kobo?: number | null }; output: { order: OrderRow } }
  /** Staff hide a photograph of a buy's goods, or show it again. */
  'judge-buy-picture': {
    input: { group_buy_id: string; picture_id: string; hide: boolean; reason: string }
    output: { picture_id: string; hidden: boolean }
  }
  'cancel-group-buy': { input: { group_buy_id: string; reason: string }; output: { group_buy: GroupBuyCounts } }
  /** The shop writes to people in one of its group buys; each of them is told once. */
  'message-group-buy': {
    input: { group_buy_id: string; audience: 'everybody' | 'unpaid' | 'paid'; message: string }
    output: { broadcast_id: string; recipients: number }
  }
  /** The shop keeps an open group buy open for `days` more. `end_date`: the end that the caller was shown. */
  'extend-group-buy': {
    input: { group_buy_id: string; days: number; end_date: string }
    output: { broadcast_id: string; recipients: number; end_date: string; payment_due_at: string; share_date: string }
  }
}

interface JoinInput {
  group_buy_id: string
  quantity: number
  /** For goods in packs: the most that the caller would take and pays for, if it fills a pack; the rest is refunded. */
  up_to?: number | null
  /** Units that the caller believes to have in this buy; if it is another number, nothing is ordered. */
  own_quantity?: number | null
}

/** A person's place in the line of a full buy. */
interface Wait {
  group_buy_id: string
  quantity: number
  status: string
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

/** Requests for more of a group buy than one person may take. */
export interface QuantityRequestCommands {
  /** Asks the shop to take more of a group buy than one person may. `quantity` counts what is ordered already. */
  'request-quantity': {
    input: { group_buy_id: string; quantity: number; note: string }
    output: { quantity_request_id: string }
  }
  'withdraw-quantity-request': { input: { group_buy_id: string }; output: { withdrawn: boolean } }
  /** The shop's answer to the quantity that it was shown. */
  'answer-quantity-request': {
    input: { quantity_request_id: string; quantity: number; answer: 'grant' | 'decline'; reason: string }
    output: { quantity_request_id: string; status: 'granted' | 'declined' }
  }
}
