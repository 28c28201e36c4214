import { GatewayFault } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { releaseHold } from '#server/ledger/held-peps.ts'
import { confirmPayment, type PaymentDeps } from '#server/payments/confirm-payment.ts'
import { followDispute } from '#server/payments/reversals/watch-disputes.ts'
import { schedulePayoutCheck } from '#server/payouts/send-payouts.ts'
import { checkStuckRefunds, sendRefunds } from '#server/refunds/send-refunds.ts'
import { creditRewards } from '#server/rewards/credit-rewards.ts'
import { finishRefunds } from './refund-ended-buys.ts'

/**
 * The payments job: webhook events, unconfirmed payments, expired holds of PEPS, refunds and rewards. A failing step
 * does not stop the others.
 */
export async function processPayments(deps: PaymentDeps): Promise<void> {
  const faults: unknown[] = []
  const steps = [
    processEvents,
    pollUnconfirmedPayments,
    releaseExpiredHolds,
    sendRefunds,
    () => finishRefunds(deps.database),
    () => creditRewards(deps.database, deps.siteUrl),
  ]
  for (const step of steps) {
    try {
      faults.push(...((await step(deps)) ?? []))
    } catch (fault) {
      faults.push(fault)
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} payments or refunds could not be processed`)
}

/** Returns the faults: an event that cannot be booked does not block the others. */
async function processEvents(deps: PaymentDeps): Promise<unknown[]> {
  const events = await deps.database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<GatewayEventRow>(
      `update public.gateway_events set tries = tries + 1, next_try_at = now() + interval '1 minute' * (tries + 1)
       where gateway = $1 and id = any (array(select id from public.gateway_events where next_try_at <= now() and gateway = $1 order by next_try_at limit 50 for update skip locked))
       returning id, name, about, reference`,
      [deps.gateway.name],
    )
    return rows
  })
  const faults: unknown[] = []
  for (const event of events) await processEvent(deps, event).catch((fault: unknown) => faults.push(fault))
  return faults
}

async function processEvent(deps: PaymentDeps, { id, name, about, reference }: GatewayEventRow): Promise<void> {
  if (reference && about === 'payment' && !(await hasResponded(confirmPayment(deps, reference)))) return
  if (reference && about === 'refund') await scheduleRefundCheck(deps, reference)
  if (reference && name === 'refund.processed' && !(await hasResponded(checkStuckRefunds(deps, reference)))) return
  if (reference && about === 'payout') await schedulePayoutCheck(deps.database, reference)
  if (reference && about === 'dispute' && !(await hasResponded(followDispute(deps, reference)))) return
  await deps.database.as(SERVICE, (tx) =>
    tx.query('update public.gateway_events set next_try_at = null where gateway = $1 and id = $2', [
      deps.gateway.name,
      id,
    ]),
  )
}

interface GatewayEventRow {
  id: string
  name: string
  about: string
  reference: string | null
}

/** Schedules an immediate check of the payment's refunds after an event about them. */
async function scheduleRefundCheck({ database }: PaymentDeps, reference: string): Promise<void> {
  await database.as(SERVICE, (tx) =>
    tx.query(
      `update public.refunds set next_try_at = now() where status = 'sent' and payment_id = (select id from public.payments where reference = $1)`,
      [reference],
    ),
  )
}

async function pollUnconfirmedPayments(deps: PaymentDeps): Promise<unknown[]> {
  const unconfirmed = await deps.database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ reference: string }>(
      `update public.payments set next_check_at = now() + interval '5 minutes'
       where id = any (array(select id from public.payments where next_check_at <= now() and gateway = $1 order by next_check_at limit 50 for update skip locked)) returning reference`,
      [deps.gateway.name],
    )
    return rows
  })
  const faults: unknown[] = []
  for (const { reference } of unconfirmed) {
    await hasResponded(confirmPayment(deps, reference)).catch((fault: unknown) => faults.push(fault))
  }
  return faults
}

async function releaseExpiredHolds({ database }: PaymentDeps): Promise<void> {
  await database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `select p.id from public.payments p where p.peps_kobo > 0 and p.expires_at < now() and p.id in (
         select substring(j.key from 6)::uuid from ledger.transfers t join ledger.journals j on j.id = t.journal_id
         where t.phase = 'held' and t.expires_at < now() and j.key like 'hold:%' and not exists (select from ledger.transfers e where e.hold_id = t.id))
       limit 50 for update of p skip locked`,
    )
    for (const { id } of rows) await releaseHold(tx, id)
  })
}

/** False if the gateway does not respond, so that the caller retries later. Other faults are rethrown. */
async function hasResponded(request: Promise<unknown>): Promise<boolean> {
  try {
    await request
    return true
  } catch (error) {
    if (error instanceof GatewayFault) return false
    throw error
  }
}
