import { afterAll, beforeAll, expect, test } from 'vitest'
import { movedBy } from '#database/tests/moved-by.ts'
import { unitsOf } from '#database/tests/units.ts'
import { openTarget, type Target } from './open-target.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target?.close())

test('a publication that is sent again takes its units once, however the retry asks to be merged', async () => {
  const vendor = await target.signIn({ role: 'vendor' })
  const written = async (cause: string, sql: string, values: unknown[]): Promise<string> =>
    (await movedBy(target.owner, cause, sql, values)).rows[0].id
  const shop = await written(
    'vendor',
    `insert into public.vendors (owner_id, business_name, location, state) values ($1, 'Bola Foods', 'Mile 12', 'Lagos') returning id`,
    [vendor.id],
  )
  await written('manager', `update public.vendors set status = 'active' where id = $1 returning id`, [shop])
  const product = await written(
    'vendor',
    `insert into public.products (vendor_id, name, category, base_price, unit, available_quantity, share_date)
     values ($1, 'Ofada rice', 'grains', 1000, 'bag', 300, (now() at time zone 'Africa/Lagos')::date + 20) returning id`,
    [shop],
  )
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
      await target.ask(`/rest/v1/group_buys${query}`, {
        method: 'POST',
        token: vendor.token,
        headers: { prefer },
        body,
      })
    ).status

  expect(await publish('', 'return=minimal')).toBe(201)
  const before = await unitsOf(target.owner)
  for (const prefer of ['resolution=ignore-duplicates', 'resolution=merge-duplicates', 'return=minimal']) {
    expect(await publish('?on_conflict=id', prefer)).toBe(400)
  }
  expect(await publish('', 'return=minimal')).toBe(409)
  expect(await unitsOf(target.owner)).toEqual(before)
  expect(before).toEqual({ [product]: 300 })
  const { rows } = await target.owner.query('select available_quantity from public.products')
  expect(rows).toEqual([{ available_quantity: 250 }])
})
