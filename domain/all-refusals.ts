// The refusals of all features. Their codes are the closed union used on the wire.
import { accountRefusals } from './accounts/refusals.ts'
import { ajoRefusals } from './ajo/refusals.ts'
import { businessRefusals } from './businesses/refusals.ts'
import { claimRefusals } from './claims/refusals.ts'
import { cycleRefusals } from './cycles/refusals.ts'
import { dataProtectionRefusals } from './data-protection/refusals.ts'
import { runRefusals } from './delivery-runs/refusals.ts'
import { packRefusals } from './group-buys/packs/refusals.ts'
import { buyRefusals } from './group-buys/refusals.ts'
import { sellingRefusals } from './group-buys/selling/refusals.ts'
import { handOverRefusals } from './hand-overs/refusals.ts'
import { mailRefusals } from './mails/refusals.ts'
import { messageRefusals } from './messages/refusals.ts'
import { orderRefusals } from './orders/refusals.ts'
import { shopOrderRefusals } from './orders/shop/refusals.ts'
import { packingRefusals } from './packing/refusals.ts'
import { paymentRefusals } from './payments/refusals.ts'
import { payoutRefusals } from './payouts/refusals.ts'
import { placeRefusals } from './places/refusals.ts'
import { priceRiseRefusals } from './price-rises/refusals.ts'
import { productRefusals } from './products/refusals.ts'
import { quantityRequestRefusals } from './quantity-requests/refusals.ts'
import { callRefusals } from './refusals/call-refusals.ts'
import type { CodeIn } from './refusals/refusal-texts.ts'
import { settingRefusals } from './settings/refusals.ts'
import { shareRefusals } from './share-gifts/refusals.ts'
import { textMessageRefusals } from './text-messages/refusals.ts'
import { vendorRefusals } from './vendors/refusals.ts'

export const allRefusals = [
  callRefusals,
  accountRefusals,
  ajoRefusals,
  businessRefusals,
  claimRefusals,
  cycleRefusals,
  dataProtectionRefusals,
  runRefusals,
  buyRefusals,
  packRefusals,
  sellingRefusals,
  handOverRefusals,
  mailRefusals,
  messageRefusals,
  orderRefusals,
  shopOrderRefusals,
  packingRefusals,
  paymentRefusals,
  payoutRefusals,
  placeRefusals,
  productRefusals,
  priceRiseRefusals,
  quantityRequestRefusals,
  settingRefusals,
  shareRefusals,
  textMessageRefusals,
  vendorRefusals,
] as const

/** The closed union, used on the wire and by screens. */
export type RefusalCode = CodeIn<(typeof allRefusals)[number]>
