import type { DifferenceFault } from '#domain/books/compare-books.ts'
import type { PaymentGateway } from '#platform/payment-gateways/gateway.ts'
import { failure, success } from '#platform/payment-gateways/local/envelope.ts'
import { createPaystack } from '#platform/payment-gateways/paystack.ts'
import type { TestMarket } from '../market.ts'

const KINDS = ['payment', 'refund', 'payment', 'payout', 'payment', 'settlement'] as const
const FAULTS = ['missing_here', 'missing_there', 'doubled', 'wrong_sum', 'wrong_state'] as const

type Kind = (typeof KINDS)[number]

export interface SeededRecord {
  kind: Kind
  uuid: string
  amountKobo: number
  fault: DifferenceFault | null
}

/** Creates records of all kinds, with every fault in every kind that can have it. */
export function seededRecords({ records, faults }: { records: number; faults: number }): SeededRecord[] {
  const every = Math.floor(records / faults)
  return Array.from({ length: records }, (_, index) => {
    const turn = index / every
    const isFaulty = Number.isInteger(turn) && turn < faults
    const kind = KINDS[(isFaulty ? turn : index) % KINDS.length] ?? 'payment'
    const fault = isFaulty ? (FAULTS[turn % FAULTS.length] ?? null) : null
    const uuid = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    return { kind, uuid, amountKobo: 100_000 + index, fault: fault && possible(kind, fault) }
  })
}

/**
 * Replaces faults that a kind cannot have: references of transfers and settlements are unique at the gateway, and a
 * settlement is booked from its own record.
 */
function possible(kind: Kind, fault: DifferenceFault): DifferenceFault {
  if (kind === 'payout' && fault === 'doubled') return 'wrong_sum'
  return kind === 'settlement' && (fault === 'doubled' || fault === 'missing_here') ? 'missing_there' : fault
}

export const seededReference = ({ kind, uuid }: SeededRecord): string => (kind === 'payment' ? `AJ-${uuid}` : uuid)

/** Books the records as of yesterday, except those that are to be missing here. */
export async function bookSeededRecords(market: TestMarket, records: readonly SeededRecord[]): Promise<void> {
  const journals = records.filter(({ fault }) => fault !== 'missing_here').flatMap(toJournals)
  await market.db.owner.query(
    `select count(ledger.write(j.key, j.lines, now() - interval '1 day')) from unnest($1::text[], $2::jsonb[]) as j (key, lines)`,
    [journals.map(([key]) => key), journals.map(([, lines]) => JSON.stringify(lines))],
  )
}

function toJournals(record: SeededRecord): [string, Record<string, unknown>[]][] {
  const { kind, uuid, amountKobo: amount_kobo } = record
  const line = (of: string, sides: { debit?: string; credit?: string }) => ({ kind: of, amount_kobo, ...sides })
  const paid = line('payment', { credit: uuid })
  if (kind === 'payment') return [[`payment:${seededReference(record)}`, [paid]]]
  if (kind === 'settlement') return [[`settlement:local:${uuid}`, [line('gateway_settled', {})]]]
  const before = `before:${uuid}`
  if (kind === 'refund') {
    return [
      [before, [paid, line('return_owed', { debit: uuid, credit: uuid })]],
      [`refunded:${uuid}`, [line('return_sent', { debit: uuid })]],
    ]
  }
  const earned = line('late_leave_charge', { debit: uuid, credit: uuid })
  return [
    [before, [paid, earned, line('payout_begun', { debit: uuid, credit: uuid })]],
    [`payout-arrived:${uuid}`, [line('payout_arrived', { debit: uuid })]],
  ]
}

const LISTS: Readonly<Record<string, Kind>> = {
  '/transaction': 'payment',
  '/refund': 'refund',
  '/transfer': 'payout',
  '/settlement': 'settlement',
}

/**
 * A Paystack API with these records, except those that are to be missing there: its lists with paging, and payments by
 * reference.
 */
export function seededGateway(records: readonly SeededRecord[]): PaymentGateway {
  const there = records.flatMap((record, index) => {
    if (record.fault === 'missing_there') return []
    const one = { record, id: index + 1 }
    return record.fault === 'doubled' ? [one, { record, id: records.length + index + 1 }] : [one]
  })
  return createPaystack({
    name: 'local',
    secretKey: 'sk_test_seeded',
    async fetch(url) {
      const { pathname, searchParams } = new URL(url)
      const kind = LISTS[pathname]
      if (kind) {
        const page = Number(searchParams.get('page'))
        const rows = there.filter(({ record }) => record.kind === kind)
        return success(rows.slice((page - 1) * 100, page * 100).map(toRecord))
      }
      const reference = pathname.replace('/transaction/verify/', '')
      const found = there.find(({ record }) => record.kind === 'payment' && seededReference(record) === reference)
      return found ? success(toRecord(found)) : failure('Not found', 404)
    },
  })
}

function toRecord({ record, id }: { record: SeededRecord; id: number }) {
  const { kind, uuid, fault } = record
  const amount = record.amountKobo + (fault === 'wrong_sum' ? 1 : 0)
  const status = fault === 'wrong_state' ? 'failed' : kind === 'refund' ? 'processed' : 'success'
  const createdAt = new Date(Date.now() - 86_400_000).toISOString()
  const known = { id, status, currency: 'NGN', createdAt, domain: 'test' }
  if (kind === 'payment') return { ...known, reference: seededReference(record), amount, fees: 0 }
  if (kind === 'refund') return { ...known, merchant_note: uuid, amount }
  if (kind === 'payout') return { ...known, reference: `payout-${uuid}`, amount }
  return { ...known, id: uuid, total_amount: amount, total_fees: 0 }
}
