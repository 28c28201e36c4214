import type { TestMarket } from '../market.ts'

/** Helpers for products in stock and carts with one unit of each product, at ₦1,000. */
export function createShelves(market: Pick<TestMarket, 'shop' | 'product' | 'person' | 'call' | 'row' | 'stockOf'>) {
  const cart = (ids: readonly string[]) => ({
    lines: ids.map((id) => ({ product_id: id, quantity: 1, unit_price_kobo: 100_000 })),
    expected_kobo: 102_500 * ids.length,
  })
  return {
    cart,
    people: (count: number) => Promise.all(Array.from({ length: count }, () => market.person())),
    /** Creates a product in its own shop. */
    async shelf(stock: number) {
      const { vendorId } = await market.shop()
      return { id: await market.product(vendorId, { available_quantity: stock, base_price: 1000 }), vendorId }
    },
    order: (as: string, ids: readonly string[]) => market.call('order-cart', cart(ids), { as }),
    stockOf: market.stockOf,
    sold: async (id: string) =>
      (
        await market.row<{ n: number }>(
          `select coalesce(sum(l.quantity), 0)::integer as n from public.order_lines l join public.orders o on o.id = l.order_id where product_id = $1 and is_live`,
          [id],
        )
      ).n,
  }
}
