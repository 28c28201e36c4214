import type { Refusal } from '#domain/refusal.ts'
import type { AccountCommands, BusinessCommands, DataProtectionCommands } from './commands/accounts.ts'
import type { BookCommands } from './commands/books.ts'
import type { CartCommands } from './commands/cart.ts'
import type { ClaimCommands } from './commands/claims.ts'
import type { DeliveryRunCommands } from './commands/delivery-runs.ts'
import type {
  AjoCommands,
  CycleCommands,
  GroupBuyCommands,
  PriceRiseCommands,
  QuantityRequestCommands,
  ShareGiftCommands,
} from './commands/group-buys.ts'
import type { HandOverCommands } from './commands/hand-overs.ts'
import type { MailCommands } from './commands/mails.ts'
import type { MessageCommands } from './commands/messages.ts'
import type { NoticeCommands } from './commands/notices.ts'
import type { OrderCommands } from './commands/orders.ts'
import type { PackingCommands } from './commands/packing.ts'
import type { PaymentCommands } from './commands/payments.ts'
import type { PayoutCommands } from './commands/payouts.ts'
import type { PlaceCommands } from './commands/places.ts'
import type { ProductCommands } from './commands/products.ts'
import type { RefundCommands } from './commands/refunds.ts'
import type { SettlementCommands } from './commands/settlement.ts'
import type { RecordCommands, StaffCommands } from './commands/staff.ts'
import type { VendorCommands } from './commands/vendors.ts'

/**
 * Every command of the product: all that moves money, stock or roles, at `POST /functions/v1/<name>`.
 * `input` is the JSON body of the request, `output` that of a 200 response; any other status carries a refusal.
 */
export interface CommandsByFeature {
  accounts: AccountCommands
  ajo: AjoCommands
  books: BookCommands
  businesses: BusinessCommands
  cart: CartCommands
  claims: ClaimCommands
  cycles: CycleCommands
  'data-protection': DataProtectionCommands
  'delivery-runs': DeliveryRunCommands
  'group-buys': GroupBuyCommands
  'hand-overs': HandOverCommands
  mails: MailCommands
  messages: MessageCommands
  notices: NoticeCommands
  orders: OrderCommands
  packing: PackingCommands
  payments: PaymentCommands
  payouts: PayoutCommands
  places: PlaceCommands
  'price-rises': PriceRiseCommands
  products: ProductCommands
  'quantity-requests': QuantityRequestCommands
  records: RecordCommands
  refunds: RefundCommands
  settlement: SettlementCommands
  'share-gifts': ShareGiftCommands
  staff: StaffCommands
  vendors: VendorCommands
}

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

type AllCommands = Intersection<CommandsByFeature[keyof CommandsByFeature]>

interface Commands extends AllCommands {}

export type CommandName = keyof Commands

export type CommandInput<Name extends CommandName> = Commands[Name]['input']
export type CommandOutput<Name extends CommandName> = Commands[Name]['output']

/** A refusal: `code` is for programs, `message` for people. */
export type CommandRefusal = Omit<Refusal, 'kind'>

export type CommandResult<Name extends CommandName> =
  | { ok: true; value: CommandOutput<Name> }
  | { ok: false; status: number; refusal: CommandRefusal }
