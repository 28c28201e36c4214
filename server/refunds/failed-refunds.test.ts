import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { GatewayFault } from '#platform/payment-gateways/gateway.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import type { PaymentDeps } from '#server/payments/confirm-payment.ts'
import { recordEvent } from '#server/payments/gateway/record-event.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { auditFaults, countMails, openMoneyMarket } from '#server/testing/money/money-market.ts'
import { type PaidOrder, paidOrders } from '#server/testing/money/paid-order.ts'

let market: TestMarket
let play: LocalGateway
let deps: PaymentDeps
let paid: ReturnType<typeof paidOrders>
let chief: string
beforeAll(async () => {
  ;({ market, play, deps } = await openMoneyMarket())
  paid = paidOrders(market, { play, deps })
  chief = await market.person({ role: 'chief' })
  await market.db.owner.query(
    `insert into public.banks (code, name, gateway_bank_id) values ('058', 'Guaranty Trust Bank', '9')`,
  )
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market?.close())

const sql = (text: string, values: unknown[] = []) => market.db.owner.query(text, values)
const refundOf = ({ orderId }: PaidOrder) =>
  market.row<{ id: string; status: string; failures: number; waits: boolean }>(
    'select id, status, failures, next_try_at is not null as waits from public.refunds where order_id = $1',
    [orderId],
  )
const made = async ({ reference }: PaidOrder) =>
  (await sql('select status from local_gateway.refunds where reference = $1 order by id', [reference])).rows.map(
    ({ status }) => status,
  )
const endAs = ({ reference }: PaidOrder, status: string) =>
  sql('update local_gateway.payments set refunds_end = $2 where reference = $1', [reference, status])

/** Makes the refund due, processes it, and lets the gateway advance afterwards if `moves`. */
async function look(one: PaidOrder, { moves = true, through = deps } = {}): Promise<void> {
  await sql(`update public.refunds set next_try_at = now() where order_id = $1 and next_try_at is not null`, [
    one.orderId,
  ])
  await processPayments(through)
  if (moves) await play.advance()
}

async function left(refundsEnd: string): Promise<PaidOrder> {
  const one = await paid()
  await endAs(one, refundsEnd)
  await market.call('leave-group-buy', { order_id: one.orderId }, { as: one.buyer })
  return one
}

const repeat = (id: string, account = {}) =>
  market.call(
    'repeat-refund',
    { refund_id: id, bank_code: null, account_number: null, account_name: null, ...account },
    { as: chief },
  )

test('polls of a slow bank do not count as failures: a refund that fails after five polls is sent again', async () => {
  const one = await left('failed')
  for (let count = 0; count < 7; count += 1) await look(one, { moves: false })
  await play.advance()
  await look(one)
  expect(await refundOf(one)).toMatchObject({ status: 'failed', failures: 1, waits: true })
  await endAs(one, 'processed')
  await look(one)
  await look(one)
  expect(await refundOf(one)).toMatchObject({ status: 'processed' })
  expect(await made(one)).toEqual(['failed', 'processed'])
})

test('after five failures with increasing delays an administrator is notified and sends it again', async () => {
  const one = await left('failed')
  const mailsBefore = await countMails(market, 'refund-stuck')
  const pauses: number[] = []
  for (let failure = 1; failure <= 5; failure += 1) {
    await look(one)
    await look(one, { moves: false })
    const { hours } = await market.row<{ hours: number | null }>(
      'select round(extract(epoch from next_try_at - now()) / 3600)::integer as hours from public.refunds where order_id = $1',
      [one.orderId],
    )
    if (hours !== null) pauses.push(hours)
  }
  expect(pauses).toEqual([1, 2, 4, 8])
  const { id, ...stuck } = await refundOf(one)
  expect(stuck).toEqual({ status: 'needs_attention', failures: 5, waits: false })
  expect(await countMails(market, 'refund-stuck')).toBeGreaterThan(mailsBefore)
  await endAs(one, 'processed')
  const input = { refund_id: id, bank_code: null, account_number: null }
  const [manager, buyer] = [await market.person({ role: 'manager' }), one.buyer]
  expect((await market.call('repeat-refund', input, { as: manager })).status).toBe(404)
  expect((await market.call('repeat-refund', input, { as: buyer })).body.code).toBe('own_case')
  expect((await repeat(id)).status).toBe(200)
  await look(one)
  await look(one)
  expect(await refundOf(one)).toMatchObject({ status: 'processed', failures: 0 })
  expect((await made(one)).filter((status) => status !== 'failed')).toEqual(['processed'])
})

test('an administrator can retry a refund that has failed permanently', async () => {
  const one = await left('failed')
  await look(one)
  await look(one, { moves: false })
  await sql('update public.refunds set next_try_at = null where order_id = $1', [one.orderId])
  await endAs(one, 'processed')
  expect((await repeat((await refundOf(one)).id)).status).toBe(200)
  await look(one)
  await look(one)
  expect(await refundOf(one)).toMatchObject({ status: 'processed' })
})

test('goes to another account once its name is confirmed and a second administrator agrees, once, by the gateway’s bank id', async () => {
  const accounts: unknown[] = []
  const watched = {
    ...deps,
    gateway: {
      ...deps.gateway,
      refundToAccount: (...sent: Parameters<typeof deps.gateway.refundToAccount>) => {
        accounts.push(sent[1])
        return deps.gateway.refundToAccount(...sent)
      },
    },
  }
  const one = await left('needs-attention')
  await look(one)
  await look(one)
  const { id, status } = await refundOf(one)
  expect(status).toBe('needs_attention')
  const account = { bank_code: '058', account_number: '0123456785' }
  const unnamed = await repeat(id, account)
  expect(unnamed.body).toMatchObject({
    code: 'account_name_to_confirm',
    details: { account_name: 'TRADER 6785', bank_name: 'Guaranty Trust Bank' },
  })
  expect((await repeat(id, { ...account, account_name: 'SOMEBODY ELSE' })).body.code).toBe('account_name_to_confirm')

  const input = { ...account, account_name: 'TRADER 6785' }
  const manager = await market.person({ role: 'manager' })
  expect((await market.call('repeat-refund', { refund_id: id, ...input }, { as: manager })).status).toBe(404)
  expect(await repeat(id, input)).toMatchObject({ status: 200, body: { is_waiting: true } })
  expect((await repeat(id, input)).body.code).toBe('amount_waits')
  await look(one)
  expect([await refundOf(one), accounts]).toMatchObject([{ status: 'needs_attention' }, []])

  const amount = await market.row<{ id: string }>('select id from public.typed_amounts where subject_id = $1', [id])
  const decide = async (as: string) =>
    market.call('decide-amount', { amount_id: amount.id, agree: true, note: 'The buyer wrote to us' }, { as })
  expect((await decide(chief)).body.code).toBe('own_case')
  expect((await decide(await market.person({ role: 'manager' }))).body.code).toBe('amount_needs_another')
  expect((await decide(one.buyer)).body.code).toBe('own_case')
  expect(await decide(await market.person({ role: 'chief' }))).toMatchObject({ status: 200, body: { status: 'done' } })
  expect((await repeat(id)).status).toBe(409)

  const { after } = await market.row<{ after: unknown }>(
    `select after from public.audit_log where action = 'refund.repeat' and subject_id = $1`,
    [id],
  )
  expect(after).toEqual({
    to_another_account: true,
    bank: 'Guaranty Trust Bank',
    last_four: '6785',
    account_name: 'TRADER 6785',
  })
  await look(one, { through: watched })
  await look(one, { through: watched })
  expect(accounts).toMatchObject([{ bankId: '9', accountNumber: '0123456785' }])
  expect(await refundOf(one)).toMatchObject({ status: 'processed' })
  expect(await made(one)).toEqual(['processed'])
})

test('is sent once although the gateway’s response was lost', async () => {
  const one = await left('processed')
  const { gateway } = deps
  let lost = 0
  const losing: PaymentDeps = {
    ...deps,
    gateway: {
      ...gateway,
      async refund(input) {
        await gateway.refund(input)
        lost += 1
        throw new Error('The process died before it read the answer')
      },
    },
  }
  await expect(processPayments(losing)).rejects.toThrow()
  expect(lost).toBe(1)
  await look(one)
  await look(one)
  expect(await refundOf(one)).toMatchObject({ status: 'processed' })
  expect(await made(one)).toEqual(['processed'])
})

/** Overrides calls of the gateway. */
const changed = (change: Partial<PaymentDeps['gateway']>): PaymentDeps => ({
  ...deps,
  gateway: { ...deps.gateway, ...change },
})

test('a refund whose id the gateway does not know needs staff, who can send it again', async () => {
  const one = await left('processed')
  await look(one, { moves: false })
  await look(one, { through: changed({ readRefund: async () => null }), moves: false })
  const { id, status, waits } = await refundOf(one)
  expect([status, waits]).toEqual(['needs_attention', false])
  expect((await repeat(id)).status).toBe(200)
  await look(one)
  await look(one)
  expect(await refundOf(one)).toMatchObject({ status: 'processed' })
  expect(await made(one)).toEqual(['processed'])
})

test('a refund that lacks funds at the gateway is retried automatically', async () => {
  const one = await left('processed')
  const mailsBefore = await countMails(market, 'refund-stuck')
  const poor = changed({
    refund: async () => {
      throw new GatewayFault('Your balance is not enough', { isRefused: true, isMerchantFault: true })
    },
  })
  await look(one, { through: poor })
  expect(await refundOf(one)).toMatchObject({ status: 'requested', failures: 1, waits: true })
  expect(await countMails(market, 'refund-stuck')).toBe(mailsBefore)
  for (let count = 1; count < 5; count += 1) await look(one, { through: poor })
  // Staff have to add funds.
  expect(await refundOf(one)).toMatchObject({ status: 'needs_attention', failures: 5 })
  expect(await countMails(market, 'refund-stuck')).toBeGreaterThan(mailsBefore)
  expect((await repeat((await refundOf(one)).id)).status).toBe(200)
  await look(one)
  await look(one)
  expect(await refundOf(one)).toMatchObject({ status: 'processed' })
})

test('a stuck refund is processed once the gateway reports it', async () => {
  const one = await left('needs-attention')
  await look(one)
  await look(one)
  expect(await refundOf(one)).toMatchObject({ status: 'needs_attention' })
  const mailsBefore = await countMails(market, 'refund-arrived')
  const sendEvent = async (id: string) => {
    const event = { id, name: 'refund.processed', about: 'refund' as const, reference: one.reference }
    await deps.database.as(SERVICE, (tx) => recordEvent(tx, 'local', event))
    await processPayments(deps)
  }
  // A refund of another part of the payment.
  await sendEvent('refund.processed:other')
  expect(await refundOf(one)).toMatchObject({ status: 'needs_attention' })
  await sql(`update local_gateway.refunds set status = 'processed' where reference = $1`, [one.reference])
  await sendEvent('refund.processed:this')
  expect(await refundOf(one)).toMatchObject({ status: 'processed', waits: false })
  expect(await countMails(market, 'refund-arrived')).toBeGreaterThan(mailsBefore)
})
