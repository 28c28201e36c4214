// The acts of all features that the audit log records, with their sentences.

import { accountActs } from './accounts/acts.ts'
import type { ActDescriber } from './acts/act.ts'
import type { rowNouns, rowVerbs } from './acts/row-nouns.ts'
import { ajoActs } from './ajo/acts.ts'
import { bookActs } from './books/acts.ts'
import { businessActs } from './businesses/acts.ts'
import { claimActs } from './claims/acts.ts'
import { dataProtectionActs } from './data-protection/acts.ts'
import { deliveryRunActs } from './delivery-runs/acts.ts'
import { groupBuyActs } from './group-buys/acts.ts'
import { handOverActs } from './hand-overs/acts.ts'
import { mailActs } from './mails/acts.ts'
import { contactActs } from './messages/acts.ts'
import { packingActs } from './packing/acts.ts'
import { paymentActs } from './payments/acts.ts'
import { payoutActs } from './payouts/acts.ts'
import { placeActs } from './places/acts.ts'
import { priceRiseActs } from './price-rises/acts.ts'
import { productActs } from './products/acts.ts'
import { quantityRequestActs } from './quantity-requests/acts.ts'
import { settingActs } from './settings/acts.ts'
import { vendorActs } from './vendors/acts.ts'

const allActs = {
  ...accountActs,
  ...bookActs,
  ...businessActs,
  ...claimActs,
  ...dataProtectionActs,
  ...deliveryRunActs,
  ...groupBuyActs,
  ...handOverActs,
  ...mailActs,
  ...contactActs,
  ...packingActs,
  ...paymentActs,
  ...payoutActs,
  ...ajoActs,
  ...placeActs,
  ...productActs,
  ...priceRiseActs,
  ...quantityRequestActs,
  ...settingActs,
  ...vendorActs,
}

/** Every action that may be recorded. Changes of rows without a sentence of their own are listed field by field. */
export type RecordedAction = keyof typeof allActs | `${keyof typeof rowNouns}.${keyof typeof rowVerbs}`

export const findActDescriber = (action: string): ActDescriber | undefined =>
  Object.hasOwn(allActs, action) ? (allActs as Record<string, ActDescriber>)[action] : undefined
