import type { TableRow } from '#database/types.ts'
import type { Refusal } from '#domain/refusal.ts'
import type { CartCommands } from './cart-commands.ts'
import type { ClaimCommands } from './claim-commands.ts'
import type { DeliveryRunCommands } from './delivery-run-commands.ts'
import type { HandOverCommands } from './hand-over-commands.ts'
import type { NoticeCommands } from './notice-commands.ts'
import type { PackingCommands } from './packing-commands.ts'
import type { PayDifferenceInput, PlaceCommands } from './place-commands.ts'
import type { QuestionCommands } from './question-commands.ts'
import type { UncollectedCommands } from './uncollected-commands.ts'
import type { VendorCommands } from './vendor-commands.ts'

/**
 * Every command of the product: all that moves money, stock or roles, at `POST /functions/v1/<name>`.
 * `input` is the JSON body of the request, `output` that of a 200 response; any other status carries a refusal.
 */
interface Commands
  extends HandOverCommands,
    PackingCommands,
    DeliveryRunCommands,
    ClaimCommands,
    NoticeCommands,
    PlaceCommands,
    QuestionCommands,
    CartCommands,
    UncollectedCommands,
    VendorCommands {
  'join-group-buy': { input: { group_buy_id: string; quantity: number }; output: JoinResult }
  'leave-group-buy': { input: { order_id: string }; output: { order: OrderRow } }
  /** `expected_kobo` is the total that the buyer saw; a different total is refused, with the current one. */
  'pay-orders': { input: PayOrdersInput; output: StartedPayment }
  /**
   * Pays the difference for a more expensive delivery of a paid order. The destination changes once the payment has
   * succeeded.
   */
  'pay-difference': { input: PayDifferenceInput; output: StartedPayment }
  /**
   * Orders a cart: one checkout, one order per shop. Prices other than those seen are refused, with the current ones.
   */
  'order-cart': { input: OrderCartInput; output: PlacedCheckout }
  /**
   * Cancels an order from the cart that is unpaid, or paid while cancelling is free. `return_to`: where the naira are
   * refunded.
   */
  'cancel-order': { input: { order_id: string; return_to: 'peps' | 'source' | null }; output: { order: OrderRow } }
  /**
   * Reduces the quantity of an unpaid order. `updated_at`: the version that the buyer saw. `product_id`: for a bulk
   * order.
   */
  'reduce-order': { input: ReduceOrderInput; output: { order: OrderRow } }
  /** The payer abandons an unfinished payment, so that its orders may change again. */
  'cancel-payment': { input: { payment_id: string }; output: { payment_id: string } }
  /** The vendor honours a buy that too few buyers have paid for. */
  'honour-group-buy': { input: { group_buy_id: string }; output: { group_buy_id: string } }
  /**
   * Retries a failed refund. With a bank account, it is sent there once a second chief has agreed (`is_waiting`). An
   * account name that is missing, or differs from the bank's, is refused with the bank's. Chiefs only.
   */
  'repeat-refund': {
    input: {
      refund_id: string
      bank_code: string | null
      account_number: string | null
      account_name: string | null
    }
    output: { refund_id: string; is_waiting: boolean }
  }
  /** A second person approves an amount that a colleague entered, which carries it out, or refuses it with a note. */
  'decide-amount': {
    input: { amount_id: string; agree: boolean; note: string }
    output: { amount_id: string; status: 'done' | 'refused' }
  }
  /**
   * Records cash from goods sold at a place that was paid into our bank. `bank_entry` names the entry on the statement.
   */
  'record-bank-deposit': {
    input: { pickup_point_id: string; amount_kobo: number; bank_entry: string }
    output: { amount_id: string; is_waiting: boolean }
  }
  /**
   * Sets the payout account of the caller's shop. An account name that is missing, or differs from the bank's, is
   * refused with the bank's, for the caller to confirm. Requires a recent authentication, as `delete-account` does.
   */
  'set-bank-account': {
    input: { bank_code: string; account_number: string; account_name: string | null }
    output: { bank_account_id: string; usable_from: string }
  }
  /** `amount_kobo` null pays out the whole balance. Requires a recent authentication. */
  'request-payout': { input: { amount_kobo: number | null }; output: { payout_id: string; amount_kobo: number } }
  'set-weekly-payouts': { input: { weekly: boolean }; output: { weekly: boolean } }
  /** A chief stops or resumes payouts to a shop. */
  'hold-payouts': {
    input: { vendor_id: string; held: boolean; reason: string }
    output: { vendor_id: string; held: boolean }
  }
  /** Queries the gateway for the state of a payout. Chiefs only. */
  'check-payout': { input: { payout_id: string }; output: { payout_id: string } }
  /**
   * Records how a difference between the gateway's records and the ledger was resolved. Moves no money. Chiefs only.
   */
  'resolve-difference': { input: { difference_id: string; reason: string }; output: { difference_id: string } }
  /** Queues an audit of the books; `with_gateway` reconciles them with the gateway first. Chiefs only. */
  'check-books': { input: { with_gateway: boolean }; output: { is_queued: true } }
  /**
   * Partial refund for short or damaged goods: `goods_kobo`, plus their share of the fee. Chiefs only. `is_waiting`: a
   * second chief has to agree first (`decide-amount`), and no money has moved.
   */
  'refund-part': {
    input: {
      order_id: string
      goods_kobo: number
      payer: 'vendor' | 'market'
      reason: string
      /**
       * The total refund that the chief saw. A different sum is refused with the figures (`refund_to_confirm`); absent:
       * not compared.
       */
      expected_kobo?: number | null
    }
    output: { partial_refund_id: string | null; returned_kobo: number; refund_kobo: number; is_waiting: boolean }
  }
  /** Where a price difference is refunded; null: PEPS below ₦5,000, the source above. Until settlement. */
  'choose-return': {
    input: { order_id: string; return_to: 'peps' | 'source' | null }
    output: { order_id: string; return_to: 'peps' | 'source' | null }
  }
  'cancel-group-buy': { input: { group_buy_id: string; reason: string }; output: { group_buy: GroupBuyCounts } }
  /** A change that takes a shop, states or content rights away is refused until the chief has accepted that. */
  'set-role': {
    input: { user_id: string; role: string; accept_consequences?: boolean }
    output: { user_id: string; role: string }
  }
  'verify-account': { input: { user_id: string; verified: boolean }; output: { user_id: string; verified: boolean } }
  /** Signs a user out everywhere; `sessions` is how many were ended. */
  'end-sessions': { input: { user_id: string }; output: { user_id: string; sessions: number } }
  /** Requires an authentication (password, code) in this session within the last 5 minutes. */
  'delete-account': { input: { user_id: string }; output: { user_id: string } }
  'sign-up-vendor': { input: VendorApplication; output: { vendor_id: string } }
  'decide-vendor': {
    input: { vendor_id: string; decision: 'approve' | 'reject' | 'suspend' | 'reinstate'; note?: string }
    output: { vendor_id: string; status: string }
  }
  'confirm-stockpile': {
    input: { product_id: string; confirmed: boolean }
    output: { product_id: string; can_be_stockpiled: boolean }
  }
  'assign-region': { input: { manager_id: string; states: string[] }; output: { manager_id: string; states: string[] } }
  /**
   * Plans a setting's value. `effective_from` null: as soon as allowed, for a rate in an hour. A rate is refused with a
   * preview until `confirm` repeats it, such as "2%". Chiefs only; `withdraw-setting` cancels it before its day.
   */
  'plan-setting': {
    input: {
      key: string
      value: number | string | null
      effective_from: string | null
      note: string
      confirm: string | null
    }
    output: { key: string; effective_from: string }
  }
  'withdraw-setting': {
    input: { key: string; effective_from: string }
    output: { key: string; effective_from: string }
  }
  'send-contact-message': { input: ContactMessage & { captcha_token?: string }; output: { id: string } }
  'answer-contact-message': { input: { id: string; answer: string }; output: { id: string } }
  'start-conversation': {
    input: { order_id: string; body: string }
    output: { conversation_id: string }
  }
  'send-mail-again': { input: { id: string }; output: { id: string } }
  'send-email': {
    input: { type: string; recipient_email: string; user_id?: string | null; data?: Record<string, unknown> | null }
    output: { email_log_id: string }
  }
}

