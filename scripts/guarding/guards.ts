import { BANNER_GUARDS } from './banner-guards.ts'
import { BROADCAST_GUARDS } from './broadcast-guards.ts'
import { BUSINESS_GUARDS } from './business-guards.ts'
import { CASE_GUARDS } from './case-guards.ts'
import { GOODS_GUARDS } from './goods-guards.ts'
import type { Guard } from './guard.ts'
import { MESSAGE_GUARDS } from './message-guards.ts'
import { MONEY_GUARDS } from './money-guards.ts'
import { PASSKEY_GUARDS } from './passkey-guards.ts'
import { PAYMENT_GUARDS } from './payment-guards.ts'
import { PERSON_GUARDS } from './person-guards.ts'
import { PRODUCT_GUARDS } from './product-guards.ts'
import { RECORD_GUARDS } from './record-guards.ts'
import { RIGHTS_GUARDS } from './rights-guards.ts'
import { SEARCH_GUARDS } from './search-guards.ts'
import { SWITCH_GUARDS } from './switch-guards.ts'
import { TEXT_MESSAGE_GUARDS } from './text-message-guards.ts'

export const GUARDS: readonly Guard[] = [
  ...MONEY_GUARDS,
  ...PAYMENT_GUARDS,
  ...PASSKEY_GUARDS,
  ...PRODUCT_GUARDS,
  ...RIGHTS_GUARDS,
  ...RECORD_GUARDS,
  ...CASE_GUARDS,
  ...GOODS_GUARDS,
  ...BUSINESS_GUARDS,
  ...BANNER_GUARDS,
  ...BROADCAST_GUARDS,
  ...SEARCH_GUARDS,
  ...MESSAGE_GUARDS,
  ...TEXT_MESSAGE_GUARDS,
  ...PERSON_GUARDS,
  ...SWITCH_GUARDS,
]
