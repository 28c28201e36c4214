export const messagesPath = (buyId: string): string => `/vendor/products/buys/${buyId}/messages`
export const extendPath = (buyId: string): string => `/vendor/products/buys/${buyId}/extend`
export const pricePath = (buyId: string): string => `/vendor/products/buys/${buyId}/price`
