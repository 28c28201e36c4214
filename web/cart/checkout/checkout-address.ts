import { isUuid } from '#domain/forms/validation.ts'
import { nairaToKobo } from '#domain/money.ts'
import type { CartItem } from '../store.ts'

/** A cart line on its way to checkout, with the price the buyer saw. */
export interface CartLineInput {
  productId: string
  quantity: number
  seenKobo: number
}

/**
 * Address of the checkout for these lines: `/checkout?line=<product>.<quantity>.<kobo>`. The lines travel in the
 * address because the server has no copy of every cart. A purchase beside the cart leaves the cart unchanged.
 */
export function checkoutAddress(
  lines: readonly CartLineInput[],
  from: 'the cart' | 'beside the cart' = 'the cart',
): string {
  const params = lines.map((line) => ['line', writeLine(line)])
  return `/checkout?${new URLSearchParams(from === 'the cart' ? params : [...params, ['beside', 'cart']])}`
}

export const writeLine = ({ productId, quantity, seenKobo }: CartLineInput): string =>
  `${productId}.${quantity}.${seenKobo}`

export const toLineInput = ({ productId, quantity, price }: CartItem): CartLineInput => ({
  productId,
  quantity,
  seenKobo: Number(nairaToKobo(price)),
})

/** Parses lines. Malformed ones and repeated products are left out. */
export function readLines(params: readonly unknown[]): CartLineInput[] {
  const lines = params.slice(0, MAX_LINES).flatMap(readLine)
  return lines.filter(({ productId }, at) => lines.findIndex((line) => line.productId === productId) === at)
}

/** The maximum of the command `order-cart`. */
const MAX_LINES = 50

function readLine(params: unknown): CartLineInput[] {
  const [productId = '', quantity = '', kobo = ''] = String(params).toLowerCase().split('.')
  if (!isUuid(productId) || !/^[1-9]\d{0,6}$/.test(quantity) || !/^\d{1,13}$/.test(kobo)) return []
  return [{ productId, quantity: Number(quantity), seenKobo: Number(kobo) }]
}
