import { afterAll, beforeAll, expect, test } from 'vitest'
import { countUnits } from '#database/tests/setup/count-units.ts'
import { openShop } from '../market-to-attack.ts'
import { openTarget, type Target } from '../open-target.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target?.close())

test('a repeated publication takes its units once, with each conflict option of the retry', async () => {
  const { vendor, productId: product } = await openShop(target, { units: 300 })
  const body = JSON.stringify({
    id: crypto.randomUUID(),
    product_id: product,
    status: 'active',
    target_quantity: 50,
    min_participants: 5,
    end_date: new Date(Date.now() + 10 * 86_400_000),
  })
  const publish = async (query: string, prefer: string) =>
    (
      await target.request(`/rest/v1/group_buys${query}`, {
        method: 'POST',
        token: vendor.token,
        headers: { prefer },
        body,
      })
    ).status

  expect(await publish('', 'return=minimal')).toBe(201)
  const before = await countUnits(target.owner)
  for (const prefer of ['resolution=ignore-duplicates', 'resolution=merge-duplicates', 'return=minimal']) {
    expect(await publish('?on_conflict=id', prefer)).toBe(400)
  }
  expect(await publish('', 'return=minimal')).toBe(409)
  expect(await countUnits(target.owner)).toEqual(before)
  expect(before).toEqual({ [product]: 300 })
  const { rows } = await target.owner.query('select available_quantity from public.products')
  expect(rows).toEqual([{ available_quantity: 250 }])
})
