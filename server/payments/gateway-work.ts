import type pg from 'pg'
import { type GatewayEvent, GatewayFault } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { hastenPayout } from '../payouts/send-payouts.ts'
import { confirmPayment, type PaymentDeps } from './confirm-payment.ts'
import { creditRewards } from './credit-rewards.ts'
import { freeHold } from './held-peps.ts'
import { finishRefunds } from './refund-ended-buys.ts'
import { lookAtStuckRefunds, sendRefunds } from './send-refunds.ts'
import { followDispute } from './watch-disputes.ts'

/** An event is written down once, however often it is delivered; the clock works it off. */
export async function noteEvent(tx: pg.ClientBase, gateway: string, event: GatewayEvent): Promise<void> {
  await tx.query(
    `insert into public.gateway_events (id, gateway, name, about, reference) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [event.id, gateway, event.name, event.about, event.reference],
  )
}

/** What the clock does for payments: told events, silent payments, held PEPS that are due, refunds. Each by itself. */
export async function workOnPayments(deps: PaymentDeps): Promise<void> {
  const faults: unknown[] = []
  const steps = [
    workOffEvents,
    askAboutSilentPayments,
    freeExpiredHolds,
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
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} payments or refunds could not be worked on`)
}

/** Returns what went wrong, one by one: an event that cannot be booked stands in nobody's way. */
async function workOffEvents(deps: PaymentDeps): Promise<unknown[]> {
  const events = await deps.database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<Event>(
      `update public.gateway_events set tries = tries + 1, next_try_at = now() + interval '1 minute' * (tries + 1)
       where (gateway, id) in (select gateway, id from public.gateway_events where next_try_at <= now() and gateway = $1 order by next_try_at limit 50 for update skip locked)
       returning id, name, about, reference`,
      [deps.gateway.name],
    )
    return rows
  })
  const faults: unknown[] = []
  for (const event of events) await workOff(deps, event).catch((fault: unknown) => faults.push(fault))
  return faults
}

async function workOff(deps: PaymentDeps, { id, name, about, reference }: Event): Promise<void> {
  if (reference && about === 'payment' && !(await isAnswered(confirmPayment(deps, reference)))) return
  if (reference && about === 'refund') await hasten(deps, reference)
  if (reference && name === 'refund.processed' && !(await isAnswered(lookAtStuckRefunds(deps, reference)))) return
  if (reference && about === 'payout') await hastenPayout(deps.database, reference)
  if (reference && about === 'dispute' && !(await isAnswered(followDispute(deps, reference)))) return
  await deps.database.as(SERVICE, (tx) =>
    tx.query('update public.gateway_events set next_try_at = null where gateway = $1 and id = $2', [
      deps.gateway.name,
      id,
    ]),
  )
}

interface Event {
  id: string
  name: string
  about: string
  reference: string | null
}

/** A refund's event says that asking is worth while now. */
async function hasten({ database }: PaymentDeps, reference: string): Promise<void> {
  await database.as(SERVICE, (tx) =>
    tx.query(
      `update public.refunds set next_try_at = now() where status = 'sent' and payment_id = (select id from public.payments where reference = $1)`,
      [reference],
    ),
  )
}

async function askAboutSilentPayments(deps: PaymentDeps): Promise<unknown[]> {
  const silent = await deps.database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ reference: string }>(
      `update public.payments set next_look_at = now() + interval '5 minutes'
       where id in (select id from public.payments where next_look_at <= now() and gateway = $1 order by next_look_at limit 50 for update skip locked) returning reference`,
      [deps.gateway.name],
    )
    return rows
  })
  const faults: unknown[] = []
  for (const { reference } of silent) {
    await isAnswered(confirmPayment(deps, reference)).catch((fault: unknown) => faults.push(fault))
  }
  return faults
}

async function freeExpiredHolds({ database }: PaymentDeps): Promise<void> {
  await database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `select p.id from public.payments p where p.peps_kobo > 0 and p.expires_at < now() and p.id in (
         select substring(j.key from 6)::uuid from ledger.transfers t join ledger.journals j on j.id = t.journal_id
         where t.phase = 'held' and t.expires_at < now() and j.key like 'hold:%' and not exists (select from ledger.transfers e where e.hold_id = t.id))
       limit 50 for update of p skip locked`,
    )
    for (const { id } of rows) await freeHold(tx, id)
  })
}

/** A gateway that does not answer is asked again later; any other fault is one. */
async function isAnswered(asking: Promise<unknown>): Promise<boolean> {
  try {
    await asking
    return true
  } catch (error) {
    if (error instanceof GatewayFault) return false
    throw error
  }
}
