import { GatewayFault } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { notifyAdmins } from '#server/notices/notify-admins.ts'
import { confirmPayment, type PaymentDeps } from '../confirm-payment.ts'
import { recordDisputes } from './record-disputes.ts'

/**
 * Handles a dispute that the payer's bank has opened or decided: reads it from the gateway, holds the money of its
 * orders, lists it for staff to answer, and books its end. Throws a `GatewayFault` if the gateway does not respond.
 */
export async function followDispute(deps: PaymentDeps, reference: string): Promise<void> {
  await queueChargeback(deps, reference)
  const { rows } = await deps.database.as(SERVICE, (tx) =>
    tx.query<{ id: string; gateway_id: string | null }>(
      'select id, gateway_id from public.payments where reference = $1 and gateway = $2',
      [reference, deps.gateway.name],
    ),
  )
  const [payment] = rows
  if (!payment) return
  if (payment.gateway_id) {
    const disputes = await deps.gateway.listPaymentDisputes(payment.gateway_id)
    await deps.database.as(SERVICE, (tx) =>
      recordDisputes(tx, { paymentId: payment.id, gateway: deps.gateway.name, disputes }),
    )
  }
  await confirmPayment(deps, reference)
}

/**
 * Follows disputes of the last three days that no event has reported, and open ones once an hour. Returns the faults,
 * one per dispute.
 */
export async function watchDisputes(deps: PaymentDeps): Promise<unknown[]> {
  const known = await readDueDisputes(deps)
  const unreported = await readUnreported(deps)
  const faults: unknown[] = []
  for (const reference of new Set([...known, ...unreported])) {
    await followDispute(deps, reference).catch((fault: unknown) => {
      // Retried at the next run.
      if (!(fault instanceof GatewayFault)) faults.push(fault)
    })
  }
  return faults
}

async function readDueDisputes({ database, gateway }: PaymentDeps): Promise<string[]> {
  return database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ reference: string }>(
      `update public.disputes d set next_check_at = now() + interval '1 hour' from public.payments p
       where p.id = d.payment_id and d.gateway = $1 and d.next_check_at <= now() and d.status = 'open' returning p.reference`,
      [gateway.name],
    )
    return rows.map(({ reference }) => reference)
  })
}

const DAYS_BACK = 3

async function readUnreported({ database, gateway }: PaymentDeps): Promise<string[]> {
  const until = new Date()
  const from = new Date(until.getTime() - DAYS_BACK * 86_400_000)
  const listed = await gateway.listDisputes({ from, until }).catch((fault: unknown) => {
    if (fault instanceof GatewayFault) return []
    throw fault
  })
  const referenced = listed.filter(({ reference }) => reference !== null)
  if (referenced.length === 0) return []
  return database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ reference: string }>(
      `select distinct p.reference from unnest($2::text[], $3::text[], $4::text[]) as n (id, reference, status) join public.payments p on p.reference = n.reference
       left join public.disputes d on d.gateway = $1 and d.id = n.id where p.gateway = $1 and (d.id is null or d.status = 'open' and n.status <> 'open')`,
      [
        gateway.name,
        referenced.map(({ id }) => id),
        referenced.map(({ reference }) => reference),
        referenced.map(({ status }) => status),
      ],
    )
    return rows.map(({ reference }) => reference)
  })
}

/**
 * Lists a chargeback as a difference of the books until staff have answered it at the gateway, and notifies the
 * administrators.
 */
async function queueChargeback({ database, gateway, siteUrl }: PaymentDeps, reference: string): Promise<void> {
  await database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ amount: bigint | null }>(
      `insert into public.book_differences (gateway, kind, reference, fault, gateway_kobo, ledger_kobo, happened_at)
       select $1, 'payment', $2, 'chargeback', p.received_kobo, p.received_kobo, now() from (select 1) one left join public.payments p on p.reference = $2
       on conflict do nothing returning gateway_kobo as amount`,
      [gateway.name, reference],
    )
    if (!rows[0]) return
    await notifyAdmins(tx, 'chargeback', { facts: { reference, amountKobo: rows[0].amount }, siteUrl })
  })
}
