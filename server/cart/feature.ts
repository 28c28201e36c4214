import type { CartCommands } from '#api/commands/cart.ts'
import type { Feature } from '#server/feature.ts'
import { deleteOldCarts } from './delete-old-carts.ts'
import { saveCart } from './save-cart.ts'

export const cart: Feature<CartCommands> = {
  commands: {
    'save-cart': saveCart,
  },
  deleteOldRows: deleteOldCarts,
}
