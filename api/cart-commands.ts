/** The cart of a signed-in person, which follows them from device to device. */
export interface CartCommands {
  /** Sends what changed here, and answers with the whole cart as it is then. Without changes it only reads. */
  'save-cart': { input: { changes: CartChangeInput[] }; output: CartResult }
}

export interface CartChangeInput {
  product_id: string
  /** As domain/cart/deciding.ts has it: `set` (0 removes), `merge` or `add`. */
  how: 'set' | 'merge' | 'add'
  quantity: number
  /** The unit price that the person saw. */
  seen_kobo: number
  /** How long ago it was changed, by the clock of the device that changed it. */
  age_ms: number
}

interface CartResult {
  /** In the order in which they came into the cart. */
  lines: {
    product_id: string
    quantity: number
    seen_kobo: number
    name: string
    unit: string
    image_url: string | null
  }[]
  /** What there was no room for, or is no product: it stays on the device that has it. */
  left_out: string[]
}
