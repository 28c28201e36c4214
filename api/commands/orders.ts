import type { TableRow } from '#database/types.ts'

export interface OrderCommands {
  /**
   * Orders a cart: one checkout, one order per shop. Prices other than those seen are refused, with the current ones.
   */
  'order-cart': { input: OrderCartInput; output: PlacedCheckout }
  /**
   * Cancels an order from the cart that is unpaid, or paid while cancelling is free. `return_to`: where the naira are
   * refunded.
   */
  'cancel-order': { input: { order_id: string; return_to: 'peps' | 'source' | null }; output: { order: OrderRow } }
  /**
   * Reduces the quantity of an unpaid order. `updated_at`: the version that the buyer saw. `product_id`: for a bulk
   * order.
   */
  'reduce-order': { input: ReduceOrderInput; output: { order: OrderRow } }
  /** The buyer's phone number, if known, for the shop of a paid order that is not handed over. The access is logged. */
  'show-buyer-phone': { input: { order_id: string }; output: { phone: string | null } }
  /**
   * A shop's own orders that are paid and not handed over, by the whole phone number that it would be shown. At most 20.
   * Each search is logged, without the number.
   */
  'find-orders-by-phone': {
    input: { phone: string }
    output: { orders: { id: string; order_no: number; buyer_name: string }[] }
  }
  /** A note of a shop about one of its orders, or about one of its customers, who gets it with their data. */
  'add-shop-note': {
    input: { order_id: string | null; customer_id: string | null; text: string }
    output: { shop_note_id: string }
  }
  /** Sets an order's destination; `expected_fee_kobo` is the delivery fee that the buyer saw. */
  'choose-fulfilment': { input: ChooseFulfilmentInput; output: { order: TableRow<'orders'> } }
}

export type OrderRow = TableRow<'orders'>

export interface OrderCartInput {
  /** `unit_price_kobo` is what the buyer saw. */
  lines: { product_id: string; quantity: number; unit_price_kobo: number }[]
  /** The total, fees included, that the buyer saw. */
  expected_kobo: number
}

export interface PlacedCheckout {
  checkout_id: string
  /** The goods are reserved until then. */
  hold_expires_at: string
  total_kobo: number
  orders: { id: string; order_no: number; vendor_id: string; amount_due_kobo: number }[]
}

export interface ReduceOrderInput {
  order_id: string
  product_id: string | null
  quantity: number
  updated_at: string
}

export interface ChooseFulfilmentInput {
  order_id: string
  kind: 'pickup' | 'delivery' | 'stockpile'
  /** For pickup and stockpile. */
  pickup_point_id: string | null
  /** For delivery: one of the buyer's addresses. */
  address_id: string | null
  expected_fee_kobo: number
}
