import { advancePayments, recordPayerAction } from '#platform/payment-gateways/local/records.ts'
import type { OwnOrder, Simulation } from './simulation.ts'

const MINUTE = 60_000

/** Pays the amount due, sometimes with PEPS; the bank responds quickly, slowly or without redirecting back. */
export async function payNormally(simulation: Simulation, order: OwnOrder): Promise<void> {
  const way = simulation.chance.pick([...NORMAL_BUTTONS])
  const page = await begin(simulation, order)
  if (page) await press(simulation, page, way)
}

const NORMAL_BUTTONS = ['pay', 'pay', 'pay', 'pay', 'pay', 'pay-and-vanish', 'pay-late', 'pay-refunds-stick'] as const

/** Pays irregularly: too little, too much, twice, too late, or after a decline. */
export async function payIrregularly(simulation: Simulation, order: OwnOrder): Promise<void> {
  const { schedule, chance, market } = simulation
  const later = (minutes: number, then: () => Promise<unknown>) =>
    schedule.plan(new Date(market.now().getTime() + minutes * MINUTE), then)
  const page = await begin(simulation, order)
  if (!page) return later(45, () => payNormally(simulation, order))
  const dice = chance.next()
  if (dice < 0.25) {
    await press(simulation, page, 'pay-less')
    if (chance.happens(0.5)) later(60, () => payNormally(simulation, order))
  } else if (dice < 0.4) {
    await payTooMuch(simulation, page)
  } else if (dice < 0.65) {
    await press(simulation, page, 'decline')
    later(chance.integer(5, 200), () => payNormally(simulation, order))
  } else if (dice < 0.85) {
    // On a new page, and hours later on the old one as well.
    later(40, () => payNormally(simulation, order))
    later(chance.integer(60, 600), () => press(simulation, page, 'pay'))
  } else {
    // The page stays open until after the end of the buy.
    schedule.plan(new Date(order.buy.endsAt.getTime() + chance.integer(1, 60) * 60 * MINUTE), () =>
      press(simulation, page, 'pay'),
    )
  }
}

interface Page {
  paymentId: string
  reference: string
  address: string
}

/**
 * The gateway's payment page; null if the market rejects the payment, PEPS cover it, or the gateway does not respond.
 */
async function begin({ market, chance }: Simulation, { orderId, buyer }: OwnOrder): Promise<Page | null> {
  const { rows } = await market.owner.query<{ due: string; peps: string }>(
    `select o.amount_due_kobo::text as due, greatest(0, coalesce(ledger.balance_kobo('peps', o.user_id), 0) - public.pending_rewards_kobo(o.user_id))::text as peps from public.orders o where o.id = $1`,
    [orderId],
  )
  const due = Number(rows[0]?.due ?? 0)
  const peps = chance.happens(0.5) ? Math.min(due, Number(rows[0]?.peps ?? 0)) : 0
  const { status, body } = await market.call(buyer, 'pay-orders', {
    order_ids: [orderId],
    peps_kobo: peps,
    expected_kobo: due,
    return_to: chance.pick([null, null, 'peps', 'source'] as const),
  })
  if (status !== 200 || body.status !== 'initiated') return null
  const paymentId = String(body.payment_id)
  const address = (await market.visit(`/pay/${paymentId}`)).headers.get('location') ?? ''
  // If the gateway does not respond, the market redirects to its own page.
  return address.includes('/dev/pay/') ? { paymentId, reference: `AJ-${paymentId}`, address } : null
}

async function press({ market }: Simulation, { address }: Page, way: string): Promise<void> {
  const back = await market.press(address, way)
  if (back) await market.visit(new URL(back).pathname)
}

async function payTooMuch({ market }: Simulation, { reference }: Page): Promise<void> {
  const { rows } = await market.owner.query<{ asked: string }>(
    'select requested_kobo::text as asked from local_gateway.payments where reference = $1',
    [reference],
  )
  await recordPayerAction(market.database, reference, {
    status: 'success',
    paidKobo: BigInt(rows[0]?.asked ?? 0) + 50_000n,
  })
  await advancePayments(market.database)
}
