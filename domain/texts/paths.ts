// Paths of pages that messages link to.

export const orderPath = (id: string): string => `/account/orders/${id}`

export const paymentPath = (id: string): string => `/account/payments/${id}`
