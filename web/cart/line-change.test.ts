import { describe, expect, it } from 'vitest'
import { createApi } from '#api/api.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { readCurrentProducts } from './current-products.ts'
import { lineChange } from './line-change.ts'

const id = '0b0f6b0e-6a53-4c7e-9a34-0d1f6c1b2a3d'
const item = { productId: id, name: 'Ofada rice', price: 68000.5, quantity: 2, unit: 'bag', image: '' }
const product = {
  id,
  name: 'Ofada rice',
  base_price: 68000.5,
  unit: 'bag',
  image_url: null,
  min_quantity: 2,
  max_quantity: 6,
  available_quantity: 10,
  share_date: '2026-03-14',
  paused_until: null,
  shop: 'Bodija Grain House, Ibadan',
  vendorId: 'v1',
  ways: { id: 'v1', city: 'Ibadan', state: 'Oyo', places: [], zones: [] },
  cheaperBuy: null,
  least_kg_per_unit: null,
  most_kg_per_unit: null,
}
const today = '2026-03-10'

describe('what has changed since a line was added to the cart', () => {
  it('is null while nothing has changed', () => {
    expect(lineChange(item, product, today)).toBeNull()
    expect(lineChange(item, { ...product, share_date: null, max_quantity: null }, today)).toBeNull()
  })

  it('is a new price, which does not block the order', () => {
    expect(lineChange(item, { ...product, base_price: 70000 }, today)).toEqual({ problem: null, newPrice: 70000 })
  })

  it.each([
    [item, undefined, 'No longer on sale. Please remove it.'],
    [item, { ...product, share_date: '2026-03-09' }, /^Between sharing days/],
    [item, { ...product, available_quantity: 1 }, 'Sold out for now.'],
    [{ ...item, quantity: 1 }, product, 'The vendor sells at least 2 bags.'],
    [{ ...item, quantity: 7 }, product, 'The vendor sells at most 6 bags to one person.'],
    [{ ...item, quantity: 5 }, { ...product, available_quantity: 4 }, 'Only 4 bags left.'],
  ])('is a reason that blocks the order', (line, current, text) => {
    const change = lineChange(line, current, today)
    expect(change?.newPrice).toBeNull()
    expect(formatInEnglish(change?.problem ?? '')).toMatch(text)
  })
})

describe('reading the cart’s products', () => {
  const apiReturning = (status: number, body: unknown, requests: string[] = []) =>
    createApi({
      origin: 'http://market.test',
      publishableKey: 'key',
      accessToken: () => null,
      fetch: async (input) => {
        requests.push(decodeURIComponent(String(input)))
        return Response.json(body, { status })
      },
    })

  it('requests valid ids only, and sends nothing without one', async () => {
    const requests: string[] = []
    const { shop: _, vendorId, ways: __, cheaperBuy: ___, ...row } = product
    const vendor = { id: vendorId, business_name: 'Bodija Grain House', state: 'Oyo', paused_until: null }
    const api = apiReturning(200, [{ ...row, vendor_location: 'Ibadan', vendor, buys: [] }], requests)
    expect([...(await readCurrentProducts(api, ['p', id]))]).toEqual([[id, product]])
    expect(requests[0]).toContain(`id=in.(${id})`)
    expect(requests.slice(1).join()).toContain('and(vendor_id.is.null,state.in.("Oyo"))')
    const sent = requests.length
    expect((await readCurrentProducts(api, ['p'])).size).toBe(0)
    expect(requests).toHaveLength(sent)
  })

  it('throws if they cannot be read, so that no product is reported as gone', async () => {
    await expect(readCurrentProducts(apiReturning(400, { message: 'no' }), [id])).rejects.toThrow()
  })
})
