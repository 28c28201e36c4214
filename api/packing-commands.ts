/** The vendor's and the hub's day before goods change hands. */
export interface PackingCommands {
  /** Marks a line, or all lines of an order, as packed, or takes the mark back until the order is ready. For those who serve the shop. */
  'pack-order': {
    input: { order_id: string; line_id: string | null; packed: boolean }
    output: { order_id: string; packed_lines: number; lines: number }
  }
  /**
   * All that is paid for of a buy, or an order from the cart, is packed and ready: buyers are told. `orders` is how many the person
   * saw as not ready yet; others are refused.
   */
  'mark-ready': {
    input: { group_buy_id: string | null; order_id: string | null; orders: number }
    output: { ready_orders: number; waiting_orders: number }
  }
  /** A load that arrived at a place, counted and weighed. `part`: 1 for the first load of this product, one more for each later one. */
  'weigh-in': { input: WeighInInput; output: { weigh_in_id: string; missing_thousandths: number } }
  /**
   * Goods of a buy, or of a line from the cart, came short or damaged: shared out over the orders that have them coming (of one place, if
   * named) and given back. `entered_before` is how many such entries the person saw; others are refused, so none counts twice.
   */
  'enter-shortfall': { input: EnterShortfallInput; output: ShortfallResult }
  /** What was entered by mistake, until its refunds are sent. */
  'withdraw-shortfall': { input: { shortfall_id: string }; output: { shortfall_id: string } }
  /** To one that is too large for one person: by the shop that did not enter it, or by those who oversee the shop. */
  'answer-shortfall': {
    input: { shortfall_id: string; answer: 'accept' | 'refuse' }
    output: { shortfall_id: string; status: 'entered' | 'waiting' | 'refused' }
  }
}

interface ShortfallResult {
  shortfall_id: string
  orders: number
  /** For the shop's answer or the manager's. */
  waits: boolean
  /** For which it can be taken back; 0 where it waits. */
  minutes: number
}

interface WeighInInput {
  pickup_point_id: string
  /** One of the two. */
  group_buy_id: string | null
  order_id: string | null
  product_id: string
  part: number
  units: number
  /** Kilograms, such as "49.5"; null where nobody has a scale for it. */
  kilograms: string | null
  /** Name of a picture in the bucket `deliveries`, uploaded by the caller. */
  photo: string | null
  shelf: string
  note: string
}

export interface EnterShortfallInput {
  /** One of the two: a buy, or a line of an order from the cart. */
  group_buy_id: string | null
  line_id: string | null
  pickup_point_id: string | null
  kind: 'short' | 'damaged'
  /** In units of the product, such as "12" or "0.5". */
  missing: string
  entered_before: number
  reason: string
  photo: string | null
}
