import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditMarket } from '#database/audit/market.ts'
import { openBuy } from '../market-to-attack.ts'
import { openTarget, type Person, type Target } from '../open-target.ts'

let target: Target
let people: Person[]
beforeAll(async () => {
  target = await openTarget()
  people = await Promise.all(Array.from({ length: 6 }, () => target.signIn()))
})
afterAll(() => target.close())

test('joins concurrent with a removal of the tiers get terms that the buy really has', async () => {
  const seen = new Set<string>()
  for (let round = 0; round < 12; round++) {
    const { id, vendor } = await openBuy(target)
    const answers = await Promise.all([
      ...people.slice(0, 3).map(({ token }) => join(id, token)),
      target.request(`/rest/v1/group_buys?id=eq.${id}`, {
        method: 'PATCH',
        token: vendor.token,
        headers: { prefer: 'return=representation' },
        body: JSON.stringify({ price_tiers: '[]' }),
      }),
      ...people.slice(3).map(({ token }) => join(id, token)),
    ])
    for (const { status } of answers) seen.add(String(status))
    const { rows } = await target.owner.query(
      `select o.unit_price, o.ceiling_unit_price, g.price_tiers from public.orders o join public.group_buys g on g.id = o.group_buy_id
       where g.id = $1 and (o.terms_version <> g.terms_version or o.ceiling_unit_price <> case when g.price_tiers = '[]' then 1000 else 400 end)`,
      [id],
    )
    expect(rows).toEqual([])
    await Promise.all(answers.map((answer) => answer.body?.cancel()))
    // Keeps each buyer below the limit of unpaid orders.
    await leaveAll()
  }
  expect([...seen].filter((status) => Number(status) >= 500)).toEqual([])
  expect(await auditMarket(target.owner)).toEqual([])
})

const join = (id: string, token: string) =>
  target.request('/functions/v1/join-group-buy', {
    method: 'POST',
    token,
    body: JSON.stringify({ group_buy_id: id, quantity: 1 }),
  })

async function leaveAll(): Promise<void> {
  for (const person of people) {
    const { rows } = await target.owner.query<{ id: string }>(
      `select id from public.orders where user_id = $1 and status = 'pending'`,
      [person.id],
    )
    for (const { id } of rows) {
      const body = JSON.stringify({ order_id: id })
      await target.request('/functions/v1/leave-group-buy', { method: 'POST', token: person.token, body })
    }
  }
}
