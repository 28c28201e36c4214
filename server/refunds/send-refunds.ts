import type pg from 'pg'
import { journal } from '#domain/payments/movements.ts'
import { GatewayFault, type Refund } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { GATEWAY } from '#server/identities.ts'
import { post } from '#server/ledger/post.ts'
import type { PaymentDeps } from '#server/payments/confirm-payment.ts'
import { notifyOfRefund } from './notify-of-refund.ts'

const MAX_PER_RUN = 20

/** Sends due refunds to the gateway and polls those that were sent. Returns the faults, one per refund. */
export async function sendRefunds(deps: PaymentDeps): Promise<unknown[]> {
  const faults: unknown[] = []
  for (let count = 0; count < MAX_PER_RUN; count += 1) {
    const refund = await claimDueRefund(deps)
    if (!refund) break
    await processRefund(deps, refund).catch((fault: unknown) => faults.push(fault))
  }
  return faults
}

interface DueRefund {
  id: string
  reference: string
  payment_gateway_id: string | null
  amount_kobo: bigint
  status: 'requested' | 'sent' | 'failed' | 'needs_attention'
  gateway_refund_id: string | null
  /** The gateway's id of the bank; null if its list has no such bank. */
  to_bank_id: string | null
  to_account_number: string | null
  tries: number
}

/**
 * Claims a due refund for at least a minute, longer than the gateway timeout: if this process dies meanwhile, another
 * one retries. The interval grows with each try, up to five minutes.
 */
async function claimDueRefund({ database, gateway }: PaymentDeps): Promise<DueRefund | undefined> {
  return database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<DueRefund>(
      `update public.refunds r set tries = r.tries + 1, next_try_at = now() + interval '1 minute' * least(r.tries + 1, 5) from public.payments p
       where p.id = r.payment_id and r.id in (select f.id from public.refunds f join public.payments q on q.id = f.payment_id
         where f.next_try_at <= now() and f.status in ('requested', 'sent', 'failed') and q.gateway = $1 order by f.next_try_at limit 1 for update of f skip locked)
       returning r.id, p.reference, p.gateway_id as payment_gateway_id, r.amount_kobo, r.status, r.gateway_refund_id,
         (select b.gateway_bank_id from public.banks b where b.code = r.to_bank_code) as to_bank_id, r.to_account_number, r.tries`,
      [gateway.name],
    )
    return rows[0]
  })
}

async function processRefund(deps: PaymentDeps, refund: DueRefund): Promise<void> {
  try {
    const isNew = refund.gateway_refund_id === null || refund.status === 'failed'
    const gatewayRefund = isNew
      ? await send(deps, refund)
      : await deps.gateway.readRefund(refund.gateway_refund_id ?? '')
    // The gateway does not know its own refund id: staff must investigate.
    if (!gatewayRefund) return await deps.database.as(GATEWAY, (tx) => markNeedsAttention(tx, refund, deps.siteUrl))
    const known = await redirectIfStuck(deps, refund, gatewayRefund)
    await deps.database.as(GATEWAY, (tx) => writeProgress(tx, refund, { known, siteUrl: deps.siteUrl }))
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error
    // A rejection needs staff. Any other failure is retried after the claim expires, once the gateway was asked what
    // was done.
    if (!error.isRefused) return
    const handleRejection = error.isMerchantFault ? postpone : markNeedsAttention
    await deps.database.as(GATEWAY, (tx) => handleRejection(tx, refund, deps.siteUrl))
  }
}

/** Redirects a stuck refund to the account that its payer has named, if there is one. */
async function redirectIfStuck(
  { gateway }: PaymentDeps,
  { to_bank_id, to_account_number }: DueRefund,
  gatewayRefund: Refund,
) {
  if (gatewayRefund.status !== 'needs_attention' || !to_bank_id || !to_account_number) return gatewayRefund
  return gateway.refundToAccount(gatewayRefund.id, { bankId: to_bank_id, accountNumber: to_account_number })
}

/**
 * Sends a refund exactly once: an earlier try may have succeeded although its response was lost. A refund that failed
 * at the gateway is created again.
 */
async function send({ gateway }: PaymentDeps, refund: DueRefund): Promise<Refund> {
  const { id, reference, amount_kobo, tries } = refund
  const paymentId = tries > 1 ? (refund.payment_gateway_id ?? (await gateway.readPayment(reference))?.id) : undefined
  if (paymentId !== undefined) {
    const gatewayRefund = await gateway.listRefunds(paymentId)
    const live = gatewayRefund.find(({ note, status }) => note === id && status !== 'failed')
    if (live) return live
  }
  return gateway.refund({ reference, amountKobo: amount_kobo, note: id })
}

