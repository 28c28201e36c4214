import { demoId, personId } from '../ids.ts'
import type { Order } from '../model.ts'
import { type Person, REFERRER_KEYS } from '../people.ts'
import type { SeedRow } from '../rows.ts'
import type { BulkOrder } from './bulk-orders.ts'

/** PEPS credited to a person, in kobo: referral rewards, and price differences of own orders. */
interface Income {
  personId: string
  at: Date
  kobo: number
}

/**
 * Sets the PEPS that a few people spend on a bulk order, never more than they had earned by then. The ledger computes
 * the balances.
 */
export function spendPeps(orders: readonly Order[], bulkOrders: readonly BulkOrder[]): void {
  const incomes = [...orders, ...bulkOrders].flatMap(orderIncomes)
  const spenders = new Set<string>()
  const latestFirst = bulkOrders
    .filter(({ status }) => ['paid', 'ready', 'completed'].includes(status))
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  for (const order of latestFirst) {
    if (spenders.size >= 8 || spenders.has(order.person.id)) continue
    const earned = sum(incomes.filter(({ personId, at }) => personId === order.person.id && at < order.createdAt))
    const spent = Math.floor(Math.min(earned * 0.6, order.total * 50) / 10_000) * 10_000
    if (spent < 50_000) continue
    order.pepsKobo = spent
    spenders.add(order.person.id)
  }
}

function orderIncomes(order: Order | BulkOrder): Income[] {
  const { settledAt } = order
  const referrer = REFERRER_KEYS.get(order.person.key)
  if (!settledAt) return []
  return [
    ...(referrer ? [{ personId: personId(referrer), at: settledAt, kobo: Number(order.referralKobo) }] : []),
    ...(order.returnedKobo > 0n
      ? [{ personId: order.person.id, at: settledAt, kobo: Number(order.returnedKobo) }]
      : []),
  ]
}

function sum(incomes: readonly Income[]): number {
  return incomes.reduce((total, { kobo }) => total + kobo, 0)
}

/** A referral is successful from the first settled order of the referred person on. */
export function referralRows(people: readonly Person[], settled: readonly (Order | BulkOrder)[]): SeedRow[] {
  return people.flatMap((person) => {
    const referrer = REFERRER_KEYS.get(person.key)
    if (!referrer) return []
    const times = settled.flatMap((order) =>
      order.person.id === person.id && order.settledAt ? [order.settledAt.getTime()] : [],
    )
    return [
      {
        id: demoId('referral', person.key),
        referrer_id: personId(referrer),
        referred_id: person.id,
        created_at: person.joinedAt,
        settled_at: times.length > 0 ? new Date(Math.min(...times)) : null,
      },
    ]
  })
}
