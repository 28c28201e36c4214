import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import { endDispute, openDispute } from '#platform/payment-gateways/local/dispute-calls.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { releaseHandOver } from '#server/hand-overs/release-hand-over.ts'
import { releaseHandOvers } from '#server/hand-overs/release-hand-overs.ts'
import { CLOCK } from '#server/identities.ts'
import type { PaymentDeps } from '#server/payments/confirm-payment.ts'
import { watchDisputes } from '#server/payments/reversals/watch-disputes.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import { endClaimTime } from '#server/testing/goods/hand-over.ts'
import { handedOverSale, type Sale } from '#server/testing/goods/handed-over-sale.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { auditFaults, openMoneyMarket, readBalanceKobo } from '#server/testing/money/money-market.ts'
import { paidOrders } from '#server/testing/money/paid-order.ts'

// A buyer takes the goods and has their bank open a chargeback before the vendor is paid.

let market: TestMarket
let play: LocalGateway
let deps: PaymentDeps
let paid: ReturnType<typeof paidOrders>
let handedOver: () => Promise<Sale>
beforeAll(async () => {
  ;({ market, play, deps } = await openMoneyMarket())
  paid = paidOrders(market, { play, deps })
  handedOver = () => handedOverSale(market, { deps, paid })
  await market.person({ role: 'chief' })
})
afterAll(() => market?.close())

const sql = (text: string, values: unknown[] = []) => market.db.owner.query(text, values)

const earned = ({ vendorId }: Sale) => readBalanceKobo(market, 'vendor', vendorId)
const statusOf = async ({ orderId }: Sale) =>
  (await market.row<{ status: string }>('select status from public.orders where id = $1', [orderId])).status
const release = async (sale: Sale) => {
  await endClaimTime(market, sale.orderId)
  await releaseHandOvers(market.db.database)
}
/** Receives and processes the gateway's events. */
const hear = async () => {
  await play.advance()
  await processPayments(deps)
}

test('an open dispute holds the release, also in the database; once won, it is released', async () => {
  const sale = await handedOver()
  await openDispute(market.db.database, sale.reference)
  await hear()
  await release(sale)
  expect(await earned(sale)).toBe(0n)
  const { id } = await market.row<{ id: string }>('select id from public.hand_overs where order_id = $1', [
    sale.orderId,
  ])
  expect(await market.db.database.as(CLOCK, (tx) => releaseHandOver(tx, id))).toBe(false)
  const forced = sql(
    `update public.hand_overs set released_at = clock_timestamp(), released_kobo = 1 where order_id = $1`,
    [sale.orderId],
  )
  await expect(forced).rejects.toMatchObject({ code: 'PT409' })
  await endDispute(market.db.database, sale.reference, 'declined')
  await hear()
  await release(sale)
  expect(await earned(sale)).toBeGreaterThan(0n)
  expect(await statusOf(sale)).toBe('completed')
  expect(await market.row('select status from public.disputes')).toEqual({ status: 'won' })
  expect(await auditFaults(market)).toEqual([])
})

test('a lost dispute is paid by the shop out of these goods, and costs the market its fees alone', async () => {
  const loss = await readBalanceKobo(market, 'loss')
  const sale = await handedOver()
  await openDispute(market.db.database, sale.reference)
  await hear()
  await endDispute(market.db.database, sale.reference, 'merchant-accepted')
  await hear()
  await hear()
  await release(sale)
  expect(await earned(sale)).toBe(0n)
  const { passed_on_kobo: passedOn } = await market.row<{ passed_on_kobo: bigint }>(
    'select passed_on_kobo from public.passed_on_chargebacks where order_id = $1',
    [sale.orderId],
  )
  expect(passedOn).toBeGreaterThan(0n)
  expect(await readBalanceKobo(market, 'loss')).toBe(loss - sale.amountKobo + passedOn)
  expect(await statusOf(sale)).toBe('completed')
  expect(await auditFaults(market)).toEqual([])
})

test('a dispute without a webhook is found by polling', async () => {
  const sale = await handedOver()
  await openDispute(market.db.database, sale.reference)
  await sql('update local_gateway.events set delivered_at = now()')
  expect(await watchDisputes(deps)).toEqual([])
  await release(sale)
  expect(await earned(sale)).toBe(0n)
  await endDispute(market.db.database, sale.reference, 'declined')
  await sql('update local_gateway.events set delivered_at = now()')
  await sql('update public.disputes set next_check_at = now() where next_check_at is not null')
  expect(await watchDisputes(deps)).toEqual([])
  await release(sale)
  expect(await earned(sale)).toBeGreaterThan(0n)
})

test('a dispute about a part costs that part, and the order goes on', async () => {
  const loss = await readBalanceKobo(market, 'loss')
  const one = await paid()
  await openDispute(market.db.database, one.reference, 10_000n)
  await hear()
  await endDispute(market.db.database, one.reference, 'merchant-accepted')
  await hear()
  expect(await readBalanceKobo(market, 'loss')).toBe(loss - 10_000n)
  expect(await market.row('select status from public.orders where id = $1', [one.orderId])).toEqual({ status: 'paid' })
  expect(await auditFaults(market)).toEqual([])
})

test('the audit finds a release beside an open dispute, and a chargeback that no shop paid', async () => {
  const sale = await handedOver()
  await openDispute(market.db.database, sale.reference)
  await hear()
  await endClaimTime(market, sale.orderId)
  await sql('alter table public.hand_overs disable trigger hold_disputed_money')
  await sql(`update public.hand_overs set released_at = clock_timestamp(), released_kobo = 0 where order_id = $1`, [
    sale.orderId,
  ])
  await sql('alter table public.hand_overs enable trigger hold_disputed_money')
  const rules = async () => (await auditLedger(market.db.owner)).map(({ rule }) => rule)
  expect(await rules()).toContain('L24 disputed')
  await sql('update public.passed_on_chargebacks set passed_on_kobo = passed_on_kobo - 1')
  expect(await rules()).toContain('L24 chargeback')
})
