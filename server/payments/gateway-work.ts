import type pg from 'pg'
import { type GatewayEvent, GatewayFault } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { confirmPayment, type PaymentDeps } from './confirm-payment.ts'
import { creditRewards } from './credit-rewards.ts'
import { freeHold } from './held-peps.ts'
import { finishRefunds } from './refund-ended-buys.ts'
import { sendRefunds } from './send-refunds.ts'

/** An event is written down once, however often it is delivered; the clock works it off. */
export async function noteEvent(tx: pg.ClientBase, gateway: string, event: GatewayEvent): Promise<void> {
  await tx.query(
    `insert into public.gateway_events (id, gateway, name, about, reference) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [event.id, gateway, event.name, event.about, event.reference],
  )
}

/** What the clock does for payments: told events, silent payments, held PEPS that are due, refunds. Each by itself. */
export async function workOnPayments(deps: PaymentDeps): Promise<void> {
  await workOffEvents(deps)
  await askAboutSilentPayments(deps)
  await freeExpiredHolds(deps)
  await sendRefunds(deps)
  await finishRefunds(deps.database)
  await creditRewards(deps.database)
}

async function workOffEvents(deps: PaymentDeps): Promise<void> {
  const events = await deps.database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ id: string; about: string; reference: string | null }>(
      `update public.gateway_events set tries = tries + 1, next_try_at = now() + interval '1 minute' * (tries + 1)
       where (gateway, id) in (select gateway, id from public.gateway_events where next_try_at <= now() and gateway = $1 order by next_try_at limit 50 for update skip locked)
       returning id, about, reference`,
      [deps.gateway.name],
    )
    return rows
  })
  for (const { id, about, reference } of events) {
    if (reference && about === 'payment' && !(await isAnswered(confirmPayment(deps, reference)))) continue
    if (reference && about === 'refund') await hasten(deps, reference)
    await deps.database.as(SERVICE, (tx) =>
      tx.query('update public.gateway_events set next_try_at = null where gateway = $1 and id = $2', [
        deps.gateway.name,
        id,
      ]),
    )
  }
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

async function askAboutSilentPayments(deps: PaymentDeps): Promise<void> {
  const silent = await deps.database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ reference: string }>(
      `update public.payments set next_look_at = now() + interval '5 minutes'
       where id in (select id from public.payments where next_look_at <= now() and gateway = $1 order by next_look_at limit 50 for update skip locked) returning reference`,
      [deps.gateway.name],
    )
    return rows
  })
  for (const { reference } of silent) await isAnswered(confirmPayment(deps, reference))
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
