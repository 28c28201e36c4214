// The gateway's records against the ledger's (money.md 2, L12). Who is right, a person decides: nothing here moves money.

export type BookKind = 'payment' | 'refund' | 'payout' | 'settlement'

/** What the gateway has in its books. */
export interface ListedRecord {
  kind: BookKind
  id: string
  /** What both sides know it by; null if we know nothing of it. */
  reference: string | null
  status: 'open' | 'done' | 'ended' | 'reversed'
  amountKobo: bigint
  feesKobo: bigint
}

/** What the ledger has. */
export interface BookedEntry {
  kind: BookKind
  reference: string
  amountKobo: bigint
  /** Of a payment: what the gateway has charged for it. Null where the ledger does not book it by entry. */
  feesKobo: bigint | null
  isReversed: boolean
  /** Of a payment: what our refunds have given back. The gateway calls it reversed once that is all of it. */
  refundedKobo: bigint
  /** Of a payment: what its payer's bank has taken. */
  takenBackKobo: bigint
}

export type DifferenceFault = 'missing_here' | 'missing_there' | 'doubled' | 'wrong_sum' | 'wrong_state'

export interface Difference {
  kind: BookKind
  reference: string
  fault: DifferenceFault
  /** Of all records under this reference whose money has moved; null if there is none. */
  gatewayKobo: bigint | null
  ledgerKobo: bigint | null
  gatewayStatus: ListedRecord['status'] | null
}

/** At most one difference for each reference, the gravest. */
export function compareBooks(records: readonly ListedRecord[], booked: readonly BookedEntry[]): Difference[] {
  const entries = new Map(booked.map((entry) => [nameOf(entry), entry]))
  const listed = new Map<string, ListedRecord[]>()
  // Pages of a list may overlap: the same id is the same record, as it was last seen.
  for (const record of new Map(records.map((one) => [`${one.kind} ${one.id}`, one])).values()) {
    const name = nameOf({ kind: record.kind, reference: referenceOf(record) })
    listed.set(name, [...(listed.get(name) ?? []), record])
  }
  const found: Difference[] = []
  for (const [name, all] of listed) {
    const difference = judge(all, entries.get(name))
    if (difference) found.push(difference)
  }
  for (const [name, { kind, reference, amountKobo }] of entries) {
    if (listed.has(name)) continue
    const sides = { gatewayKobo: null, ledgerKobo: amountKobo, gatewayStatus: null }
    found.push({ kind, reference, fault: 'missing_there', ...sides })
  }
  return found
}

/** What was made at the gateway's own desk carries no reference of ours. */
export const referenceOf = ({ reference, id }: Pick<ListedRecord, 'reference' | 'id'>): string => reference ?? id

const nameOf = ({ kind, reference }: { kind: BookKind; reference: string }) => `${kind} ${reference}`

/** A bank that took a part leaves the gateway's record as it was. */
function isSameState(
  { status }: ListedRecord,
  { isReversed, refundedKobo, takenBackKobo, amountKobo }: BookedEntry,
): boolean {
  if (status === 'reversed') return isReversed || refundedKobo >= amountKobo
  return status === 'done' && (!isReversed || takenBackKobo < amountKobo)
}

function judge(all: readonly ListedRecord[], entry: BookedEntry | undefined): Difference | null {
  const moved = all.filter(({ status }) => status === 'done' || status === 'reversed')
  const [record] = moved.length > 0 ? moved : all
  if (!record) return null
  const difference = (fault: DifferenceFault): Difference => ({
    kind: record.kind,
    reference: referenceOf(record),
    fault,
    ledgerKobo: entry?.amountKobo ?? null,
    gatewayKobo: moved.length > 0 ? moved.reduce((sum, { amountKobo }) => sum + amountKobo, 0n) : null,
    gatewayStatus: record.status,
  })
  if (moved.length > 1) return difference('doubled')
  // What came in and was taken back before it was booked leaves nothing behind.
  if (!entry) return record.status === 'done' ? difference('missing_here') : null
  if (!isSameState(record, entry)) return difference('wrong_state')
  const isFeeWrong = entry.feesKobo !== null && entry.feesKobo !== record.feesKobo
  return isFeeWrong || entry.amountKobo !== record.amountKobo ? difference('wrong_sum') : null
}
