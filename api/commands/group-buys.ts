import type { PaymentWay } from '#domain/payments/ways.ts'
import type { OrderRow } from './orders.ts'
import type { StartedPayment } from './payments.ts'

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

/** A buyer gives their share of a group buy to somebody, who takes it over by paying for it. */
export interface ShareGiftCommands {
  /** `to`: an e-mail address, a phone number, or `waiting-list`. */
  'give-share': { input: { order_id: string; to: string; note: string }; output: { gift_id: string } }
  'withdraw-share': { input: { gift_id: string }; output: { withdrawn: boolean } }
  /** Makes the order that takes the share over once it is paid. */
  'accept-share': { input: { gift_id: string }; output: { order: OrderRow } }
  'decline-share': { input: { gift_id: string }; output: { declined: boolean } }
}

/** A shop asks the people in its buy, once, for a higher price; each of them agrees or leaves with everything back. */
export interface PriceRiseCommands {
  /** `rise_naira`: more per unit, for the base price and every tier. */
  'ask-higher-price': {
    input: { group_buy_id: string; rise_naira: number; reason: string }
    output: { price_rise_id: string; ends_at: string; recipients: number }
  }
  /** The shop withdraws before the vote ends: the old price applies again, and differences that were paid come back. */
  'withdraw-higher-price': { input: { price_rise_id: string }; output: { price_rise_id: string } }
  /**
   * The buyer of an order agrees. An unpaid order costs more from then on; of a paid one the difference is paid first.
   * To leave instead, call `leave-group-buy`, which is free until the vote ends.
   */
  'accept-higher-price': {
    input: { order_id: string; price_rise_id: string; peps_kobo: number; expected_kobo: number }
    /** `payment` is null for an unpaid order. */
    output: { order_id: string; payment: StartedPayment | null }
  }
}

/** Circles of people who pay the same sum a month and buy together (docs/decisions/0145). */
export interface AjoCommands {
  /**
   * `monthly` is in naira. The caller takes the first seat. A circle that takes turns has as many months as seats;
   * `months` is ignored then.
   */
  'create-ajo-circle': {
    input: {
      name: string
      kind?: 'basket' | 'turns'
      monthly: string
      seats: number
      months?: number | null
      due_day: number
    }
    output: { circle_id: string; invitation: string }
  }
  'join-ajo-circle': { input: { invitation: string }; output: { circle_id: string } }
  /** By the person who set it up, once all seats are taken. */
  'start-ajo-circle': { input: { circle_id: string }; output: { circle_id: string; first_due_on: string } }
  /** `expected_kobo`: the balance that the caller was shown; all of it comes back. */
  'leave-ajo-circle': {
    input: { circle_id: string; expected_kobo: number }
    output: { circle_id: string; returned_kobo: number }
  }
  /** Votes for the group buy of the open month, or for another one instead. */
  'vote-in-ajo-circle': { input: { circle_id: string; group_buy_id: string }; output: { month: number } }
  /** By a chief, for a circle that must not go on; everybody's money comes back, and members read the reason. */
  'end-ajo-circle': { input: { circle_id: string; reason: string }; output: { circle_id: string } }
  /** Pays a contribution of the caller in naira. */
  'pay-ajo-contribution': {
    input: { contribution_id: string; expected_kobo: number; way?: PaymentWay | null }
    output: StartedPayment
  }
}

/** A shop repeats a group buy, and buyers order the same in every round (docs/decisions/0144). */
export interface CycleCommands {
  /** From this buy on, the market opens the next round each week or month. */
  'repeat-group-buy': {
    input: { group_buy_id: string; period: 'week' | 'month' }
    output: { cycle_id: string; next_share_date: string }
  }
  /** `share_date`: the sharing day of the next round that the caller was shown; if it is another one, nothing happens. */
  'change-cycle': {
    input: { cycle_id: string; change: 'pause' | 'resume' | 'skip' | 'end'; share_date: string }
    output: { cycle_id: string; status: string; next_share_date: string }
  }
  /** Sets up the caller's standing order in a cycle, or changes it. `most` is in naira, fee included, without delivery. */
  'save-standing-order': {
    input: { cycle_id: string; quantity: number; most: string; mode: 'ask' | 'join' }
    output: { standing_order_id: string }
  }
  'change-standing-order': {
    input: { standing_order_id: string; change: 'skip' | 'take' | 'pause' | 'resume' | 'end' }
    output: { standing_order_id: string; status: string; skips_next: boolean }
  }
}
