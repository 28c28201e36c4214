import type { TableRow } from '#database/types.ts'
import type { ClaimPayer, ClaimReason, Outcome, Wish } from '#domain/claims/claiming.ts'
import type { AddressDraft } from '#domain/places/address-draft.ts'
import type { ZoneDraft } from '#domain/places/delivery-zone.ts'
import type { OpenDay } from '#domain/places/opening-hours.ts'
import type { PlaceDraft } from '#domain/places/place-draft.ts'
import type { Measure } from '#domain/products/measures.ts'
import type { Refusal } from '#domain/refusal.ts'

/**
 * Every command of the product: whatever moves money, stock or roles, at `POST /functions/v1/<name>`.
 * `input` is the JSON body, `output` the JSON of a 200; any other status carries a refusal.
 */
interface Commands {
  'join-group-buy': { input: { group_buy_id: string; quantity: number }; output: JoinAnswer }
  'leave-group-buy': { input: { order_id: string }; output: { order: OrderRow } }
  /** `expected_kobo` is the total that the person saw; anything else is refused with the right one. */
  'pay-orders': { input: PayOrders; output: PaymentBegun }
  /** Orders a cart: one checkout, one order a shop. Prices other than those seen are refused with the right ones. */
  'order-cart': { input: OrderCart; output: CheckoutPlaced }
  /** An order from the cart: unpaid, or paid as long as cancelling is free. `return_to`: where the naira go. */
  'cancel-order': { input: { order_id: string; return_to: 'peps' | 'source' | null }; output: { order: OrderRow } }
  /** A smaller quantity of an unpaid order, as `updated_at` says that the person saw it. `product_id`: of a bulk order. */
  'take-less': { input: TakeLess; output: { order: OrderRow } }
  /** The payer gives an unfinished payment up, and its orders may change again. */
  'cancel-payment': { input: { payment_id: string }; output: { payment_id: string } }
  /** A vendor goes through with a buy that too few have paid for. */
  'honour-group-buy': { input: { group_buy_id: string }; output: { group_buy_id: string } }
  /** A refund that sticks is tried again; with an account, it goes there. Chiefs alone. */
  'repeat-refund': {
    input: { refund_id: string; bank_code: string | null; account_number: string | null }
    output: { refund_id: string }
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
  'ask-about-payout': { input: { payout_id: string }; output: { payout_id: string } }
  /** Notes what became of a difference between the gateway's records and the ledger. Moves no money. Chiefs alone. */
  'resolve-difference': { input: { difference_id: string; reason: string }; output: { difference_id: string } }
  /** Has the books checked now, and if wanted compared with the gateway's first. Chiefs alone. */
  'check-books': { input: { with_gateway: boolean }; output: { is_asked: true } }
  /** Goods came short or damaged: kobo of goods, to which their part of the fee is added. Chiefs alone. */
  'give-back-part': {
    input: { order_id: string; goods_kobo: number; payer: 'vendor' | 'market'; reason: string }
    output: { return_id: string; back_kobo: number; refund_kobo: number }
  }
  /** All that the caller has to collect, with its codes. Kept nowhere: not even for a retry. */
  'read-codes': { input: Record<never, never>; output: { codes: CodeToShow[] } }
  /** A new code, and the former one ends. */
  'renew-code': { input: { hand_over_id: string }; output: { hand_over_id: string } }
  /** A code of its own for a person whom the buyer sends; without a name it ends. */
  'name-nominee': { input: { hand_over_id: string; name: string | null }; output: { hand_over_id: string } }
  /** Staff of the place give goods out against a code. `lines` null: everything that is left. */
  'hand-over': { input: { hand_over_id: string; code: string; lines: TakenLine[] | null }; output: HandOverAnswer }
  /** The same without a code, after a look at papers; `photo` is a file of the caller's in `hand-over-photos`. */
  'override-hand-over': {
    input: {
      hand_over_id: string
      identity: 'id-card' | 'known' | 'called'
      reason: string
      photo: string
      lines: TakenLine[] | null
    }
    output: HandedOver
  }
  /** Into the caller's shop, or as coordinator or chief into a place of the market. By e-mail address or telephone number. */
  'invite-staff': {
    input: { pickup_point_id: string | null; duty: 'hand-over' | 'delivery'; contact: string }
    output: { invitation_id: string }
  }
  'accept-invitation': { input: { invitation_id: string }; output: { membership_id: string } }
  /** An invitation that nobody has accepted, or a membership: by whoever gives it, or the member. Its rights end at once. */
  'end-membership': { input: { id: string }; output: { id: string } }
  /** Marks a line, or all lines of an order, as packed, or takes the mark back until the order is ready. For those who serve the shop. */
  'pack-order': {
    input: { order_id: string; line_id: string | null; packed: boolean }
    output: { order_id: string; packed_lines: number; lines: number }
  }
  /**
   * All that is paid for of a buy, or an order from the cart, is packed and ready: buyers are told. `orders` is how many the person
   * saw as not ready yet; others are refused.
   */
  'mark-ready': {
    input: { group_buy_id: string | null; order_id: string | null; orders: number }
    output: { ready_orders: number }
  }
  /** A load that arrived at a place, counted and weighed. `part`: 1 for the first load of this product, one more for each later one. */
  'weigh-in': { input: WeighIn; output: { weigh_in_id: string; missing_thousandths: number } }
  /**
   * Goods of a buy, or of a line from the cart, came short or damaged: shared out over the orders that have them coming (of one place, if
   * named) and given back. `entered_before` is how many such entries the person saw; others are refused, so none counts twice.
   */
  'enter-shortfall': { input: EnterShortfall; output: { shortfall_id: string; orders: number } }
  /** The caller's claim about goods of a hand-over, or (`hand_over_id` null) goods that did not come. `asked_kobo` null: all they cost. */
  'open-claim': { input: OpenClaim; output: { claim_id: string } }
  'answer-claim': {
    input: { claim_id: string; answer: 'accept' | 'contest'; text: string; evidence: string[] }
    output: ClaimMoved
  }
  'withdraw-claim': { input: { claim_id: string; text: string }; output: ClaimMoved }
  /** A manager proposes, a coordinator decides, a chief hears the appeal: nobody in their own case. */
  'propose-decision': { input: ClaimJudgement; output: ClaimMoved }
  'decide-claim': { input: ClaimJudgement; output: ClaimMoved }
  'appeal-claim': { input: { claim_id: string; text: string }; output: ClaimMoved }
  'decide-appeal': { input: ClaimJudgement; output: ClaimMoved }
  /** One to five stars for the shop of an order that was handed over. */
  'rate-order': { input: { order_id: string; rating: number; comment: string }; output: { review_id: string } }
  'reply-to-review': { input: { review_id: string; reply: string }; output: { review_id: string } }
  'report-review': { input: { review_id: string; reason: string }; output: { review_id: string } }
  /** What was reported is hidden, or stays. */
  'judge-review': {
    input: { review_id: string; hide: boolean; reason: string }
    output: { review_id: string; hidden: boolean }
  }
  /** Where a price difference goes; null: PEPS below ₦5,000, the source above. Until settlement. */
  'choose-return': {
    input: { order_id: string; return_to: 'peps' | 'source' | null }
    output: { order_id: string; return_to: 'peps' | 'source' | null }
  }
  /** Where the goods of an order go; `expected_fee_kobo` is the delivery fee that the person saw. */
  'choose-fulfilment': { input: ChooseFulfilment; output: { order: OrderRow } }
  /** A pickup point of the market, or of the shop that is named. Coordinators and chiefs. `id` null adds one. */
  'save-place': { input: SavePlace; output: { pickup_point_id: string } }
  'close-place': { input: { pickup_point_id: string; reason: string }; output: { pickup_point_id: string } }
  'save-zone': { input: SaveZone; output: { delivery_zone_id: string } }
  'close-zone': { input: { delivery_zone_id: string; reason: string }; output: { delivery_zone_id: string } }
  /** `id` null adds one; at most 10 a person. */
  'save-address': { input: AddressDraft & { id: string | null }; output: { address_id: string } }
  'remove-address': { input: { address_id: string }; output: { address_id: string } }
  /** About how much a unit weighs, for a kind of food or for any. Chiefs alone. */
  'save-measure': { input: Measure; output: { unit: string; food: string } }
  'remove-measure': { input: { unit: string; food: string }; output: { unit: string; food: string } }
  'cancel-group-buy': { input: { group_buy_id: string; reason: string }; output: { group_buy: BuyCounts } }
  /** A change that leaves a shop, states or content rights behind is refused until the chief has accepted that. */
  'set-role': {
    input: { user_id: string; role: string; accept_consequences?: boolean }
    output: { user_id: string; role: string }
  }
  'verify-account': { input: { user_id: string; verified: boolean }; output: { user_id: string; verified: boolean } }
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
  /** From a day on, null: at once. Chiefs alone; `withdraw-setting` takes it back before its day. */
  'plan-setting': {
    input: { key: string; value: number | string | null; effective_from: string | null; note: string }
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

export interface BuyCounts {
  id: string
  status: string
  current_quantity: number
  current_participants: number
  current_price: number
  target_quantity: number
  max_participants: number | null
}

/** The order as it is now, with its buy's new counts. */
export interface JoinAnswer {
  order: OrderRow
  group_buy: BuyCounts
}

interface OpenClaim {
  order_id: string
  hand_over_id: string | null
  reason: ClaimReason
  wish: Wish
  asked_kobo: number | null
  lines: { line_id: string; quantity: number }[]
  text: string
  /** Names of the caller's files in the bucket `evidence`. */
  evidence: string[]
}

interface ClaimJudgement {
  claim_id: string
  outcome: Outcome
  /** Of what was asked; 0 unless it is a refund. */
  goods_kobo: number
  payer: ClaimPayer
  reason: string
}

interface ClaimMoved {
  claim_id: string
  status: string
}

export interface OrderCart {
  /** `unit_price_kobo` is what the person saw. */
  lines: { product_id: string; quantity: number; unit_price_kobo: number }[]
  /** The total, fees included, that the person saw. */
  expected_kobo: number
}

export interface CheckoutPlaced {
  checkout_id: string
  /** The goods are kept until then. */
  hold_expires_at: string
  total_kobo: number
  orders: { id: string; order_no: number; vendor_id: string; amount_due_kobo: number }[]
}

export interface ChooseFulfilment {
  order_id: string
  kind: 'pickup' | 'delivery' | 'stockpile'
  /** For pickup and stockpile. */
  pickup_point_id: string | null
  /** For delivery: one of the person's addresses. */
  address_id: string | null
  expected_fee_kobo: number
}

export interface SavePlace extends PlaceDraft {
  id: string | null
  /** Name of the shop whose own place it is; null: a hub of the market. */
  shop: string | null
  /** `updated_at` as the person saw it; null for a new one. */
  seen: string | null
}

export interface SaveZone extends ZoneDraft {
  id: string | null
  shop: string | null
  seen: string | null
}

export interface TakeLess {
  order_id: string
  product_id: string | null
  quantity: number
  updated_at: string
}

interface WeighIn {
  pickup_point_id: string
  /** One of the two. */
  group_buy_id: string | null
  order_id: string | null
  product_id: string
  part: number
  units: number
  /** Kilograms, such as "49.5"; null where nobody has a scale for it. */
  kilograms: string | null
  /** Name of a picture in the bucket `deliveries`, uploaded by the caller. */
  photo: string | null
  shelf: string
  note: string
}

export interface EnterShortfall {
  /** One of the two: a buy, or a line of an order from the cart. */
  group_buy_id: string | null
  line_id: string | null
  pickup_point_id: string | null
  kind: 'short' | 'damaged'
  /** In units of the product, such as "12" or "0.5". */
  missing: string
  entered_before: number
  reason: string
  photo: string | null
}

export interface PayOrders {
  order_ids: string[]
  /** Kobo. */
  peps_kobo: number
  expected_kobo: number
  /** Where a later difference goes; null: PEPS below ₦5,000, the source above. */
  return_to: 'peps' | 'source' | null
}

export interface PaymentBegun {
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

export interface TakenLine {
  line_id: string
  quantity: number
}

export interface HandedOver {
  outcome: 'done'
  order_id: string
  is_all: boolean
  /** Of the rest. */
  next_hand_over_id: string | null
  claim_until: string
}

/** A wrong code is an answer and no refusal: it is counted. */
export type HandOverAnswer =
  | HandedOver
  | { outcome: 'wrong'; tries_left: number }
  | { outcome: 'locked'; until: string }

export interface CodeToShow {
  hand_over_id: string
  order_id: string
  order_no: number
  code: string
  nominee: { name: string; code: string } | null
  kind: 'pickup' | 'delivery' | 'stockpile'
  place: { name: string; address: string; instructions: string; opening_hours: OpenDay[] }
  shop_name: string
  due_from: string
  /** Null where no time ends it. */
  due_until: string | null
  lines: { name: string; unit: string; quantity: number }[]
}
