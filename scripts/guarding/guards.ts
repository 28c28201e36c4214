import type { Guard } from './guard.ts'
import { AJO_GUARDS } from './lists/ajo-guards.ts'
import { BANNER_GUARDS } from './lists/banner-guards.ts'
import { BUSINESS_GUARDS } from './lists/business-guards.ts'
import { CASE_GUARDS } from './lists/case-guards.ts'
import { CHANNEL_GUARDS } from './lists/channel-guards.ts'
import { FILE_GUARDS } from './lists/file-guards.ts'
import { GOODS_GUARDS } from './lists/goods-guards.ts'
import { BROADCAST_GUARDS } from './lists/group-buys/broadcast-guards.ts'
import { CYCLE_GUARDS } from './lists/group-buys/cycle-guards.ts'
import { MESSAGE_GUARDS } from './lists/message-guards.ts'
import { MONEY_GUARDS } from './lists/money-guards.ts'
import { OAUTH_GUARDS } from './lists/oauth-guards.ts'
import { PASSKEY_GUARDS } from './lists/passkey-guards.ts'
import { PAYMENT_GUARDS } from './lists/payments/payment-guards.ts'
import { PRICE_RISE_GUARDS } from './lists/payments/price-rise-guards.ts'
import { SHARE_GIFT_GUARDS } from './lists/payments/share-gift-guards.ts'
import { PERSON_GUARDS } from './lists/person-guards.ts'
import { PRODUCT_GUARDS } from './lists/product-guards.ts'
import { RECORD_GUARDS } from './lists/record-guards.ts'
import { RIGHTS_GUARDS } from './lists/rights-guards.ts'
import { SEARCH_GUARDS } from './lists/search-guards.ts'
import { SWITCH_GUARDS } from './lists/switch-guards.ts'
import { TABLE_API_GUARDS } from './lists/table-api-guards.ts'
import { TEXT_MESSAGE_GUARDS } from './lists/text-message-guards.ts'

export const GUARDS: readonly Guard[] = [
  ...MONEY_GUARDS,
  ...AJO_GUARDS,
  ...PAYMENT_GUARDS,
  ...PRICE_RISE_GUARDS,
  ...SHARE_GIFT_GUARDS,
  ...OAUTH_GUARDS,
  ...CHANNEL_GUARDS,
  ...PASSKEY_GUARDS,
  ...PRODUCT_GUARDS,
  ...RIGHTS_GUARDS,
  ...RECORD_GUARDS,
  ...CASE_GUARDS,
  ...CYCLE_GUARDS,
  ...FILE_GUARDS,
  ...GOODS_GUARDS,
  ...BUSINESS_GUARDS,
  ...BANNER_GUARDS,
  ...BROADCAST_GUARDS,
  ...SEARCH_GUARDS,
  ...MESSAGE_GUARDS,
  ...TEXT_MESSAGE_GUARDS,
  ...PERSON_GUARDS,
  ...SWITCH_GUARDS,
  ...TABLE_API_GUARDS,
]
