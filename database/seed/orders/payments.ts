import type pg from 'pg'
import { nairaToKobo } from '#domain/money.ts'
import { handOverLines } from '#domain/payments/handing-over.ts'
import { type Journal, journal, type LedgerLine } from '#domain/payments/movements.ts'
import { writeDocuments } from '../content/documents.ts'
import type { Scenario, Step } from '../history/scenario.ts'
import { demoId, personId } from '../ids.ts'
import { after, earlier } from '../lagos-time.ts'
import type { Order } from '../model.ts'
import { REFERRER_KEYS } from '../people.ts'
import type { SeedRow } from '../rows.ts'
import type { BulkOrder } from './bulk-orders.ts'
import { handOverId } from './hand-overs.ts'
import { insertJournals } from './journals.ts'

type PaidOrder = (Order | BulkOrder) & { paidAt: Date }
type DatedJournal = Journal & { at: Date }

const paidOrders = (orders: readonly (Order | BulkOrder)[]): PaidOrder[] =>
  orders.filter((order): order is PaidOrder => order.paidAt !== null)

const paymentId = (order: PaidOrder) => demoId('payment', order.id)
const refundId = (order: PaidOrder) => demoId('refund', order.id)
const reference = (order: PaidOrder) => `AJ-${paymentId(order)}`
const pepsPartKobo = (order: PaidOrder) => ('pepsKobo' in order ? BigInt(order.pepsKobo) : 0n)
const nairaPartKobo = (order: PaidOrder) => order.amountDueKobo - pepsPartKobo(order)
const GATEWAY = { cause: 'gateway', actor: null } as const

/** The columns that a payment writes to its order. */
export function paymentColumns(order: Order | BulkOrder): SeedRow {
  const [paid] = paidOrders([order])
  return paid ? { charged_kobo: Number(paid.amountDueKobo), payment_id: paymentId(paid) } : {}
}

/** The scenarios of payments and refunds. */
export function paymentScenarios(orders: readonly (Order | BulkOrder)[], now: Date): Scenario[] {
  return paidOrders(orders).flatMap((order) => [paymentScenario(order), ...refundScenario(order, now)])
}

function paymentScenario(order: PaidOrder): Scenario {
  const began = after(order.paidAt, -0.03)
  const naira = Number(nairaPartKobo(order))
  return {
    subject: 'payment',
    initialRow: {
      id: paymentId(order),
      reference: reference(order),
      user_id: order.person.id,
      gateway: 'local',
      naira_kobo: naira,
      peps_kobo: Number(pepsPartKobo(order)),
      status: 'initiated',
      created_at: began,
      expires_at: after(began, 0.5),
      checkout_id: 'checkoutId' in order ? order.checkoutId : null,
    },
    steps: [
      { to: 'initiated', at: began, cause: 'buyer', actor: order.person.id },
      {
        to: 'succeeded',
        at: order.paidAt,
        ...GATEWAY,
        set: { succeeded_at: order.paidAt, received_kobo: naira, channel: 'bank_transfer', next_check_at: null },
      },
    ],
  }
}

/** Past refunds have arrived, except for orders that are still being refunded: those are stuck. */
function refundScenario(order: PaidOrder, now: Date): Scenario[] {
  const { endedAt, status } = order
  if (!endedAt) return []
  const isDone = status === 'refunded'
  const requested: Step = { to: 'requested', at: endedAt, cause: 'buyer', actor: order.person.id }
  const sent: Step = { to: 'sent', at: after(endedAt, 0.02), ...GATEWAY, set: { next_try_at: null } }
  const endsAt = isDone ? earlier(after(endedAt, 49), after(now, -0.15)) : after(endedAt, 5)
  const end: Step = { to: isDone ? 'processed' : 'needs_attention', at: endsAt, ...GATEWAY }
  return [
    {
      subject: 'refund',
      initialRow: {
        id: refundId(order),
        payment_id: paymentId(order),
        order_id: order.id,
        status: 'requested',
        amount_kobo: Number(nairaPartKobo(order)),
        reason: refundReason(order),
        created_at: endedAt,
      },
      steps: [requested, sent, { ...end, set: { next_try_at: null, processed_at: isDone ? endsAt : null } }],
    },
  ]
}

function refundReason(order: PaidOrder): string {
  if (!('buy' in order)) return 'order_cancelled'
  if (order.endReason === 'left by the buyer') return 'left'
  return order.buy.stage === 'cancelled' ? 'buy_cancelled' : 'buy_failed'
}

