import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import type { CreditNoteFacts, InvoiceFacts, ReceiptFacts } from '#domain/receipts/facts.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { confirmPayment, type PaymentDeps } from '#server/payments/confirm-payment.ts'
import { advanceGroupBuys } from '#server/settlement/advance-group-buys.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { auditFaults, givePeps, openMoneyMarket } from '#server/testing/money/money-market.ts'

const SITE = 'https://market.test'
let market: TestMarket
let play: LocalGateway
let deps: PaymentDeps
beforeAll(async () => {
  ;({ market, play, deps } = await openMoneyMarket())
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

interface Paid {
  buyer: string
  orderId: string
  paymentId: string
}

async function joinAndPay(buyId: string, { peps = 0, quantity = 1 } = {}): Promise<Paid> {
  const buyer = await market.person()
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity }, { as: buyer })
  const { id, amount_due_kobo } = body.order
  if (peps > 0) await givePeps(market, buyer, peps)
  const request = { order_ids: [id], peps_kobo: peps, expected_kobo: amount_due_kobo, return_to: null }
  const paid = await market.call('pay-orders', request, { as: buyer })
  expect(paid.status).toBe(200)
  const { payment_id: paymentId, naira_kobo } = paid.body
  if (paid.body.status !== 'succeeded') {
    const [reference, page] = [`AJ-${paymentId}`, `${SITE}/pay/${paymentId}/back`]
    const payment = { reference, amountKobo: BigInt(naira_kobo), email: 'a@market.test' }
    await play.gateway.initiatePayment({ ...payment, returnUrl: page, cancelUrl: page })
    await play.pages(
      new Request(`${SITE}/dev/pay/${reference}`, { method: 'POST', body: new URLSearchParams({ way: 'pay' }) }),
    )
    expect(await confirmPayment(deps, reference)).toBe('succeeded')
    await confirmPayment(deps, reference)
  }
  return { buyer, orderId: id, paymentId }
}

async function settle(buyId: string): Promise<void> {
  await withoutTriggers(market.db.owner, async (client) => {
    await client.query(
      `update public.group_buys set end_date = now() - interval '1 hour', payment_due_at = now() - interval '1 hour', starts_at = now() - interval '20 days' where id = $1`,
      [buyId],
    )
    await client.query(`update public.orders set created_at = now() - interval '19 days' where group_buy_id = $1`, [
      buyId,
    ])
  })
  await advanceGroupBuys(market.db.database, SITE)
  await advanceGroupBuys(market.db.database, SITE)
}

interface Written {
  id: string
  kind: string
  number: string
  amount_kobo: bigint
  facts: ReceiptFacts & InvoiceFacts & CreditNoteFacts
}

const documents = async (orderId: string): Promise<Written[]> =>
  (
    await market.db.owner.query<Written>(
      `select id, kind, number, amount_kobo, facts from public.documents
       where order_id = $1 or payment_id = (select payment_id from public.orders where id = $1) order by issued_at, number`,
      [orderId],
    )
  ).rows

describe('a payment', () => {
  test('has a receipt at once, with naira and PEPS', async () => {
    const { buyId } = await market.buy()
    const { orderId } = await joinAndPay(buyId, { peps: 300_000 })
    const [receipt, ...more] = await documents(orderId)
    expect(more).toEqual([])
    expect(receipt).toMatchObject({ kind: 'receipt', number: expect.stringMatching(/^RC-20\d\d-\d{6}$/) })
    const { facts, amount_kobo } = receipt ?? { facts: null, amount_kobo: 0n }
    expect(facts?.pepsKobo).toBe(300_000)
    expect((facts?.nairaKobo ?? 0) + 300_000).toBe(Number(amount_kobo))
    expect(facts).toMatchObject({
      payer: { name: 'Ngozi Bello' },
      goesBackKobo: 0,
      orders: [{ what: 'Ofada rice (1 bag)' }],
    })
  })

  test('of PEPS alone has one too', async () => {
    const { buyId } = await market.buy()
    const { orderId } = await joinAndPay(buyId, { peps: 7_790_000 })
    expect((await documents(orderId)).map(({ facts }) => [facts.nairaKobo, facts.pepsKobo, facts.way])).toEqual([
      [0, 7_790_000, null],
    ])
  })
})

