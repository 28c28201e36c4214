/** A buy, or the orders from the cart of one sharing day. */
export interface Batch {
  /** The buy's id, or a key made of the day and the shop. */
  batch: string
  vendor_id: string
  shop: string
  group_buy_id: string | null
  batch_name: string
  share_date: string | null
  orders: number
  lines: number
  packed_lines: number
  /** Paid and not ready yet, with an open destination. */
  open_orders: number
  /** Their place has closed and the buyers have not chosen another. */
  waiting_orders: number
  unpacked_lines: number
  units: number
  packed_units: number
  /** Null if there are several. */
  unit: string | null
}

/** An order line in a batch. */
export interface PackingLine {
  id: string
  order_id: string
  order_no: number
  buyer_id: string
  vendor_id: string
  group_buy_id: string | null
  batch: string
  batch_name: string
  shop: string
  share_date: string | null
  buyer_name: string
  phone_end: string | null
  fulfilment: string
  pickup_point_id: string | null
  place: string | null
  status: string
  product_id: string
  product_name: string
  unit: string
  quantity: number
  packed_at: string | null
  missing_thousandths: number
  /** Number of shortfall entries. */
  shortfalls: number
  /** Approximate weight of one unit; null if unknown. */
  kg_per_unit: number | null
  /** Set for goods by weight, with the weight found and whether it waits for an answer. */
  most_kg_per_unit: number | null
  weight_grams: number | null
  weight_waits: boolean
  category: string
  /** Whether its place has closed. */
  is_waiting: boolean
  /** The delivery run that takes it to its door. */
  run_id: string | null
  run_from: string | null
  run_until: string | null
  run_rider: string | null
  /** Units in a pack, and its name; null for goods without packs. */
  pack_size: number | null
  pack_unit: string | null
}
