// Paths of pages that messages link to.

export const orderPath = (id: string): string => `/account/orders/${id}`

/** The page of a share that is given away, for its receiver. */
export const sharePath = (giftId: string): string => `/share/${giftId}`

/** The page that pays these orders. */
export const payPath = (...orderIds: readonly string[]): string =>
  `/account/pay?${orderIds.map((id) => `order=${id}`).join('&')}`

export const paymentPath = (id: string): string => `/account/payments/${id}`

/** The page that asks the buyer of this order whether they stay at a higher price. */
export const priceQuestionPath = (orderId: string): string => `/account/orders/${orderId}/price`

/** The page of a circle of ajo. */
export const circlePath = (id: string): string => `/account/ajo/${id}`

/** The buyer's standing orders in cycles of group buys. */
export const STANDING_ORDERS_PATH = '/account/standing-orders'

/** The shop's cycles of group buys. */
export const SHOP_CYCLES_PATH = '/vendor/products/buys/repeated'
