import type { Difference } from '#domain/books/compare-books.ts'
import type { GatewayRecord, PaymentGateway, RecordStatus } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import type { BooksDeps } from './books-deps.ts'
import { saveRecords } from './gateway-records.ts'

/** With more differences than this, rechecking each one does not help. */
const MAX_RECHECKS = 300

/**
 * Reads apparent differences again from the gateway, by reference: its lists may be outdated. Payments that it confirms
 * or has reversed are also scheduled for the payments job, which books them as usual. Returns the current records.
 */
export async function recheckDifferences(
  { database, gateway }: BooksDeps,
  found: readonly Difference[],
): Promise<GatewayRecord[]> {
  const uncertain = found.filter(({ fault }) => fault !== 'doubled' && fault !== 'wrong_sum').slice(0, MAX_RECHECKS)
  const records: GatewayRecord[] = []
  for (const difference of uncertain) {
    const record = await readRecord(gateway, difference)
    if (record) records.push(record)
  }
  const payments = uncertain.filter(({ kind, fault }) => kind === 'payment' && fault !== 'missing_there')
  await database.as(SERVICE, async (tx) => {
    if (records.length > 0) await saveRecords(tx, gateway.name, records)
    await tx.query(
      `update public.payments set next_check_at = now() where gateway = $1 and reference = any ($2) and status <> 'reversed'`,
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

async function readRecord(gateway: PaymentGateway, { kind, reference }: Difference): Promise<GatewayRecord | null> {
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
