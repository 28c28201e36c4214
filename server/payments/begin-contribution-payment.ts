import type pg from 'pg'
import type { StartedPayment } from '#api/commands/payments.ts'
import { paymentReference } from '#domain/payments/references.ts'
import type { PaymentWay } from '#domain/payments/ways.ts'
import type { Refusal } from '#domain/refusal.ts'
import type { CommandContext } from '#server/command.ts'
import { expirePayment, secondPaymentFault, toStartedPayment } from './begin-payment.ts'

interface NewContributionPayment {
  contributionId: string
  amountKobo: bigint
  way: PaymentWay | null
  userId: string
  context: CommandContext
}

/** Creates a payment of one contribution; the caller holds the circle's lock. Two tabs share one payment. */
export async function beginContributionPayment(
  tx: pg.PoolClient,
  { contributionId, amountKobo, way, userId, context }: NewContributionPayment,
): Promise<StartedPayment | Refusal> {
  const { rows: former } = await tx.query<{ id: string; is_under_way: boolean; has_page: boolean }>(
    `select p.id, public.is_under_way(p) as is_under_way, p.pay_url is not null as has_page from public.payments p join public.ajo_payments a on a.payment_id = p.id
     where a.contribution_id = $1 and p.status in ('initiated', 'pending') and p.expires_at > now() and p.cancelled_at is null for update of p`,
    [contributionId],
  )
  const running = former.find(({ has_page }) => !has_page)
  if (running) return toStartedPayment({ id: running.id, naira_kobo: amountKobo, peps_kobo: 0n })
  const second = secondPaymentFault(
    former.map((payment) => ({ ...payment, naira_kobo: amountKobo, peps_kobo: 0n, order_ids: [] })),
  )
  if (second) return second
  for (const { id } of former) await expirePayment(tx, id)
  const id = crypto.randomUUID()
  await tx.query(
    'insert into public.payments (id, reference, user_id, gateway, naira_kobo, way) values ($1, $2, $3, $4, $5, $6)',
    [id, paymentReference(id, context.cell), userId, context.gateway, amountKobo, way],
  )
  await tx.query('insert into public.ajo_payments (payment_id, contribution_id) values ($1, $2)', [id, contributionId])
  return toStartedPayment({ id, naira_kobo: amountKobo, peps_kobo: 0n })
}