describe('a settled order', () => {
  test('has an invoice at the final price, and a credit note once its buy is cancelled', async () => {
    const { buyId, ownerId, productId } = await market.buy()
    const all: Paid[] = []
    for (let person = 0; person < 10; person += 1) all.push(await joinAndPay(buyId))
    await settle(buyId)
    const orderId = all[0]?.orderId ?? ''
    const [, invoice] = await documents(orderId)
    expect(invoice).toMatchObject({
      kind: 'invoice',
      number: expect.stringMatching(/^INV-20\d\d-\d{6}$/),
      amount_kobo: 7_380_000n,
      facts: {
        totalKobo: 7_380_000,
        paidKobo: 7_790_000,
        returnedKobo: 410_000,
        seller: { name: expect.stringContaining('Bola Foods') },
        buyer: { name: 'Ngozi Bello' },
        lines: [{ name: 'Ofada rice', unitPriceKobo: 7_200_000, vatClass: 'zero', vatBps: 0, vatKobo: 0 }],
        charges: [{ amountKobo: 180_000, vatBps: 750, vatKobo: 12_558 }],
      },
    })

    // Later changes of names, VAT class and rate do not change it.
    await market.db.owner.query(`update public.products set vat_class = 'standard', name = 'Rice' where id = $1`, [
      productId,
    ])
    await market.db.owner.query(`update public.profiles set full_name = 'Somebody Else'`)
    expect((await documents(orderId))[1]).toEqual(invoice)

    expect(
      (await market.call('cancel-group-buy', { group_buy_id: buyId, reason: 'The harvest failed' }, { as: ownerId }))
        .status,
    ).toBe(200)
    await advanceGroupBuys(market.db.database, SITE)
    const [, , note] = await documents(orderId)
    expect(note).toMatchObject({
      kind: 'credit_note',
      amount_kobo: 7_380_000n,
      facts: { invoiceNumber: invoice?.number, retainedKobo: 0, lines: invoice?.facts.lines },
    })
  })
})

describe('rights', () => {
  test('only the payer, the shop and administrators can read it', async () => {
    const { buyId, ownerId } = await market.buy({ min_participants: 1 })
    const { buyer, orderId } = await joinAndPay(buyId)
    await settle(buyId)
    const { ownerId: rival } = await market.shop()
    const [otherUser, chief] = [await market.person(), await market.person({ role: 'chief' })]
    const ids = (await documents(orderId)).map(({ id }) => id)
    const read = async (who: string | null) =>
      (
        await asPerson(market.db, who, 'select kind from public.documents where id = any ($1) order by kind', [ids])
      ).rows.map(({ kind }) => kind)
    expect(await read(buyer)).toEqual(['invoice', 'receipt'])
    expect(await read(ownerId)).toEqual(['invoice'])
    expect(await read(chief)).toEqual(['invoice', 'receipt'])
    for (const other of [otherUser, rival, null]) expect(await read(other)).toEqual([])
  })

  test('documents cannot be written, changed or removed, not even by the database’s owner', async () => {
    const { buyId } = await market.buy()
    const { buyer, orderId } = await joinAndPay(buyId)
    const [receipt] = await documents(orderId)
    const change = `update public.documents set amount_kobo = 1 where id = $1`
    expect((await asPerson(market.db, buyer, change, [receipt?.id])).errorCode).toBe('42501')
    await expect(market.db.owner.query(change, [receipt?.id])).rejects.toThrow('never changed')
    await expect(market.db.owner.query('delete from public.documents where id = $1', [receipt?.id])).rejects.toThrow(
      'never changed',
    )
    await expect(
      market.db.owner.query(`update public.documents set facts = '{}' where id = $1`, [receipt?.id]),
    ).rejects.toThrow('never changed')
  })
})
