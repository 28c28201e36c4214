export interface CartCommands {
  /** Applies this device's changes and returns the whole cart. Without changes it only reads. */
  'save-cart': { input: { changes: CartChangeInput[] }; output: CartResult }
}

export interface CartChangeInput {
  product_id: string
  /** See domain/cart/cart-changes.ts: `set` (0 removes the line), `merge` or `add`. */
  how: 'set' | 'merge' | 'add'
  quantity: number
  /** The unit price that the user saw. */
  seen_kobo: number
  /** Age of the change, by the clock of the device that made it. */
  age_ms: number
}

interface CartResult {
  /** Oldest first. */
  lines: {
    product_id: string
    quantity: number
    seen_kobo: number
    name: string
    unit: string
    image_url: string | null
  }[]
  /** Ids of products that do not exist or did not fit in the cart; their lines stay on the device. */
  left_out: string[]
}
