import type { TableRow } from '#database/types.ts'
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
  /** An order from the cart that is not paid. */
  'cancel-order': { input: { order_id: string }; output: { order: OrderRow } }
  /** A vendor goes through with a buy that too few have paid for. */
  'honour-group-buy': { input: { group_buy_id: string }; output: { group_buy_id: string } }
  /** A refund that sticks is tried again; with an account, it goes there. Chiefs alone. */
  'repeat-refund': {
    input: { refund_id: string; bank_code: string | null; account_number: string | null }
    output: { refund_id: string }
  }
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
