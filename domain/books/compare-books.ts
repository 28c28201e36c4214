import { sumKobo } from '#domain/money.ts'

// Compares the gateway's records with the ledger's (money.md 2, L12). Staff resolve the differences; nothing here moves
// money.

export type BookKind = 'payment' | 'refund' | 'payout' | 'settlement'

/** A record as listed by the gateway. */
export interface GatewayRecord {
  kind: BookKind
  id: string
  /** Reference shared by both sides; null for records that the gateway created without one. */
  reference: string | null
  /** `done`: the money has moved. `open`: it may still move. `ended`: it never will. `reversed`: it went back. */
  status: 'open' | 'done' | 'ended' | 'reversed'
  amountKobo: bigint
  feesKobo: bigint
}

/** An entry of the ledger. */
export interface LedgerEntry {
  kind: BookKind
  reference: string
  amountKobo: bigint
  /** For payments: the gateway's fee. Null if the ledger does not book fees per entry. */
  feesKobo: bigint | null
  isReversed: boolean
  /** For payments: total of our refunds. The gateway reports `reversed` once it is fully refunded. */
  refundedKobo: bigint
  /** For payments: amount taken back by the payer's bank. */
  chargedBackKobo: bigint
}

/**
 * `missing_here`: the ledger has no entry. `missing_there`: the gateway has no record. `doubled`: it moved the money
 * more than once.
 */
export type DifferenceFault = 'missing_here' | 'missing_there' | 'doubled' | 'wrong_sum' | 'wrong_state'

export interface Difference {
  kind: BookKind
  reference: string
  fault: DifferenceFault
  /** Total of all settled records with this reference; null if there is none. */
  gatewayKobo: bigint | null
  ledgerKobo: bigint | null
  gatewayStatus: GatewayRecord['status'] | null
}

/** At most one difference per reference, the most severe. */
export function compareBooks(records: readonly GatewayRecord[], booked: readonly LedgerEntry[]): Difference[] {
  const entries = new Map(booked.map((entry) => [recordKey(entry), entry]))
  const listed = new Map<string, GatewayRecord[]>()
  // Pages of the list may overlap: the last occurrence of an id wins.
  for (const record of new Map(records.map((one) => [`${one.kind} ${one.id}`, one])).values()) {
    const name = recordKey({ kind: record.kind, reference: recordReference(record) })
    listed.set(name, [...(listed.get(name) ?? []), record])
  }
  const found: Difference[] = []
  for (const [name, all] of listed) {
    const difference = compareRecords(all, entries.get(name))
    if (difference) found.push(difference)
  }
  for (const [name, { kind, reference, amountKobo }] of entries) {
    if (listed.has(name)) continue
    const sides = { gatewayKobo: null, ledgerKobo: amountKobo, gatewayStatus: null }
    found.push({ kind, reference, fault: 'missing_there', ...sides })
  }
  return found
}

/** Falls back to the gateway's id: records made in the gateway's dashboard have no reference of ours. */
export const recordReference = ({ reference, id }: Pick<GatewayRecord, 'reference' | 'id'>): string => reference ?? id

export const recordKey = ({ kind, reference }: { kind: BookKind; reference: string }) => `${kind} ${reference}`

/** A partial chargeback does not change the status of the gateway's record. */
function isSameState(
  { status }: GatewayRecord,
  { isReversed, refundedKobo, chargedBackKobo, amountKobo }: LedgerEntry,
): boolean {
  if (status === 'reversed') return isReversed || refundedKobo >= amountKobo
  return status === 'done' && (!isReversed || chargedBackKobo < amountKobo)
}

function compareRecords(all: readonly GatewayRecord[], entry: LedgerEntry | undefined): Difference | null {
  const moved = all.filter(({ status }) => status === 'done' || status === 'reversed')
  const [record] = moved.length > 0 ? moved : all
  if (!record) return null
  const difference = (fault: DifferenceFault): Difference => ({
    kind: record.kind,
    reference: recordReference(record),
    fault,
    ledgerKobo: entry?.amountKobo ?? null,
    gatewayKobo: moved.length > 0 ? sumKobo(moved) : null,
    gatewayStatus: record.status,
  })
  if (moved.length > 1) return difference('doubled')
  // A payment received and reversed before it was booked needs no entry.
  if (!entry) return record.status === 'done' ? difference('missing_here') : null
  if (!isSameState(record, entry)) return difference('wrong_state')
  const isFeeWrong = entry.feesKobo !== null && entry.feesKobo !== record.feesKobo
  return isFeeWrong || entry.amountKobo !== record.amountKobo ? difference('wrong_sum') : null
}
