import { checkFields, naira, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { nairaToKobo } from '#domain/money.ts'
import { MAX_PRICE_KOBO, MAX_UNITS } from '#domain/products/product-draft.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { lockOwnProducts, ofOwnProducts } from './own-products.ts'

const stock = (label: string) => wholeNumber({ label, min: 0, max: MAX_UNITS })
const price = (label: string) => naira({ label, maxKobo: MAX_PRICE_KOBO })

/**
 * A vendor sets the stock and the price of one product. Only what differs from what the form showed is written, and
 * only if that is still stored: an order may have taken units meanwhile.
 */
export const setStock: Command<'set-stock'> = {
  name: 'set-stock',
  who: 'signed-in',
  personal: true,
  limit: { tries: 120, ...PER_MINUTE },
  fields: ['product_id', 'available_quantity', 'base_price', 'seen_quantity', 'seen_price'],
  check: (raw) =>
    checkFields(raw, {
      product_id: uuid('Product'),
      available_quantity: stock('Available quantity'),
      base_price: price('Price'),
      seen_quantity: stock('The quantity that was shown'),
      seen_price: price('The price that was shown'),
    }),
  async run({ input, caller, tx }) {
    const products = await lockOwnProducts(tx, { userId: caller.userId, ids: [input.product_id] })
    if (isRefusal(products)) return products
    const [stored] = products
    if (!stored || stored.archived_at !== null) return refuse('product_not_found')
    const isNewStock = input.available_quantity !== input.seen_quantity
    const isNewPrice = nairaToKobo(input.base_price) !== nairaToKobo(input.seen_price)
    const isStockMoved =
      isNewStock && ![input.seen_quantity, input.available_quantity].includes(stored.available_quantity)
    const storedKobo = nairaToKobo(stored.base_price)
    const isPriceMoved =
      isNewPrice && ![input.seen_price, input.base_price].some((one) => nairaToKobo(one) === storedKobo)
    if (isStockMoved || isPriceMoved) {
      const { available_quantity, base_price } = stored
      return refuse('product_changed', { details: { available_quantity, base_price } })
    }
    const { rows } = await tx.query<{ available_quantity: number; base_price: string }>(
      `update public.products set available_quantity = case when $2 then $3 else available_quantity end,
         base_price = case when $4 then $5::numeric else base_price end
       where id = $1 returning available_quantity, base_price`,
      [input.product_id, isNewStock, input.available_quantity, isNewPrice, input.base_price],
    )
    return rows[0] ?? refuse('product_not_found')
  },
}

/** A vendor sets the stock of products to nothing. */
export const setOutOfStock: Command<'set-out-of-stock'> = {
  name: 'set-out-of-stock',
  ...ofOwnProducts,
  async run({ input, caller, tx }) {
    const products = await lockOwnProducts(tx, { userId: caller.userId, ids: input.product_ids })
    if (isRefusal(products)) return products
    await tx.query(
      'update public.products set available_quantity = 0 where id = any ($1::uuid[]) and available_quantity > 0',
      [input.product_ids],
    )
    return { emptied: products.length }
  },
}
