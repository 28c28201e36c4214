import type { Difference } from '#domain/books/compare-books.ts'
import type { GatewayRecord, PaymentGateway, RecordStatus } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import type { BooksDeps } from './books-deps.ts'
import { keepRecords } from './gateway-records.ts'

/** Beyond this, something is wrong that no asking mends. */
const MOST = 300

/**
 * Asks the gateway by reference about what seems to differ: a list shows what was true when it was made. Payments that it confirms or
 * has taken back are asked for by the clock too, which books them in the one way there is.
 */
export async function askAgain(
  { database, gateway }: BooksDeps,
  found: readonly Difference[],
): Promise<GatewayRecord[]> {
  const doubtful = found.filter(({ fault }) => fault !== 'doubled' && fault !== 'wrong_sum').slice(0, MOST)
  const records: GatewayRecord[] = []
  for (const difference of doubtful) {
    const record = await ask(gateway, difference)
    if (record) records.push(record)
  }
  const payments = doubtful.filter(({ kind, fault }) => kind === 'payment' && fault !== 'missing_there')
  await database.as(SERVICE, async (tx) => {
    if (records.length > 0) await keepRecords(tx, gateway.name, records)
    await tx.query(
      `update public.payments set next_look_at = now() where gateway = $1 and reference = any ($2) and status <> 'reversed'`,
      [gateway.name, payments.map(({ reference }) => reference)],
    )
  })
  return records
}

const STATUSES: Readonly<Record<string, RecordStatus>> = {
  succeeded: 'done',
  processed: 'done',
  failed: 'ended',
  abandoned: 'ended',
  reversed: 'reversed',
}

async function ask(gateway: PaymentGateway, { kind, reference }: Difference): Promise<GatewayRecord | null> {
  const base = { kind, reference, currency: 'NGN', feesKobo: 0n, madeAt: new Date() }
  if (kind === 'payment') {
    const known = await gateway.readPayment(reference)
    if (!known) return null
    const { id, amountKobo, feesKobo, currency, paidAt } = known
    const status = STATUSES[known.status] ?? 'open'
    return { ...base, id, status, amountKobo, feesKobo, currency, madeAt: paidAt ?? base.madeAt }
  }
  if (kind !== 'payout') return null
  const known = await gateway.readPayout(`payout-${reference}`)
  return (
    known && { ...base, id: known.reference, status: STATUSES[known.status] ?? 'open', amountKobo: known.amountKobo }
  )
}
