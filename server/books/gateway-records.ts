import type pg from 'pg'
import { journal } from '#domain/payments/movements.ts'
import type { GatewayRecord } from '#platform/payment-gateways/gateway.ts'
import { post } from '#server/ledger/post.ts'
import type { Span } from './ledger-entries.ts'

const PAYOUT = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Replaces a payout's gateway reference with the payout id that it ends with. */
export function normalizeReference(record: GatewayRecord): GatewayRecord {
  if (record.kind !== 'payout') return record
  return { ...record, reference: PAYOUT.exec(record.reference ?? '')?.[0] ?? record.reference }
}

/** Stores the current state of gateway records. */
export async function saveRecords(
  tx: pg.ClientBase,
  gateway: string,
  records: readonly GatewayRecord[],
): Promise<void> {
  await tx.query(
    `insert into public.gateway_records as g (gateway, kind, id, reference, status, amount_kobo, fees_kobo, currency, made_at)
     select $1, r.kind, r.id, r.reference, r.status, r.amount, r.fees, r.currency, r.made_at
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::text[], $9::timestamptz[])
       as r (kind, id, reference, status, amount, fees, currency, made_at)
     on conflict (gateway, kind, id) do update set reference = excluded.reference, status = excluded.status, amount_kobo = excluded.amount_kobo,
       fees_kobo = excluded.fees_kobo, seen_at = clock_timestamp()`,
    [
      gateway,
      records.map(({ kind }) => kind),
      records.map(({ id }) => id),
      records.map(({ reference }) => reference?.slice(0, 200) ?? null),
      records.map(({ status }) => status),
      records.map(({ amountKobo }) => amountKobo),
      records.map(({ feesKobo }) => feesKobo),
      records.map(({ currency }) => currency),
      records.map(({ madeAt }) => madeAt),
    ],
  )
}

/** Reads stored records of other days with these references. */
export async function readRecordsOutside(
  tx: pg.ClientBase,
  { gateway, from, until }: Span,
  references: readonly { kind: string; reference: string }[],
): Promise<GatewayRecord[]> {
  const { rows } = await tx.query<RecordRow>(
    `select g.kind, g.id, g.reference, g.status, g.amount_kobo, g.fees_kobo, g.currency, g.made_at from public.gateway_records g
     join (select distinct * from unnest($4::text[], $5::text[])) as w (kind, reference) on g.kind = w.kind and (g.reference = w.reference or g.kind = 'settlement' and g.id = w.reference)
     where g.gateway = $1 and not (g.made_at >= $2 and g.made_at < $3)`,
    [gateway, from, until, references.map(({ kind }) => kind), references.map(({ reference }) => reference)],
  )
  return rows.map(({ amount_kobo, fees_kobo, made_at, ...row }) => ({
    ...row,
    amountKobo: amount_kobo,
    feesKobo: fees_kobo,
    madeAt: made_at,
  }))
}

interface RecordRow extends Pick<GatewayRecord, 'kind' | 'id' | 'reference' | 'status' | 'currency'> {
  amount_kobo: bigint
  fees_kobo: bigint
  made_at: Date
}

/**
 * Books what the gateway has paid into our bank from its records, once each; a record that changes later becomes a
 * difference.
 */
export async function bookSettlements(
  tx: pg.ClientBase,
  gateway: string,
  records: readonly GatewayRecord[],
): Promise<void> {
  const settled = records.filter(({ kind, status }) => kind === 'settlement' && status === 'done')
  const key = ({ id }: GatewayRecord) => `settlement:${gateway}:${id}`
  const { rows } = await tx.query<{ key: string }>('select key from ledger.journals where key = any ($1)', [
    settled.map(key),
  ])
  const booked = new Set(rows.map((row) => row.key))
  for (const record of settled) {
    if (booked.has(key(record))) continue
    await post(tx, journal(key(record), [{ kind: 'gateway_settled', amountKobo: record.amountKobo }]))
  }
}
