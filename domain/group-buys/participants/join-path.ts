import { isUuid } from '#domain/forms/validation.ts'

export const buyPath = (buyId: string): string => `/group-buys/${buyId}`

/** The page of a buy with the quantity that a person wants to join with. */
export const joinPath = (buyId: string, quantity: number): string => `${buyPath(buyId)}?quantity=${quantity}`

export interface WantedJoin {
  buyId: string
  quantity: number
}

/** The buy and quantity of a `joinPath`; null for every other path. */
export function readJoinPath(path: string | null): WantedJoin | null {
  const [, buyId = '', quantity = ''] = /^\/group-buys\/([^/?#]+)\?quantity=([1-9]\d{0,5})$/.exec(path ?? '') ?? []
  return isUuid(buyId) ? { buyId, quantity: Number(quantity) } : null
}

/** The parameter that tells the page of a buy why the join asked for on the sign-in page was not made. */
export const REFUSED = 'refused'
export const PRICE_ROSE = 'price'
export const refusedPath = ({ buyId, quantity }: WantedJoin, code: string): string =>
  `${joinPath(buyId, quantity)}&${REFUSED}=${encodeURIComponent(code)}`
