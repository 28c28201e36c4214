import { expect, it } from 'vitest'
import { createApi } from '#api/api.ts'
import { joinPath } from '#domain/group-buys/participants/join-path.ts'
import { joinAfterSignIn } from './join-after-sign-in.ts'
import { readJoinPurpose } from './join-purpose.ts'

const ID = '0b7c1f0a-8a51-4f0e-9a6b-1d2c3e4f5a6b'
const BUY = {
  id: ID,
  product_name: 'Goat',
  unit: 'piece',
  status: 'active',
  end_date: '2999-01-01T00:00:00Z',
  base_price: 64_600,
  price_tiers: '[]',
  min_participants: 2,
  max_participants: null,
  min_quantity: 1,
  max_quantity: 4,
  target_quantity: 40,
  current_quantity: 0,
  current_participants: 0,
  locked_participants: 0,
  buyer_fee_bps: 250,
  vendor: { id: 'v1', status: 'active' },
}

/** An Api whose server knows one buy, and answers joins as told. */
function market({ buy = BUY, status = 200, answer = { order: { id: 'o1' } } as object } = {}) {
  const joins: { key: string | null; input: unknown }[] = []
  const api = createApi({
    origin: 'https://market.test',
    publishableKey: 'key',
    accessToken: () => 'token',
    async fetch(address, { headers, body } = {}) {
      if (String(address).includes('/buyer_areas')) return Response.json([])
      if (!String(address).includes('/functions/v1/')) return Response.json([buy])
      joins.push({ key: new Headers(headers).get('idempotency-key'), input: JSON.parse(String(body)) })
      return Response.json(answer, { status })
    },
  })
  return { api, joins }
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const next = joinPath(ID, 1)
// ₦64,600 and the fee of 2.5%.
const form = formOf({ join_key: 'k1', join_most_kobo: '6621500' })

it('names the buy and the most it can cost', async () => {
  const purpose = await readJoinPurpose(market().api, { buyId: ID, quantity: 1 }, '2026-01-01T00:00:00Z')
  expect(purpose).toMatchObject({ product: 'Goat', mostKobo: 6_621_500 })
})

it('joins once, as a first order, and leads to paying', async () => {
  const { api, joins } = market()
  expect(await joinAfterSignIn(api, { form, next, chosenState: null })).toBe('/account/pay?order=o1')
  expect(joins).toEqual([{ key: 'k1', input: { group_buy_id: ID, quantity: 1, own_quantity: 0 } }])
})

it('joins nothing without the fields of our form, or on a path that names no buy', async () => {
  const { api, joins } = market()
  expect(await joinAfterSignIn(api, { form: formOf({}), next, chosenState: null })).toBeNull()
  for (const path of [null, '/cart', `/group-buys/${ID}`]) {
    expect(await joinAfterSignIn(api, { form, next: path, chosenState: null })).toBeNull()
  }
  expect(joins).toEqual([])
})

it.each(['6621499', '', 'NaN'])('joins nothing that costs more than the form said: %j', async (most) => {
  const { api, joins } = market()
  const cheaper = formOf({ join_key: 'k1', join_most_kobo: most })
  expect(await joinAfterSignIn(api, { form: cheaper, next, chosenState: null })).toBe(`${next}&refused=price`)
  expect(joins).toEqual([])
})

it.each([
  ['has ended', { end_date: '2020-01-01T00:00:00Z' }],
  ['is full', { current_quantity: 40 }],
  ['is of a closed shop', { vendor: { id: 'v1', status: 'suspended' } }],
  ['allows less for one person', { max_quantity: 0 }],
])('leads to the page of a buy that %s', async (_, change) => {
  const { api, joins } = market({ buy: { ...BUY, ...change } })
  expect(await joinAfterSignIn(api, { form, next, chosenState: null })).toBe(next)
  expect(joins).toEqual([])
})

it('says why a join was refused, and asks for the second factor first', async () => {
  const refuse = (code: string, status: number) =>
    joinAfterSignIn(market({ status, answer: { code, message: 'No.' } }).api, { form, next, chosenState: null })
  expect(await refuse('own_shop', 403)).toBe(`${next}&refused=own_shop`)
  expect(await refuse('second_step_needed', 403)).toBeNull()
  expect(await refuse('sign_in_required', 401)).toBeNull()
})
