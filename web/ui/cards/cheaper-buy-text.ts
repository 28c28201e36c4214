import type { I18n } from '@lingui/core'
import { type ShownBuy, shownPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { moment, naira } from '../format.ts'

/** "₦5,310 in a group buy open until Fri 4 Dec, 5 pm": the shown price, as on the buy's own card. */
export const cheaperBuyText = (i18n: I18n, buy: ShownBuy & { end_date: string }): string =>
  i18n.t('{price} in a group buy open until {moment}', {
    price: naira(shownPriceNaira(buy)),
    moment: moment(buy.end_date),
  })
