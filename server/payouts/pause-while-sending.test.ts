import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import type { PaymentDeps } from '#server/payments/confirm-payment.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { openMoneyMarket } from '#server/testing/money/money-market.ts'
import { addBankAccount, addTestBanks, createProvenSession, creditEarnings } from '#server/testing/money/shop-money.ts'
import { sendPayouts } from './send-payouts.ts'

let market: TestMarket
let play: LocalGateway
let deps: PaymentDeps
let chief: string
beforeAll(async () => {
  ;({ market, play, deps } = await openMoneyMarket())
  await addTestBanks(market)
  chief = await market.person({ role: 'chief' })
})
afterAll(async () => {
  expect(await auditLedger(market.db.owner)).toEqual([])
  await market.close()
})

const turn = (value: number) =>
  market.call(
    'plan-setting',
    { key: 'pause_payouts', value, effective_from: null, note: 'The test pauses it', confirm: null },
    { as: chief },
  )

async function requested(): Promise<string> {
  const shop = await market.shop()
  await addBankAccount(market, shop.vendorId, { hours: 72, accountNumber: '8031234560' })
  await creditEarnings(market, shop.vendorId, 500_000n)
  const session = await createProvenSession(market, shop.ownerId)
  const { body } = await market.call('request-payout', { amount_kobo: null }, { as: shop.ownerId, session })
  return String(body.payout_id)
}

const stored = (id: string) =>
  market.row<{ status: string; reference: string }>('select status, reference from public.payouts where id = $1', [id])

/** A promise, and what resolves it. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('a pause that comes while a payout is prepared is in force for it', async () => {
  const id = await requested()
  const [prepared, go] = [gate(), gate()]
  const handed: string[] = []
  const sending = sendPayouts({
    ...deps,
    gateway: {
      ...deps.gateway,
      createPayee: async (account) => {
        prepared.open()
        await go.opened
        return deps.gateway.createPayee(account)
      },
      payOut: (payout) => {
        handed.push(payout.reference)
        return deps.gateway.payOut(payout)
      },
    },
  })
  await prepared.opened
  expect((await turn(1)).status).toBe(200)
  go.open()
  await sending
  const { status, reference } = await stored(id)
  expect([status, handed, await play.gateway.readPayout(reference)]).toEqual(['sent', [], null])
  expect((await turn(0)).status).toBe(200)
  await market.call('check-payout', { payout_id: id }, { as: chief })
  await sendPayouts(deps)
  expect(await play.gateway.readPayout(reference)).not.toBeNull()
})

test('a pause answers after the payout that the gateway is being handed', async () => {
  const id = await requested()
  const [handing, go] = [gate(), gate()]
  const order: string[] = []
  const sending = sendPayouts({
    ...deps,
    gateway: {
      ...deps.gateway,
      payOut: async (payout) => {
        handing.open()
        await go.opened
        order.push('taken by the gateway')
        return deps.gateway.payOut(payout)
      },
    },
  })
  await handing.opened
  const pausing = turn(1).then(({ status }) => order.push(`paused: ${status}`))
  const waiting = `select exists (select from pg_locks where locktype = 'advisory' and not granted) as is_waiting`
  await expect.poll(async () => (await market.row<{ is_waiting: boolean }>(waiting)).is_waiting).toBe(true)
  go.open()
  await Promise.all([sending, pausing])
  expect(order).toEqual(['taken by the gateway', 'paused: 200'])
  expect((await stored(id)).status).toBe('sent')
  await turn(0)
})

test('a transaction that began before the pause is paused too', async () => {
  const client = await market.db.owner.connect()
  try {
    await client.query('begin')
    await client.query('select now()')
    expect((await turn(1)).status).toBe(200)
    const { rows } = await client.query(`select public.is_paused('payouts')`)
    expect(rows).toEqual([{ is_paused: true }])
  } finally {
    await client.query('rollback')
    client.release()
    await turn(0)
  }
})