async function writeProgress(tx: pg.PoolClient, refund: DueRefund, { known, siteUrl }: RefundProgress): Promise<void> {
  const { id } = refund
  const { rows } = await tx.query<{ status: string }>('select status from public.refunds where id = $1 for update', [
    id,
  ])
  const now = rows[0]?.status
  if (now === undefined || now === 'processed') return
  if (now === 'needs_attention') {
    if (known.status === 'processed') await markProcessed(tx, refund, siteUrl)
    return
  }
  if (now !== 'sent' || refund.gateway_refund_id === null) {
    await tx.query(
      `update public.refunds set status = 'sent', gateway_refund_id = $2, next_try_at = now() + interval '1 minute' where id = $1`,
      [id, known.id],
    )
  }
  if (known.status === 'pending') {
    await tx.query(
      `update public.refunds set next_try_at = now() + least(interval '1 hour', interval '1 minute' * tries) where id = $1`,
      [id],
    )
    return
  }
  if (known.status === 'processed') return markProcessed(tx, refund, siteUrl)
  const failures = known.status === 'failed' ? await countFailure(tx, id) : 0
  const isGivenUp = failures >= MAX_FAILURES
  await tx.query(
    `update public.refunds set status = $2, next_try_at = case when $2 = 'failed' then now() + interval '1 hour' * power(2, $3::integer - 1) end where id = $1`,
    [id, isGivenUp ? 'needs_attention' : known.status, failures],
  )
  if (known.status === 'needs_attention' || isGivenUp) await notifyOfRefund(tx, { id, mail: 'refund-stuck', siteUrl })
}

async function markProcessed(tx: pg.PoolClient, { id, amount_kobo }: DueRefund, siteUrl: string): Promise<void> {
  await tx.query(
    `update public.refunds set status = 'processed', next_try_at = null, processed_at = clock_timestamp() where id = $1`,
    [id],
  )
  await post(tx, journal(`refunded:${id}`, [{ kind: 'return_sent', debitOwner: id, amountKobo: amount_kobo }]))
  await notifyOfRefund(tx, { id, mail: 'refund-arrived', siteUrl })
}

/**
 * Checks this payment's stuck refunds after the gateway has reported that one was processed: the gateway's own staff
 * may have sent them. Throws a `GatewayFault` if the gateway does not respond.
 */
export async function checkStuckRefunds(deps: PaymentDeps, reference: string): Promise<void> {
  const { rows } = await deps.database.as(SERVICE, (tx) =>
    tx.query<DueRefund>(
      `select r.id, p.reference, p.gateway_id as payment_gateway_id, r.amount_kobo, r.status, r.gateway_refund_id, null as to_bank_id, r.to_account_number, r.tries
       from public.refunds r join public.payments p on p.id = r.payment_id
       where p.reference = $1 and p.gateway = $2 and r.status = 'needs_attention' and r.gateway_refund_id is not null`,
      [reference, deps.gateway.name],
    ),
  )
  for (const refund of rows) {
    const known = await deps.gateway.readRefund(refund.gateway_refund_id ?? '')
    if (known) await deps.database.as(GATEWAY, (tx) => writeProgress(tx, refund, { known, siteUrl: deps.siteUrl }))
  }
}

/**
 * A failed refund is sent again after 1, 2, 4 and 8 hours, then it needs staff. Polls of a pending refund do not count.
 */
const MAX_FAILURES = 5

async function countFailure(tx: pg.PoolClient, id: string): Promise<number> {
  const { rows } = await tx.query<{ failures: number }>(
    'update public.refunds set failures = failures + 1 where id = $1 returning failures',
    [id],
  )
  return rows[0]?.failures ?? 0
}

interface RefundProgress {
  known: Refund
  siteUrl: string
}

/** Delays a refund because our gateway balance is too low or we are rate limited; the refund itself is fine. */
async function postpone(tx: pg.PoolClient, refund: DueRefund, siteUrl: string): Promise<void> {
  const failures = await countFailure(tx, refund.id)
  if (failures >= MAX_FAILURES) return markNeedsAttention(tx, refund, siteUrl)
  await tx.query(
    `update public.refunds set next_try_at = now() + interval '1 hour' * power(2, $2::integer - 1) where id = $1`,
    [refund.id, failures],
  )
}

async function markNeedsAttention(tx: pg.PoolClient, { id, status }: DueRefund, siteUrl: string): Promise<void> {
  if (status !== 'sent')
    await tx.query(`update public.refunds set status = 'sent' where id = $1 and status <> 'sent'`, [id])
  await tx.query(`update public.refunds set status = 'needs_attention', next_try_at = null where id = $1`, [id])
  await notifyOfRefund(tx, { id, mail: 'refund-stuck', siteUrl })
}
