import type pg from 'pg'
import { journal } from '#domain/payments/movements.ts'
import { GatewayFault, type Refund } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import type { PaymentDeps } from './confirm-payment.ts'
import { post } from './post.ts'
import { tellOfRefund } from './tell-of-refund.ts'

const AT_ONCE = 20

/** Sends refunds that are due to the gateway, and asks what became of those that were sent. Returns what went wrong, refund by refund. */
export async function sendRefunds(deps: PaymentDeps): Promise<unknown[]> {
  const faults: unknown[] = []
  for (let count = 0; count < AT_ONCE; count += 1) {
    const refund = await claimDue(deps)
    if (!refund) break
    await moveOn(deps, refund).catch((fault: unknown) => faults.push(fault))
  }
  return faults
}

interface DueRefund {
  id: string
  reference: string
  payment_gateway_id: string | null
  amount_kobo: bigint
  status: 'requested' | 'sent' | 'failed'
  gateway_refund_id: string | null
  to_bank_code: string | null
  to_account_number: string | null
  tries: number
}

/**
 * Taken for a minute, longer than the gateway is waited for: if this process dies meanwhile, another tries again. A gateway that does
 * not answer is asked less and less often, every five minutes at last.
 */
async function claimDue({ database, gateway }: PaymentDeps): Promise<DueRefund | undefined> {
  return database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<DueRefund>(
      `update public.refunds r set tries = r.tries + 1, next_try_at = now() + interval '1 minute' * least(r.tries + 1, 5) from public.payments p
       where p.id = r.payment_id and r.id in (select f.id from public.refunds f join public.payments q on q.id = f.payment_id
         where f.next_try_at <= now() and f.status in ('requested', 'sent', 'failed') and q.gateway = $1 order by f.next_try_at limit 1 for update of f skip locked)
       returning r.id, p.reference, p.gateway_id as payment_gateway_id, r.amount_kobo, r.status, r.gateway_refund_id, r.to_bank_code, r.to_account_number, r.tries`,
      [gateway.name],
    )
    return rows[0]
  })
}

async function moveOn(deps: PaymentDeps, refund: DueRefund): Promise<void> {
  try {
    const known =
      refund.gateway_refund_id === null || refund.status === 'failed'
        ? await send(deps, refund)
        : await askAbout(deps, refund)
    if (known) await deps.database.as(AS_GATEWAY, (tx) => writeProgress(tx, refund, { known, siteUrl: deps.siteUrl }))
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error
    // A clear no: a person has to look. Anything else is tried again when its minutes are over, after asking what was done.
    if (error.isRefused) await deps.database.as(AS_GATEWAY, (tx) => needsAttention(tx, refund, deps.siteUrl))
  }
}

const AS_GATEWAY = { role: 'service_role', claims: { role: 'service_role', cause: 'gateway' } }

/** With an account of the payer's, a refund that stuck goes there; else the gateway is asked what became of it. */
async function askAbout({ gateway }: PaymentDeps, refund: DueRefund): Promise<Refund | null> {
  const known = await gateway.readRefund(refund.gateway_refund_id ?? '')
  const { to_bank_code: bankCode, to_account_number: accountNumber } = refund
  if (known?.status !== 'needs_attention' || !bankCode || !accountNumber) return known
  return gateway.refundToAccount(known.id, { bankCode, accountNumber })
}

/** Never twice: a try before this one may have been taken although its answer was lost. */
async function send(
  { gateway }: PaymentDeps,
  { id, reference, payment_gateway_id, amount_kobo, tries, status }: DueRefund,
) {
  if (tries > 1 && payment_gateway_id) {
    const made = (await gateway.refundsOf(payment_gateway_id)).find(
      (refund) => refund.note === id && (status !== 'failed' || refund.status !== 'failed'),
    )
    if (made) return made
  }
  return gateway.refund({ reference, amountKobo: amount_kobo, note: id })
}

async function writeProgress(tx: pg.PoolClient, refund: DueRefund, { known, siteUrl }: Progress): Promise<void> {
  const { id, amount_kobo, tries } = refund
  const { rows } = await tx.query<{ status: string }>('select status from public.refunds where id = $1 for update', [
    id,
  ])
  const now = rows[0]?.status
  if (now === undefined || now === 'processed' || now === 'needs_attention') return
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
  await tx.query(
    `update public.refunds set status = $2, next_try_at = case when $2 = 'failed' and tries < 5 then now() + interval '1 hour' end,
       processed_at = case when $2 = 'processed' then clock_timestamp() end where id = $1`,
    [id, known.status],
  )
  if (known.status === 'processed') {
    await post(tx, journal(`refunded:${id}`, [{ kind: 'return_sent', debitOwner: id, amountKobo: amount_kobo }]))
    await tellOfRefund(tx, { id, mail: 'refund-arrived', siteUrl })
  } else if (known.status === 'needs_attention' || tries >= 5) {
    await tellOfRefund(tx, { id, mail: 'refund-stuck', siteUrl })
  }
}

interface Progress {
  known: Refund
  siteUrl: string
}

async function needsAttention(tx: pg.PoolClient, { id, status }: DueRefund, siteUrl: string): Promise<void> {
  if (status !== 'sent')
    await tx.query(`update public.refunds set status = 'sent' where id = $1 and status <> 'sent'`, [id])
  await tx.query(`update public.refunds set status = 'needs_attention', next_try_at = null where id = $1`, [id])
  await tellOfRefund(tx, { id, mail: 'refund-stuck', siteUrl })
}
