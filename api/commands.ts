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
 * Every command of the product: whatever moves money, stock or roles, at `POST /functions/v1/<name>`.
 * `input` is the JSON body, `output` the JSON of a 200; any other status carries a refusal.
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
  /** `expected_kobo` is the total that the person saw; anything else is refused with the right one. */
  'pay-orders': { input: PayOrdersInput; output: StartedPayment }
  /** What a dearer way of delivery costs more, for an order that is paid; it goes there once the difference has come in. */
  'pay-difference': { input: PayDifferenceInput; output: StartedPayment }
  /** Orders a cart: one checkout, one order a shop. Prices other than those seen are refused with the right ones. */
  'order-cart': { input: OrderCartInput; output: PlacedCheckout }
  /** An order from the cart: unpaid, or paid as long as cancelling is free. `return_to`: where the naira go. */
  'cancel-order': { input: { order_id: string; return_to: 'peps' | 'source' | null }; output: { order: OrderRow } }
  /** A smaller quantity of an unpaid order, as `updated_at` says that the person saw it. `product_id`: of a bulk order. */
  'reduce-order': { input: ReduceOrder; output: { order: OrderRow } }
  /** The payer gives an unfinished payment up, and its orders may change again. */
  'cancel-payment': { input: { payment_id: string }; output: { payment_id: string } }
  /** A vendor goes through with a buy that too few have paid for. */
  'honour-group-buy': { input: { group_buy_id: string }; output: { group_buy_id: string } }
  /**
   * A refund that sticks is tried again; with an account, it goes there once a second chief has agreed (`is_waiting`). Without the
   * name that the bank has for the account, or with another, it is refused with that name. Chiefs alone.
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
  /** A second person agrees to an amount that a colleague typed, and it is carried out; or refuses it, with a note. */
  'decide-amount': {
    input: { amount_id: string; agree: boolean; note: string }
    output: { amount_id: string; status: 'done' | 'refused' }
  }
  /** A place has brought cash for goods it sold to our bank: `bank_entry` names the entry on the statement. */
  'record-bank-deposit': {
    input: { pickup_point_id: string; amount_kobo: number; bank_entry: string }
    output: { amount_id: string; is_waiting: boolean }
  }
  /**
   * The account that the caller's shop is paid out to. Without the name, or with another one, it is refused with the name that
   * the bank has, for the caller to confirm. Requires a fresh proof, as `delete-account` does.
   */
  'set-bank-account': {
    input: { bank_code: string; account_number: string; account_name: string | null }
    output: { bank_account_id: string; usable_from: string }
  }
  /** `amount_kobo` null takes everything out. Requires a fresh proof. */
  'request-payout': { input: { amount_kobo: number | null }; output: { payout_id: string; amount_kobo: number } }
  'set-weekly-payouts': { input: { weekly: boolean }; output: { weekly: boolean } }
  /** A chief stops payouts to a shop, or lets them go on. */
  'hold-payouts': {
    input: { vendor_id: string; held: boolean; reason: string }
    output: { vendor_id: string; held: boolean }
  }
  /** A chief has the gateway asked about a payout now. */
  'check-payout': { input: { payout_id: string }; output: { payout_id: string } }
  /** Notes what became of a difference between the gateway's records and the ledger. Moves no money. Chiefs alone. */
  'resolve-difference': { input: { difference_id: string; reason: string }; output: { difference_id: string } }
  /** Has the books checked now, and if wanted compared with the gateway's first. Chiefs alone. */
  'check-books': { input: { with_gateway: boolean }; output: { is_asked: true } }
  /**
   * Goods came short or damaged: kobo of goods, to which their part of the fee is added. Chiefs alone. `is_waiting`: a second chief
   * has to agree first (`decide-amount`), and nothing has moved.
   */
  'refund-part': {
    input: {
      order_id: string
      goods_kobo: number
      payer: 'vendor' | 'market'
      reason: string
      /** All that comes back, as the chief saw it. Another sum is refused with the figures (`part_to_confirm`); left out, nothing is compared. */
      expected_kobo?: number | null
    }
    output: { return_id: string | null; back_kobo: number; refund_kobo: number; is_waiting: boolean }
  }
  /** Where a price difference goes; null: PEPS below ₦5,000, the source above. Until settlement. */
  'choose-return': {
    input: { order_id: string; return_to: 'peps' | 'source' | null }
    output: { order_id: string; return_to: 'peps' | 'source' | null }
  }
  'cancel-group-buy': { input: { group_buy_id: string; reason: string }; output: { group_buy: GroupBuyCounts } }
  /** A change that leaves a shop, states or content rights behind is refused until the chief has accepted that. */
  'set-role': {
    input: { user_id: string; role: string; accept_consequences?: boolean }
    output: { user_id: string; role: string }
  }
  'verify-account': { input: { user_id: string; verified: boolean }; output: { user_id: string; verified: boolean } }
  /** Signs somebody out everywhere; how many sessions they had. */
  'end-sessions': { input: { user_id: string }; output: { user_id: string; sessions: number } }
  /** Requires a proof (password, code) given in this session within the last 5 minutes. */
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
   * From a day on, null: at once, and for a rate in an hour. A rate is refused with what it means until `confirm` says it again, such
   * as "2%". Chiefs alone; `withdraw-setting` takes it back before its day.
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

/** The order as it is now, with its buy's new counts. */
export interface JoinResult {
  order: OrderRow
  group_buy: GroupBuyCounts
}

export interface OrderCartInput {
  /** `unit_price_kobo` is what the person saw. */
  lines: { product_id: string; quantity: number; unit_price_kobo: number }[]
  /** The total, fees included, that the person saw. */
  expected_kobo: number
}

export interface PlacedCheckout {
  checkout_id: string
  /** The goods are kept until then. */
  hold_expires_at: string
  total_kobo: number
  orders: { id: string; order_no: number; vendor_id: string; amount_due_kobo: number }[]
}

export interface ReduceOrder {
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
  /** Where a later difference goes; null: PEPS below ₦5,000, the source above. */
  return_to: 'peps' | 'source' | null
}

export interface StartedPayment {
  payment_id: string
  /** `succeeded` where PEPS cover everything; else the person goes on to `/pay/<payment_id>`. */
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

/** An expected no on the wire: the code is for programs, the message for people. */
export type CommandRefusal = Omit<Refusal, 'kind'>

export type CommandResult<Name extends CommandName> =
  | { ok: true; value: CommandOutput<Name> }
  | { ok: false; status: number; refusal: CommandRefusal }
