import type { TestMarket } from '#server/testing/market.ts'
import { type ActOf, audits, count } from './act.ts'

async function ownProduct(market: TestMarket) {
  const { vendorId, ownerId } = await market.shop()
  const [product, other] = [await market.product(vendorId), await market.product(vendorId)]
  return { as: ownerId, product, body: { product_ids: [product] }, other: { product_ids: [other] } }
}

const productFile = (name: string) =>
  Buffer.from(`Name,Category,Unit,Base price,Available quantity\n${name},Grains,bag,5000,3\n`).toString('base64')

export const actsOfProducts = {
  async 'archive-products'(market: TestMarket) {
    const { product, ...act } = await ownProduct(market)
    return { ...act, effects: () => audits(market, product) }
  },
  async 'restore-products'(market: TestMarket) {
    const { product, ...act } = await ownProduct(market)
    await market.call('archive-products', act.body, { as: act.as })
    return {
      ...act,
      effects: () => count(market, `public.audit_log where subject_id = $1 and action = 'product.restore'`, [product]),
    }
  },
  async 'pause-products'(market: TestMarket) {
    const { product, as, body, other } = await ownProduct(market)
    const until = new Date(Date.now() + 86_400_000).toISOString()
    return {
      as,
      body: { ...body, until },
      other: { ...other, until },
      effects: () => count(market, 'public.products where id = $1 and paused_until is not null', [product]),
    }
  },
  async 'set-stock'(market: TestMarket) {
    const { product, as } = await ownProduct(market)
    const seen = await market.row<{ seen_quantity: number; seen_price: string }>(
      'select available_quantity as seen_quantity, base_price as seen_price from public.products where id = $1',
      [product],
    )
    const body = { product_id: product, available_quantity: 7, base_price: seen.seen_price, ...seen }
    return {
      as,
      body,
      other: { ...body, available_quantity: 8 },
      effects: () => count(market, 'public.products where id = $1 and available_quantity = 7', [product]),
    }
  },
  async 'set-out-of-stock'(market: TestMarket) {
    const { product, ...act } = await ownProduct(market)
    return {
      ...act,
      effects: () => count(market, 'public.products where id = $1 and available_quantity = 0', [product]),
    }
  },
  async 'prepare-product-import'(market: TestMarket) {
    const { as } = await ownProduct(market)
    const body = { file_name: 'list.csv', file: productFile('Beans') }
    return {
      as,
      body,
      other: { ...body, file: productFile('Yam') },
      effects: () =>
        count(market, 'public.product_imports i join public.vendors v on v.id = i.vendor_id where v.owner_id = $1', [
          as,
        ]),
    }
  },
  async 'start-product-import'(market: TestMarket) {
    const { as } = await ownProduct(market)
    const prepare = async (name: string) =>
      (await market.call('prepare-product-import', { file_name: 'list.csv', file: productFile(name) }, { as })).body
        .import_id
    const import_id = await prepare('Beans')
    return {
      as,
      body: { import_id },
      other: { import_id: await prepare('Yam') },
      effects: () =>
        count(market, `jobs.queue where task = 'import-products' and payload ->> 'import_id' = $1`, [import_id]),
    }
  },
} satisfies Record<string, ActOf>
