import { createHub } from '#server/testing/goods/places.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { bankEntry } from '#server/testing/money/amounts.ts'
import { type ActOf, count } from './act.ts'

/** Creates a place that took cash for goods it sold, and owes it. */
async function placeWithCash(market: TestMarket, kobo: number) {
  // Closed, so that no buyer of another test has to choose it.
  const place = await createHub(market, { closed_at: new Date(), closed_reason: 'It is being rebuilt' })
  const lines = [{ kind: 'cash_resale_handling', debit: place, amount_kobo: kobo }]
  await market.db.owner.query('select ledger.post($1, $2)', [crypto.randomUUID(), JSON.stringify(lines)])
  return place
}

/** Commands about amounts that staff type. */
export const actsOfAmounts = {
  async 'record-bank-deposit'(market: TestMarket) {
    const body = {
      pickup_point_id: await placeWithCash(market, 500_000),
      amount_kobo: 200_000,
      bank_entry: bankEntry(),
    }
    return {
      as: await market.person({ role: 'coordinator' }),
      body,
      other: { ...body, amount_kobo: 100 },
      effects: () =>
        count(market, `public.typed_amounts where pickup_point_id = $1 and status = 'done'`, [body.pickup_point_id]),
    }
  },
  async 'decide-amount'(market: TestMarket) {
    const place = await placeWithCash(market, 9_000_000)
    const entry = { pickup_point_id: place, amount_kobo: 9_000_000, bank_entry: bankEntry() }
    const as = await market.person({ role: 'coordinator' })
    const { body: entered } = await market.call('record-bank-deposit', entry, { as })
    const body = { amount_id: entered.amount_id, agree: true, note: 'It is on the statement' }
    return {
      as: await market.person({ role: 'coordinator' }),
      body,
      other: { ...body, agree: false },
      effects: () => count(market, `ledger.journals where key = $1`, [`banked:${entered.amount_id}`]),
    }
  },
} satisfies Record<string, ActOf>
