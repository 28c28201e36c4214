import type { CommandsByFeature } from '#api/commands.ts'
import { accounts } from './accounts/feature.ts'
import { ajo } from './ajo/feature.ts'
import { blog } from './blog/feature.ts'
import { books } from './books/feature.ts'
import { businesses } from './businesses/feature.ts'
import { cart } from './cart/feature.ts'
import { claims } from './claims/feature.ts'
import type { AnyCommand } from './command.ts'
import { cycles } from './cycles/feature.ts'
import { dataProtection } from './data-protection/feature.ts'
import { deliveryRuns } from './delivery-runs/feature.ts'
import type { Feature } from './feature.ts'
import { groupBuys } from './group-buys/feature.ts'
import { handOvers } from './hand-overs/feature.ts'
import { mails } from './mails/feature.ts'
import { messages } from './messages/feature.ts'
import { notices } from './notices/feature.ts'
import { orders } from './orders/feature.ts'
import { packing } from './packing/feature.ts'
import { payments } from './payments/feature.ts'
import { payouts } from './payouts/feature.ts'
import { places } from './places/feature.ts'
import { priceRises } from './price-rises/feature.ts'
import { products } from './products/feature.ts'
import { quantityRequests } from './quantity-requests/feature.ts'
import { records } from './records/feature.ts'
import { refunds } from './refunds/feature.ts'
import { settlement } from './settlement/feature.ts'
import { shareGifts } from './share-gifts/feature.ts'
import { staff } from './staff/feature.ts'
import { textMessages } from './text-messages/feature.ts'
import { vendors } from './vendors/feature.ts'

/** Every feature with what it registers. A missing feature or command is a type error. */
const byName: FeaturesByName = {
  accounts,
  ajo,
  blog,
  books,
  businesses,
  cart,
  claims,
  cycles,
  'data-protection': dataProtection,
  'delivery-runs': deliveryRuns,
  'group-buys': groupBuys,
  'hand-overs': handOvers,
  mails,
  messages,
  notices,
  orders,
  packing,
  payments,
  payouts,
  places,
  'price-rises': priceRises,
  products,
  'quantity-requests': quantityRequests,
  records,
  refunds,
  settlement,
  'share-gifts': shareGifts,
  staff,
  'text-messages': textMessages,
  vendors,
}

type FeaturesByName = { readonly [Name in keyof CommandsByFeature]: Feature<CommandsByFeature[Name]> } & {
  readonly blog: Feature
  readonly 'text-messages': Feature
}

export const features: readonly Feature[] = Object.values(byName)

/** Every command at /functions/v1. */
export const commands: readonly AnyCommand[] = features.flatMap((feature) =>
  Object.values<AnyCommand>(feature.commands as Record<string, AnyCommand>),
)
