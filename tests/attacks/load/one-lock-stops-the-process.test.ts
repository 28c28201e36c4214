import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTarget, type Person, type Target } from '../open-target.ts'

const JOINS = 12

interface LockedBuy {
  id: string
  /** The minimum quantity of a join. */
  quantity: number
}

let target: Target
let people: Person[]
beforeAll(async () => {
  target = await openTarget({ SEED: 'demo' })
  people = []
  for (let count = 0; count < JOINS; count++) people.push(await target.signIn())
})
afterAll(() => target.close())

function join(person: Person, { id, quantity }: LockedBuy): Promise<Response> {
  return target.request('/functions/v1/join-group-buy', {
    method: 'POST',
    token: person.token,
    headers: { 'idempotency-key': person.id },
    body: JSON.stringify({ group_buy_id: id, quantity }),
  })
}

/** The status of each other request made meanwhile. */
async function everythingElse(buyId: string): Promise<Record<string, number>> {
  const [someone] = people
  const { email = '', password = '', token = '' } = someone ?? {}
  const signIn = { method: 'POST', body: JSON.stringify({ email, password }) }
  const requested: Record<string, Promise<Response>> = {
    home: target.request('/'),
    products: target.request('/products'),
    'the buy': target.request(`/group-buys/${buyId}`),
    'a sign-in': target.request('/auth/v1/token?grant_type=password', signIn),
    "a visitor's read": target.request('/rest/v1/group_buys?select=id'),
    'a signed-in read': target.request('/rest/v1/orders?select=id', { token }),
    ready: target.request('/readyz'),
  }
  const answered = Object.entries(requested).map(async ([name, answer]) => [name, (await answer).status])
  return Object.fromEntries(await Promise.all(answered))
}

test('a locked buy and 12 joins to it block no other request, and each join is answered', async () => {
  const { rows } = await target.owner.query<LockedBuy>(
    `select g.id, p.min_quantity as quantity from public.group_buys g join public.products p on p.id = g.product_id
     where g.status = 'active' and g.end_date > now() order by g.end_date desc limit 1`,
  )
  const [buy] = rows
  if (!buy) throw new Error('The demo has no open buy')
  const holder = await target.owner.connect()
  try {
    await holder.query('begin')
    await holder.query('select from public.group_buys where id = $1 for update', [buy.id])
    const joins = people.map((person) => join(person, buy))
    const meanwhile = await everythingElse(buy.id)
    expect(new Set(Object.values(meanwhile)), JSON.stringify(meanwhile)).toEqual(new Set([200]))
    for (const answer of await Promise.all(joins)) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      expect(await answer.json()).toEqual({
        code: 'busy',
        message: 'The market is very busy at the moment. Nothing was changed; please try again shortly.',
      })
    }
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  // Nothing was stored, so a retry with the same key succeeds.
  const [first] = people
  if (first) expect((await join(first, buy)).status).toBe(200)
})
