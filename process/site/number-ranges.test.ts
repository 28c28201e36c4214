import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config'
import { generateSigningKey } from '#platform/auth/sessions/tokens.ts'
import { signWebhook } from '#platform/payment-gateways/paystack-webhook.ts'
import { newPublishableKey, newSecretKey } from '#platform/secrets/site-keys.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import { auditFaults, type MoneyMarket, openMoneyMarket } from '#server/testing/money/money-market.ts'
import { type PaidOrder, paidOrders } from '#server/testing/money/paid-order.ts'
import { openSite } from './site.ts'

const keys = { publishable: newPublishableKey(), secret: newSecretKey() }
const signingKeys = { keys: [await generateSigningKey()] }
const { auth } = readConfig({})

let place: string
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'number-ranges-'))
})
afterAll(() => rm(place, { recursive: true, force: true }))

/** Starts a site on its database with this `CELL`. */
async function start({ market }: MoneyMarket, cell: number | null) {
  const at = market.db.ownerConnectionString
  const site = openSite({
    config: { mode: 'production', dataDir: join(place, new URL(at).pathname), fileBucket: null, auth, cell },
    keys,
    signingKeys,
  })
  await site.check(at)
  await site.remember(at)
}

const numbersOf = async ({ market }: MoneyMarket) => {
  const orders = await market.db.owner.query('select order_no::integer as no from public.orders order by order_no')
  const documents = await market.db.owner.query<{ number: string }>(
    'select number from public.documents order by number',
  )
  return { orders: orders.rows.map(({ no }) => no), documents: documents.rows.map(({ number }) => number) }
}

test("two cells with the same shops share no number, and neither touches the other one's payments", async () => {
  const [one, two] = [await openMoneyMarket({ cell: 1 }), await openMoneyMarket({ cell: 20 })]
  try {
    await start(one, 1)
    await start(two, 20)
    const paid: PaidOrder[][] = []
    for (const cell of [one, two])
      paid.push([await paidOrders(cell.market, cell)(), await paidOrders(cell.market, cell)()])
    // Again, as on each start.
    await start(one, 1)
    paid[0]?.push(await paidOrders(one.market, one)())

    const [first, second] = [await numbersOf(one), await numbersOf(two)]
    expect(first.orders).toEqual([100_010_001, 100_010_002, 100_010_003])
    expect(second.orders).toEqual([2_000_010_001, 2_000_010_002])
    const year = new Date().getFullYear()
    expect(first.documents.slice(0, 2)).toEqual([`RC-${year}-100000001`, `RC-${year}-100000002`])
    expect(second.documents).toEqual([`RC-${year}-2000000001`, `RC-${year}-2000000002`])
    // A combined list.
    const all = [...first.orders, ...second.orders, ...first.documents, ...second.documents]
    expect(new Set(all).size).toBe(all.length)
    const { no } = await one.market.row<{ no: string }>(`select nextval('public.claim_numbers')::text as no`)
    expect(no).toBe('100001001')

    const foreign = paid[1]?.[0]?.reference ?? ''
    expect(foreign).toMatch(/^AJ20-/)
    for (const name of ['charge.success', 'charge.dispute.create', 'refund.processed']) {
      expect(await deliver(one, name, foreign)).toEqual({ status: 200, message: 'For another market' })
    }
    await processPayments(one.deps)
    expect(await countRecords(one, foreign)).toEqual({ events: 0, differences: 0, mails: 0 })
    // Its own site processes the same webhook.
    await two.market.person({ role: 'chief' })
    expect(await deliver(two, 'charge.dispute.create', foreign)).toEqual({ status: 200, message: 'Noted' })
    await processPayments(two.deps)
    expect(await countRecords(two, foreign)).toEqual({ events: 1, differences: 1, mails: 1 })
    for (const { market } of [one, two]) expect(await auditFaults(market)).toEqual([])

    await expect(start(one, 20)).rejects.toThrow('Set CELL=1')
    await expect(start(one, null)).rejects.toThrow('numbers of this database begin with 1')
  } finally {
    await Promise.all([one.market.close(), two.market.close()])
  }
})

test('an existing market continues in its cell, and keeps the numbers it has given out', async () => {
  const money = await openMoneyMarket()
  try {
    await start(money, null)
    const order = paidOrders(money.market, money)
    expect((await order()).reference).toMatch(/^AJ-/)
    expect((await numbersOf(money)).orders).toEqual([10_001])
    await start(money, 7)
    await order()
    expect((await numbersOf(money)).orders).toEqual([10_001, 700_010_001])
  } finally {
    await money.market.close()
  }
})

async function deliver({ routes }: MoneyMarket, event: string, reference: string) {
  const body = JSON.stringify({ event, data: { id: crypto.randomUUID(), reference } })
  const headers = { 'x-paystack-signature': signWebhook('sk_test_play', new TextEncoder().encode(body)) }
  const response = await routes.fetch(
    new Request('https://market.test/webhooks/paystack', { method: 'POST', body, headers }),
  )
  return { status: response.status, ...((await response.json()) as { message: string }) }
}

const countRecords = ({ market }: MoneyMarket, reference: string) =>
  market.row(
    `select (select count(*)::integer from public.gateway_events where reference = $1 and name like '%dispute%') as events,
       (select count(*)::integer from public.book_differences where reference = $1) as differences,
       (select count(*)::integer from mail.messages where kind = 'chargeback') as mails`,
    [reference],
  )
