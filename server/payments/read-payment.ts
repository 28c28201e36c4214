import type pg from 'pg'
import { sumKobo } from '#domain/money.ts'
import type { PendingPart, PendingPayment } from '#domain/payments/confirming.ts'
import type { PaidContribution } from '#server/ajo-accounts/contribution-payment.ts'
import { readHeldPeps } from '#server/ledger/held-peps.ts'
import { readDifference } from './differences/difference.ts'

export interface KnownPayment extends PendingPayment {
  id: string
  reference: string
  /** It pays the difference for a more expensive delivery choice or a higher price; null if it pays orders. */
  difference: 'delivery' | 'price' | null
  /** It pays a contribution to a circle of ajo, not an order. */
  contribution: PaidContribution | null
  isOld: boolean
}

interface PaymentQuery {
  reference: string
  contribution: PaidContribution | null
}

/** Locks the payment; its orders, or the circle of its contribution, must be locked before. */
export async function readPayment(
  tx: pg.PoolClient,
  { reference, contribution }: PaymentQuery,
): Promise<KnownPayment | null> {
  const { rows } = await tx.query<PaymentRow>(
    `select id, status, naira_kobo, peps_kobo, created_at < now() - interval '72 hours' as is_old from public.payments where reference = $1 for update`,
    [reference],
  )
  const row = rows[0]
  if (!row) return null
  const { rows: parts } = await tx.query<PartRow>(
    `select p.order_id, p.naira_kobo, p.peps_kobo, o.status, o.amount_due_kobo,
       o.takes_over_order_id is not null and public.take_over_fault(o.takes_over_order_id, o.user_id, o.id) is not null as cannot_take_over from public.payment_parts p join public.orders o on o.id = p.order_id
     where p.payment_id = $1 order by p.order_id`,
    [row.id],
  )
  const held = await readHeldPeps(tx, row.id)
  const difference = await readDifference(tx, { paymentId: row.id, pepsKobo: row.peps_kobo })
  return {
    difference: difference?.kind ?? null,
    contribution,
    id: row.id,
    reference,
    status: row.status,
    nairaKobo: row.naira_kobo,
    isOld: row.is_old,
    pepsAreHeld: sumKobo(held) === row.peps_kobo,
    parts: contribution
      ? [contributionPart(contribution, row.naira_kobo)]
      : parts.map((part) => ({
          ...toAwaitedPart(part),
          ...(difference && { isPending: difference.stands, dueKobo: difference.dueKobo }),
        })),
  }
}

interface PaymentRow {
  id: string
  status: PendingPayment['status']
  naira_kobo: bigint
  peps_kobo: bigint
  is_old: boolean
}

interface PartRow {
  order_id: string
  naira_kobo: bigint
  peps_kobo: bigint
  status: string
  amount_due_kobo: bigint
  /** The share that the order takes over is not what it was: the money goes back. */
  cannot_take_over: boolean
}

const toAwaitedPart = ({
  order_id,
  naira_kobo,
  peps_kobo,
  status,
  amount_due_kobo,
  cannot_take_over,
}: PartRow): PendingPart => ({
  orderId: order_id,
  nairaKobo: naira_kobo,
  pepsKobo: peps_kobo,
  isPending: status === 'pending' && !cannot_take_over,
  dueKobo: amount_due_kobo,
})

const contributionPart = ({ id, amountKobo, isPending }: PaidContribution, nairaKobo: bigint): PendingPart => ({
  orderId: id,
  nairaKobo,
  pepsKobo: 0n,
  isPending,
  dueKobo: amountKobo,
})
