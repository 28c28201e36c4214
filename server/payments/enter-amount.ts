import type pg from 'pg'
import { formatNaira } from '#domain/money.ts'
import type { Case } from '#domain/own-case.ts'
import {
  type AmountAct,
  type AmountToApprove,
  type SecondApprovalReason,
  secondApprovalReasons,
} from '#domain/payments/typed-amounts.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { recordAct } from '#server/record-act.ts'

interface AmountEntry {
  act: AmountAct
  about: Case
  /** State of the place or shop. */
  state: string
  /** The goods, as the desk shows them: "Order 1012: 4 x Ofada rice, bag". */
  what: string
  amountKobo: bigint
  /** Name of the form field to which errors about the amount belong. */
  field: string
  /** The place that has the cash. */
  placeId?: string | null
  bankEntry?: string | null
  /** The command's input, which is carried out on the second approval. */
  input: unknown
  by: string
}

/** A recorded amount. `isWaiting`: it needs a second approval before anything is carried out. */
export interface EnteredAmount {
  amountId: string
  isWaiting: boolean
}

/**
 * Records an amount that staff entered; the only way to do so (design.md 9). The database derives the bounds from the
 * goods, adds up the person's day and decides whether a second approval is needed.
 */
export async function enterAmount(tx: pg.PoolClient, entry: AmountEntry): Promise<EnteredAmount | Refusal> {
  const { act, about, amountKobo } = entry
  const facts = await readLimits(tx, entry)
  const most = facts.bounds.mostKobo
  if (amountKobo > most) {
    const message = `At most ${formatNaira(most)}: more than that these goods cannot account for.`
    return refuse('amount_out_of_bounds', { message, errors: { [entry.field]: message } })
  }
  const bankEntry = entry.bankEntry?.trim().toUpperCase() ?? null
  await tx.query(
    `update public.typed_amounts set status = 'expired' where status = 'waiting' and expires_at <= clock_timestamp()
       and (act = $1 and subject_id = $2 or bank_entry = $3)`,
    [act, about.id, bankEntry],
  )
  const { rows: conflicts } = await tx.query<{ waits: boolean; entry_used: boolean }>(
    `select exists (select from public.typed_amounts where act = $1 and subject_id = $2 and status = 'waiting') as waits,
       exists (select from public.typed_amounts where bank_entry = $3 and status in ('waiting', 'done')) as entry_used`,
    [act, about.id, bankEntry],
  )
  if (conflicts[0]?.waits) return refuse('amount_waits')
  if (conflicts[0]?.entry_used) {
    const used = refuse('bank_entry_used')
    return { ...used, errors: { bank_entry: used.message } }
  }
  return insertAmount(tx, { ...entry, bankEntry }, secondApprovalReasons({ act, amountKobo, ...facts }))
}

/** Reads bounds and limits under a lock on this person's daily total; the database checks them again. */
async function readLimits(
  tx: pg.PoolClient,
  { act, about, by }: AmountEntry,
): Promise<Pick<AmountToApprove, 'bounds' | 'aloneTodayKobo' | 'limits'>> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('typed-amount:' || $1, 0))`, [by])
  const { rows } = await tx.query<
    Record<'usual_from' | 'usual_to' | 'most' | 'alone' | 'act_limit' | 'day_limit', bigint | null>
  >(
    `select b.*, public.whole_setting('amount_limit_act_naira') * 100::bigint as act_limit, public.whole_setting('amount_limit_day_naira') * 100::bigint as day_limit,
       (select coalesce(sum(a.amount_kobo), 0)::bigint from public.typed_amounts a where a.entered_by = $3 and a.status = 'done' and a.approval_reasons = '{}'
         and a.entered_at >= date_trunc('day', clock_timestamp() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos') as alone
     from public.amount_bounds($1, $2) b`,
    [act, about.id, by],
  )
  const [row] = rows
  return {
    bounds: {
      usualFromKobo: row?.usual_from ?? 0n,
      usualToKobo: row?.usual_to ?? 0n,
      mostKobo: row?.most ?? 0n,
    },
    aloneTodayKobo: row?.alone ?? 0n,
    limits: { actKobo: row?.act_limit ?? 0n, dayKobo: row?.day_limit ?? 0n },
  }
}

async function insertAmount(
  tx: pg.PoolClient,
  entry: AmountEntry,
  because: readonly SecondApprovalReason[],
): Promise<EnteredAmount> {
  const { act, about, amountKobo, by } = entry
  const { rows } = await tx.query<{ id: string; status: string; approval_reasons: SecondApprovalReason[] }>(
    `insert into public.typed_amounts (act, subject, subject_id, state, what, amount_kobo, usual_from_kobo, usual_to_kobo, most_kobo, pickup_point_id, bank_entry,
       input, entered_by, entered_role, approval_reasons, status)
     values ($1, $2, $3, $4, $5, $6, 0, 0, $6, $7, $8, $9, $10, 'manager', $11, 'waiting') returning id, status, approval_reasons`,
    [
      act,
      about.subject,
      about.id,
      entry.state,
      entry.what.slice(0, 300),
      amountKobo,
      entry.placeId ?? null,
      entry.bankEntry ?? null,
      JSON.stringify(entry.input),
      by,
      because,
    ],
  )
  const [row] = rows
  if (!row) throw new Error('The insert of an amount returned no row')
  const isWaiting = row.status === 'waiting'
  if (isWaiting) {
    await recordAct(tx, {
      actorId: by,
      action: 'amount.request',
      subject: { type: 'amount', id: row.id },
      after: { act, what: entry.what, amount_kobo: Number(amountKobo), because: row.approval_reasons },
    })
  }
  return { amountId: row.id, isWaiting }
}
