// Paths of pages that messages link to.

export const orderPath = (id: string): string => `/account/orders/${id}`

/** The page that pays these orders. */
export const payPath = (...orderIds: readonly string[]): string =>
  `/account/pay?${orderIds.map((id) => `order=${id}`).join('&')}`

export const paymentPath = (id: string): string => `/account/payments/${id}`

/** The page of a circle of ajo. */
export const circlePath = (id: string): string => `/account/ajo/${id}`
