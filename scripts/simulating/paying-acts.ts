import { act, moveOn } from '#platform/payment-gateways/local/records.ts'
import type { OwnOrder, Play } from './play.ts'

const MINUTE = 60_000

/** Pays what is due, sometimes with PEPS, by a bank that is quick, slow or forgets to lead back. */
export async function payWell(play: Play, order: OwnOrder): Promise<void> {
  const way = play.chance.pick([...WELL])
  const page = await begin(play, order)
  if (page) await press(play, page, way)
}

const WELL = ['pay', 'pay', 'pay', 'pay', 'pay', 'pay-and-vanish', 'pay-late', 'pay-refunds-stick'] as const

/** Too little, too much, twice, too late, or declined and tried again. */
export async function payBadly(play: Play, order: OwnOrder): Promise<void> {
  const { diary, chance, market } = play
  const later = (minutes: number, then: () => Promise<unknown>) =>
    diary.plan(new Date(market.now().getTime() + minutes * MINUTE), then)
  const page = await begin(play, order)
  if (!page) return later(45, () => payWell(play, order))
  const dice = chance.next()
  if (dice < 0.25) {
    await press(play, page, 'pay-less')
    if (chance.happens(0.5)) later(60, () => payWell(play, order))
  } else if (dice < 0.4) {
    await payTooMuch(play, page)
  } else if (dice < 0.65) {
    await press(play, page, 'decline')
    later(chance.whole(5, 200), () => payWell(play, order))
  } else if (dice < 0.85) {
    // By a new page, and hours later by the old one.
    later(40, () => payWell(play, order))
    later(chance.whole(60, 600), () => press(play, page, 'pay'))
  } else {
    // The page stays open until everything is over.
    diary.plan(new Date(order.buy.endsAt.getTime() + chance.whole(1, 60) * 60 * MINUTE), () => press(play, page, 'pay'))
  }
}

interface Page {
  paymentId: string
  reference: string
  address: string
}

/** Where the gateway wants the money; null if the market refuses, PEPS pay everything, or nobody answers. */
async function begin({ market, chance }: Play, { orderId, buyer }: OwnOrder): Promise<Page | null> {
  const { rows } = await market.owner.query<{ due: string; peps: string }>(
    `select o.amount_due_kobo::text as due, greatest(0, coalesce(ledger.balance_kobo('peps', o.user_id), 0) - public.unripe_rewards_kobo(o.user_id))::text as peps from public.orders o where o.id = $1`,
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
  // Without an answer of the gateway, the market leads to its own page.
  return address.includes('/dev/pay/') ? { paymentId, reference: `AJ-${paymentId}`, address } : null
}

async function press({ market }: Play, { address }: Page, way: string): Promise<void> {
  const back = await market.press(address, way)
  if (back) await market.visit(new URL(back).pathname)
}

async function payTooMuch({ market }: Play, { reference }: Page): Promise<void> {
  const { rows } = await market.owner.query<{ asked: string }>(
    'select asked_kobo::text as asked from local_gateway.payments where reference = $1',
    [reference],
  )
  await act(market.database, reference, { status: 'success', paidKobo: BigInt(rows[0]?.asked ?? 0) + 50_000n })
  await moveOn(market.database)
}