/** Posts all movements of these orders in order of time, so that nothing is spent before it was earned. */
export async function postJournals(
  client: pg.ClientBase,
  orders: readonly (Order | BulkOrder)[],
  now: Date,
): Promise<void> {
  const journals = paidOrders(orders).flatMap((order) => orderJournals(order, now))
  journals.sort((a, b) => a.at.getTime() - b.at.getTime())
  await insertJournals(
    client,
    journals.map(({ key, at, lines }) => ({ key, at, lines: lines.map(lineRow) })),
  )
  await client.query(
    `insert into public.payment_parts (payment_id, order_id, naira_kobo, peps_kobo)
     select p.id, o.id, p.naira_kobo, p.peps_kobo from public.orders o join public.payments p on p.id = o.payment_id
     where o.id = any ($1::uuid[])`,
    [paidOrders(orders).map(({ id }) => id)],
  )
  await writeDocuments(
    client,
    paidOrders(orders).map(({ id }) => id),
  )
  await client.query(INSERT_GATEWAY_PAYMENTS)
  await client.query(INSERT_GATEWAY_REFUNDS)
}

const lineRow = ({ kind, debitOwner, creditOwner, amountKobo }: LedgerLine) => ({
  kind,
  debit: debitOwner,
  credit: creditOwner,
  amount_kobo: String(amountKobo),
})

function orderJournals(order: PaidOrder, now: Date): DatedJournal[] {
  const { id, person, paidAt, settledAt, completedAt, endedAt } = order
  const entries: DatedJournal[] = []
  const enter = (at: Date, key: string, lines: LedgerLine[]) => {
    const entry = journal(key, lines)
    if (entry.lines.length > 0) entries.push({ ...entry, at })
  }
  enter(paidAt, `payment:${reference(order)}`, [{ kind: 'payment', creditOwner: id, amountKobo: nairaPartKobo(order) }])
  enter(paidAt, `hold-ended:${paymentId(order)}`, [
    { kind: 'peps_spent', debitOwner: person.id, creditOwner: id, amountKobo: pepsPartKobo(order) },
  ])
  const referrer = REFERRER_KEYS.get(person.key)
  if (settledAt) {
    enter(settledAt, `settled:${id}`, [
      { kind: 'returned_as_peps', debitOwner: id, creditOwner: person.id, amountKobo: order.returnedKobo },
    ])
    const reward = {
      kind: 'referral_reward',
      creditOwner: personId(referrer ?? ''),
      amountKobo: order.referralKobo,
    } as const
    if (referrer) enter(settledAt, `reward:${id}`, [reward])
  }
  if (completedAt) enter(completedAt, `handed-over:${handOverId(id)}`, handOverMovements(order))
  if (endedAt) {
    const back = nairaPartKobo(order)
    enter(endedAt, `${refundReason(order)}:${id}`, [
      { kind: 'return_owed', debitOwner: id, creditOwner: refundId(order), amountKobo: back },
    ])
    if (order.status === 'refunded') {
      const arrivedAt = earlier(after(endedAt, 49), after(now, -0.15))
      enter(arrivedAt, `refunded:${refundId(order)}`, [
        { kind: 'return_sent', debitOwner: refundId(order), amountKobo: back },
      ])
    }
  }
  return entries
}

function handOverMovements(order: PaidOrder): LedgerLine[] {
  const isFromBuy = 'buy' in order
  const vendor = isFromBuy ? order.buy.food.vendor : order.vendor
  const goodsKobo = nairaToKobo(isFromBuy ? String(order.settlement?.total_amount) : order.total)
  const feeKobo = isFromBuy ? BigInt(Number(order.settlement?.fee_kobo)) : order.feeKobo
  const settled = {
    orderId: order.id,
    vendorId: vendor.id,
    goodsKobo,
    feeKobo,
    vendorFeeBasisPoints: 500,
    deliveryFeeKobo: order.deliveryFeeKobo,
    deliveredBy: 'market' as const,
    handedOverKobo: 0n,
    givenBackKobo: 0n,
  }
  return handOverLines(settled, goodsKobo, { isDelivered: order.fulfilment === 'delivery' })
}

/** Adds past payments to the local gateway, so that they can be refunded. */
const INSERT_GATEWAY_PAYMENTS = `
  with known as (
    insert into local_gateway.payments (reference, requested_kobo, paid_kobo, email, return_url, cancel_url, status, paid_at, created_at)
    select p.reference, p.naira_kobo, p.received_kobo, 'payer@ajoja.test', 'http://localhost/', 'http://localhost/', 'success', p.succeeded_at, p.created_at
    from public.payments p where p.gateway_id is null and p.gateway = 'local' and p.status = 'succeeded'
    order by p.created_at, p.reference
    on conflict do nothing returning reference, id
  )
  update public.payments p set gateway_id = known.id::text from known where known.reference = p.reference`

const INSERT_GATEWAY_REFUNDS = `
  with known as (
    insert into local_gateway.refunds (reference, amount_kobo, status, note, created_at)
    select p.reference, r.amount_kobo, case r.status when 'processed' then 'processed' else 'needs-attention' end, r.id::text, r.created_at
    from public.refunds r join public.payments p on p.id = r.payment_id where r.gateway_refund_id is null and r.status in ('processed', 'needs_attention')
    order by r.created_at, r.id
    returning id, note
  )
  update public.refunds r set gateway_refund_id = known.id::text from known where known.note = r.id::text`
