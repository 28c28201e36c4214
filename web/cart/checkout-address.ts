import { nairaToKobo } from '#domain/money.ts'
import { isUuid } from '#domain/validation.ts'
import type { CartItem } from './store.ts'

/** A line on its way to checkout: what the person wants, at the price they saw. */
export interface WantedLine {
  productId: string
  quantity: number
  seenKobo: number
}

/**
 * The server does not know every cart, so its lines travel in the address: `/checkout?line=<product>.<quantity>.<kobo>`. What is
 * bought beside the cart leaves it as it is.
 */
export function checkoutAddress(
  lines: readonly WantedLine[],
  from: 'the cart' | 'beside the cart' = 'the cart',
): string {
  const sent = lines.map((line) => ['line', writeLine(line)])
  return `/checkout?${new URLSearchParams(from === 'the cart' ? sent : [...sent, ['beside', 'cart']])}`
}

export const writeLine = ({ productId, quantity, seenKobo }: WantedLine): string =>
  `${productId}.${quantity}.${seenKobo}`

export const lineOfItem = ({ productId, quantity, price }: CartItem): WantedLine => ({
  productId,
  quantity,
  seenKobo: Number(nairaToKobo(price)),
})

/** Lines as they were sent; what is none is left out, and so is a product's second line. */
export function readLines(sent: readonly unknown[]): WantedLine[] {
  const lines = sent.slice(0, MOST_LINES).flatMap(readLine)
  return lines.filter(({ productId }, at) => lines.findIndex((line) => line.productId === productId) === at)
}

/** As many as the command takes. */
const MOST_LINES = 50

function readLine(sent: unknown): WantedLine[] {
  const [productId = '', quantity = '', kobo = ''] = String(sent).toLowerCase().split('.')
  if (!isUuid(productId) || !/^[1-9]\d{0,6}$/.test(quantity) || !/^\d{1,13}$/.test(kobo)) return []
  return [{ productId, quantity: Number(quantity), seenKobo: Number(kobo) }]
}
