import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditMarket } from '#database/audit/market.ts'
import { openBuy } from '../market-to-attack.ts'
import { openTarget, type Person, type Target } from '../open-target.ts'

let target: Target
let people: Person[]
beforeAll(async () => {
  target = await openTarget()
  people = await Promise.all(Array.from({ length: 16 }, () => target.signIn()))
  // With earlier orders, so that the limits of unpaid orders are not reached.
  await target.owner.query('insert into public.verified_accounts (profile_id) select unnest($1::uuid[])', [
    people.map(({ id }) => id),
  ])
})
afterAll(() => target.close())

const post = (path: string, { token }: Person, body: unknown) =>
  target.request(path, {
    method: 'POST',
    token,
    body: JSON.stringify(body),
    headers: { prefer: 'return=representation' },
  })

test('concurrent leaving and joining by the same people never fails with a 500', async () => {
  const statuses = new Map<string, number>()
  const note = async (what: string, answered: Promise<Response>) => {
    const answer = await answered
    const body = await answer.text()
    const seen = `${what} ${answer.status}${answer.status >= 500 ? ` ${body}` : ''}`
    statuses.set(seen, (statuses.get(seen) ?? 0) + 1)
    return body
  }
  for (let run = 0; run < 8; run++) {
    const { id } = await openBuy(target)
    const orders = await Promise.all(
      people.map(async (person) => {
        const answer = await post('/functions/v1/join-group-buy', person, { group_buy_id: id, quantity: 1 })
        return (await answer.json()).order.id as string
      }),
    )
    await Promise.all(
      people.flatMap((person, index) => [
        note('leave', post('/functions/v1/leave-group-buy', person, { order_id: orders[index] })),
        note('join', post('/functions/v1/join-group-buy', person, { group_buy_id: id, quantity: 1 })),
        note('post', post('/rest/v1/orders', person, { group_buy_id: id, quantity: 1 })),
        note('leave', post('/functions/v1/leave-group-buy', person, { order_id: orders[index] })),
      ]),
    )
  }
  expect([...statuses].filter(([seen]) => / 5\d\d/.test(seen))).toEqual([])
  expect(await auditMarket(target.owner)).toEqual([])
})

test('all commands on a buy and its product at once, including its scheduled closing, never fail with a 500', async () => {
  const faults: string[] = []
  const sound = async (what: string, answered: Promise<Response>) => {
    const answer = await answered
    const body = await answer.text()
    if (answer.status >= 500) faults.push(`${what}: ${answer.status} ${body}`)
    return body
  }
  for (let run = 0; run < 6; run++) {
    const { id, productId, vendor } = await openBuy(target, { target_quantity: 100 })
    const write = (method: string, path: string, body: unknown) =>
      target.request(`/rest/v1/${path}`, { method, token: vendor.token, body: JSON.stringify(body) })
    const later = new Date(Date.now() + 9 * 86_400_000).toISOString()
    await Promise.all([
      ...people.flatMap((person) => [
        sound('join', post('/functions/v1/join-group-buy', person, { group_buy_id: id, quantity: 2 })).then((answer) =>
          sound('leave', post('/functions/v1/leave-group-buy', person, { order_id: JSON.parse(answer).order?.id })),
        ),
        sound('post', post('/rest/v1/orders', person, { group_buy_id: id, quantity: 1 })),
      ]),
      ...[0, 1, 2].flatMap((turn) => [
        sound('terms', write('PATCH', `group_buys?id=eq.${id}`, { target_quantity: 90 - turn })),
        sound(
          'publish',
          write('POST', 'group_buys', { product_id: productId, status: 'active', target_quantity: 5, end_date: later }),
        ),
        sound('stock', write('PATCH', `products?id=eq.${productId}`, { available_quantity: 500 + turn })),
        sound('shop', write('PATCH', `vendors?owner_id=eq.${vendor.id}`, { location: `Mile ${turn}` })),
        sound(
          'remove',
          target.request(`/rest/v1/products?id=eq.${productId}`, { method: 'DELETE', token: vendor.token }),
        ),
      ]),
      target.owner.query(
        `update public.group_buys set end_date = clock_timestamp() + interval '20 milliseconds' where product_id = $1`,
        [productId],
      ),
      sound(
        'cancel',
        post('/functions/v1/cancel-group-buy', vendor, { group_buy_id: id, reason: 'The lorry broke down' }),
      ),
    ])
  }
  expect(faults).toEqual([])
  const wrong = await auditMarket(target.owner)
  expect(wrong.filter(({ rule }) => rule !== 'L15 window')).toEqual([])
})
