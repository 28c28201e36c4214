// Checkout of a cart (design.md 3 and 7) with current prices, fees and limits, read under the products' locks. Amounts
// submitted by the client are only compared.
import { formatNaira } from '#domain/money.ts'
import { productRefusals } from '#domain/products/refusals.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { formatInEnglish, type TextTemplate, translatedValue, withValues } from '#domain/texts/translatable-text.ts'
import { totalsByVendor } from './cart-totals.ts'
import { type OfferedProduct, type OfferFaultCode, offerFault, type Shopper } from './offer-fault.ts'
import { orderRefusals } from './refusals.ts'
import { promiseFault } from './unpaid/unpaid-promises.ts'
import type { UnpaidStanding } from './unpaid/unpaid-standing.ts'
import { unpaidTexts } from './unpaid/unpaid-texts.ts'

const refuse = refuseFrom(orderRefusals, productRefusals)

/** A line of the cart with the price shown to the buyer. */
interface SeenLine {
  productId: string
  quantity: number
  unitPriceKobo: bigint
}

interface CheckoutFacts {
  products: ReadonlyMap<string, OfferedProduct>
  buyer: Shopper & { confirmed: boolean; unpaid: UnpaidStanding }
  buyerBasisPoints: number
  /** The total shown to the buyer, including fees. */
  expectedKobo: bigint
  /** 'YYYY-MM-DD' in Lagos. */
  today: string
}

interface PlannedLine {
  product: OfferedProduct
  quantity: number
}

export interface PlannedOrder {
  vendorId: string
  quantity: number
  goodsKobo: bigint
  /** Rounded down once for this order. */
  feeKobo: bigint
  totalKobo: bigint
  lines: PlannedLine[]
}

export interface CheckoutPlan {
  orders: PlannedOrder[]
  totalKobo: bigint
}

export function decideCheckout(seen: readonly SeenLine[], facts: CheckoutFacts): CheckoutPlan | Refusal {
  const { buyer, products, expectedKobo } = facts
  if (!buyer.confirmed) return refuse('contact_not_confirmed')
  const checked = seen.map((line) => ({ line, ...checkLine(line, facts) }))
  const [stopped] = checked.flatMap(({ line, code, message }) =>
    code && message ? [{ code, message, name: products.get(line.productId)?.name }] : [],
  )
  const lines = checked.map(({ line, code, message }) => lineFigures(line, { ...facts, code, message }))
  if (stopped) {
    const { code, message, name } = stopped
    return refuse(code, { message: name ? withName(name, message) : message, lines })
  }
  const planned = seen.flatMap(({ productId, quantity }) => {
    const product = products.get(productId)
    return product ? [{ product, quantity }] : []
  })
  const plan = planOrders(planned, facts.buyerBasisPoints)
  const isAsSeen = seen.every(
    ({ productId, unitPriceKobo }) => products.get(productId)?.basePriceKobo === unitPriceKobo,
  )
  if (!isAsSeen || plan.totalKobo !== expectedKobo) {
    return refuse('total_mismatch', {
      message: withValues(/*i18n*/ 'The price has changed. You now pay {naira}. Please check and confirm it.', {
        naira: formatNaira(plan.totalKobo),
      }),
      details: { total_kobo: String(plan.totalKobo) },
      lines,
    })
  }
  return unpaidLimitFault(plan, buyer.unpaid) ?? plan
}

/** "Ofada rice: Only 3 bags left." */
const withName = (name: string, fault: string | TextTemplate): TextTemplate =>
  withValues(/*i18n*/ '{name}: {fault}', { name, fault: translatedValue(fault) })

function checkLine(
  line: SeenLine,
  { products, buyer, today }: CheckoutFacts,
): { code: OfferFaultCode | null; message: string | TextTemplate } {
  const product = products.get(line.productId)
  const fault = offerFault(line.quantity, { product, shopper: buyer, today })
  return { code: fault?.code ?? null, message: fault?.message ?? '' }
}

type LineFacts = CheckoutFacts & { code: OfferFaultCode | null; message: string | TextTemplate }

/** Current figures of a line, for the buyer to confirm. */
function lineFigures({ productId, quantity, unitPriceKobo }: SeenLine, { products, code, message }: LineFacts) {
  const product = products.get(productId)
  return {
    product_id: productId,
    quantity,
    seen_price_kobo: String(unitPriceKobo),
    unit_price_kobo: product ? String(product.basePriceKobo) : null,
    available_quantity: product?.available_quantity ?? 0,
    code,
    message: code ? formatInEnglish(message) : null,
  }
}

/** One order per vendor, in the order of the cart. */
function planOrders(lines: readonly PlannedLine[], buyerBasisPoints: number): CheckoutPlan {
  const priced = lines.map(({ product, quantity }) => ({
    vendorId: product.vendorId,
    priceKobo: product.basePriceKobo,
    quantity,
  }))
  const orders = totalsByVendor(priced, buyerBasisPoints).map((totals) => {
    const own = lines.filter(({ product }) => product.vendorId === totals.vendorId)
    return { ...totals, quantity: own.reduce((all, { quantity }) => all + quantity, 0), lines: own }
  })
  return { orders, totalKobo: orders.reduce((all, { totalKobo }) => all + totalKobo, 0n) }
}

/** Checks the limits on unpaid orders for all orders of the cart together. */
function unpaidLimitFault({ orders }: CheckoutPlan, standing: UnpaidStanding): Refusal | null {
  const mostOrders = standing.limits[`unpaid_${standing.grade}_orders`]
  if (standing.orders + orders.length > mostOrders) {
    return refuse('too_many_unpaid', {
      message: unpaidTexts.cart(standing, orders.length),
      details: { most_unpaid_orders: mostOrders, unpaid_orders: standing.orders },
    })
  }
  const amountDueKobo = orders.reduce((all, { totalKobo }) => all + totalKobo, 0n)
  const quantity = orders.reduce((all, order) => all + order.quantity, 0)
  return promiseFault(standing, { quantity, amountDueKobo })
}
