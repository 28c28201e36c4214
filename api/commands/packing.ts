export interface PackingCommands {
  /**
   * Marks a line, or all lines of an order, as packed; `packed` false undoes it until the order is ready. Shop staff.
   */
  'pack-order': {
    input: { order_id: string; line_id: string | null; packed: boolean }
    output: { order_id: string; packed_lines: number; lines: number }
  }
  /**
   * Marks all paid orders of a buy, or one order from the cart, as packed and ready, and notifies the buyers. `orders`
   * is how many the user saw as not ready yet; a different number is refused.
   */
  'mark-ready': {
    input: { group_buy_id: string | null; order_id: string | null; orders: number }
    output: { ready_orders: number; waiting_orders: number }
  }
  /** Records a load that arrived at a place, counted and weighed. `part` numbers the loads of this product, from 1. */
  'weigh-in': { input: WeighInInput; output: { weigh_in_id: string; missing_thousandths: number } }
  /**
   * Enters the final weight of a line whose goods are sold by weight; what they cost less is refunded at once.
   * `weighed_before` is how often the line had been weighed when the user looked; a different number is refused.
   */
  'weigh-order': { input: WeighOrderInput; output: WeighedLine }
  /** Corrects the count of a load; `corrections` is how many the user saw. The former counts stay visible. */
  'correct-load': { input: CorrectLoadInput; output: { weigh_in_id: string; number: number } }
  /**
   * Goods of a buy, or of a line from the cart, arrived short or damaged: the shortfall is divided among the orders
   * that expect them (of one place, if named) and refunded. `entered_before` is how many such entries the user saw; a
   * different number is refused, which prevents double entries.
   */
  'enter-shortfall': { input: EnterShortfallInput; output: ShortfallResult }
  /** Shows what `enter-shortfall` would do with the same input; writes nothing. */
  'preview-shortfall': { input: EnterShortfallInput; output: ShortfallPreview }
  /** Withdraws a mistaken entry until its refunds are sent. */
  'withdraw-shortfall': { input: { shortfall_id: string }; output: { shortfall_id: string } }
  /**
   * Answers a shortfall above the limit for one person: by the shop, unless it entered it, or by the staff who oversee
   * the shop.
   */
  'answer-shortfall': {
    input: { shortfall_id: string; answer: 'accept' | 'refuse' }
    output: { shortfall_id: string; status: 'entered' | 'waiting' | 'refused' }
  }
}

interface ShortfallResult {
  shortfall_id: string
  orders: number
  /** Whether the shop or a manager has to answer first. */
  waits: boolean
  /** How long it can be withdrawn; 0 while it waits. */
  minutes: number
}

export interface ShortfallPreview {
  orders: number
  people: number
  /** How many orders get how many units less. */
  shares: { units: number; orders: number }[]
  /** Value of the missing goods, the fee and the delivery fee that come back with them, and all of it. */
  goods_kobo: number
  fee_kobo: number
  delivery_kobo: number
  returned_kobo: number
  /** The goods less the shop's own fee on them; null for readers who are not of the shop. */
  shop_loses_kobo: number | null
  /** Units at the shop's cost, and at the hub's. */
  by_vendor: number
  by_hub: number
  waits: boolean
  minutes: number
}

interface WeighInInput {
  pickup_point_id: string
  /** Exactly one of the two. */
  group_buy_id: string | null
  order_id: string | null
  product_id: string
  part: number
  units: number
  /** Decimal, such as "49.5"; null: not weighed. */
  kilograms: string | null
  /** Name of an image in the bucket `deliveries`, uploaded by the caller. */
  photo: string | null
  shelf: string
  note: string
}

export interface WeighOrderInput {
  line_id: string
  /** Decimal, such as "3.4": of all units of the line together. */
  kilograms: string
  /** Name of an image of the scale in the bucket `deliveries`, uploaded by the caller. */
  photo: string
  weighed_before: number
}

interface WeighedLine {
  line_id: string
  grams: number
  goods_kobo: number
  /** Whether the shop or a manager has to answer before the money is given back. */
  waits: boolean
}

export interface CorrectLoadInput {
  weigh_in_id: string
  corrections: number
  /** 0: the load never came. */
  units: number
  kilograms: string | null
  reason: string
  photo: string | null
}

export interface EnterShortfallInput {
  /** Exactly one of the two: a buy, or a line of an order from the cart. */
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