export type CommandName = keyof Commands
export type CommandInput<Name extends CommandName> = Commands[Name]['input']
export type CommandOutput<Name extends CommandName> = Commands[Name]['output']

export type OrderRow = TableRow<'orders'>

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

export interface OrderCartInput {
  /** `unit_price_kobo` is what the buyer saw. */
  lines: { product_id: string; quantity: number; unit_price_kobo: number }[]
  /** The total, fees included, that the buyer saw. */
  expected_kobo: number
}

export interface PlacedCheckout {
  checkout_id: string
  /** The goods are reserved until then. */
  hold_expires_at: string
  total_kobo: number
  orders: { id: string; order_no: number; vendor_id: string; amount_due_kobo: number }[]
}

export interface ReduceOrderInput {
  order_id: string
  product_id: string | null
  quantity: number
  updated_at: string
}

export interface PayOrdersInput {
  order_ids: string[]
  /** Kobo. */
  peps_kobo: number
  expected_kobo: number
  /** Where a later price difference is refunded; null: PEPS below ₦5,000, the source above. */
  return_to: 'peps' | 'source' | null
}

export interface StartedPayment {
  payment_id: string
  /** `succeeded` where PEPS cover everything; otherwise the buyer continues at `/pay/<payment_id>`. */
  status: 'initiated' | 'succeeded'
  naira_kobo: number
  peps_kobo: number
}

export interface VendorApplication {
  business_name: string
  description: string
  location: string
  state: string
  phone: string
  address: string
  registration_number?: string
}

interface ContactMessage {
  name: string
  email: string
  subject: string
  message: string
}

/** A refusal: `code` is for programs, `message` for people. */
export type CommandRefusal = Omit<Refusal, 'kind'>

export type CommandResult<Name extends CommandName> =
  | { ok: true; value: CommandOutput<Name> }
  | { ok: false; status: number; refusal: CommandRefusal }
