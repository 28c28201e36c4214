import type pg from 'pg'
import { type CopyCounts, expandExpression } from './fill-copies.ts'

/** ledger.id_of, inlined: a function call would cost more than the hash. */
const ledgerId = (key: string) => `encode(substring(sha256(convert_to(${key}, 'UTF8')) from 1 for 16), 'hex')::uuid`

/**
 * Copies journals and movements, with keys and ids derived from each copy's own rows. Payouts are not copied: all
 * copies share the shops, and their earnings are still to be paid out.
 */
export async function copyLedger(client: pg.ClientBase, copies: CopyCounts): Promise<void> {
  const sql = (text: string) => expandExpression(text, 'orders', copies)
  await client.query(
    sql(`create temporary table copied_journals on commit drop as
      select j.id as former, c, copied_in(j.key) as key from ledger.journals j cross join generate_series(1, ${copies.orders}) c
      where j.key !~ '^payout' and (c <= ${copies.whole} or right(j.key, 36)::uuid in (select id from pg_temp.ended))`),
  )
  await client.query(
    sql(`create temporary table copied_accounts on commit drop as
      select a.id as former, c, ${ledgerId(`concat_ws(':', a.kind, case a.kind when 'peps' then person(a.owner_id) when 'vendor' then a.owner_id else copied(a.owner_id) end)`)} as id,
        case a.kind when 'peps' then person(a.owner_id) when 'vendor' then a.owner_id else copied(a.owner_id) end as owner_id
      from ledger.accounts a cross join generate_series(1, ${copies.orders}) c where a.kind <> 'payout_out'
        and (c <= ${copies.whole} or a.kind not in ('escrow', 'refund_due', 'unapplied') or a.owner_id in (select id from pg_temp.ended))`),
  )
  await client.query('analyze copied_journals, copied_accounts')
  await client.query(`insert into ledger.accounts (id, kind, owner_id, is_limited, opened_at)
    select distinct on (k.id) k.id, a.kind, k.owner_id, a.is_limited, a.opened_at
    from copied_accounts k join ledger.accounts a on a.id = k.former order by k.id on conflict do nothing`)
  await client.query(
    sql(`insert into ledger.journals (id, key, content, cause, actor_id, reason, posted_at)
      select ${ledgerId('k.key')}, k.key, j.content, j.cause, person(j.actor_id), j.reason, j.posted_at - c * interval '13 seconds'
      from copied_journals k join ledger.journals j on j.id = k.former`),
  )
  await client.query(`insert into ledger.transfers (id, journal_id, line, kind, debit_id, debit_kind, credit_id, credit_kind, amount_kobo, phase, hold_id, expires_at, posted_at)
    select ${ledgerId(`k.key || '#' || t.line`)}, ${ledgerId('k.key')}, t.line, t.kind, d.id, t.debit_kind, e.id, t.credit_kind, t.amount_kobo, t.phase,
      case when h.id is not null then ${ledgerId(`hk.key || '#' || h.line`)} end, t.expires_at, t.posted_at - k.c * interval '13 seconds'
    from copied_journals k join ledger.transfers t on t.journal_id = k.former
    join copied_accounts d on d.former = t.debit_id and d.c = k.c join copied_accounts e on e.former = t.credit_id and e.c = k.c
    left join ledger.transfers h on h.id = t.hold_id left join copied_journals hk on hk.former = h.journal_id and hk.c = k.c`)
  await client.query(TOTALS)
  await client.query(`update public.profiles p set points_balance = a.balance_kobo / 100.0
    from ledger.accounts a where a.kind = 'peps' and a.owner_id = p.id and p.points_balance * 100 <> a.balance_kobo`)
}

/** Recomputes the running totals of limited accounts from their rows. */
const TOTALS = `
with effects as (
  select t.debit_id as account_id, case when t.phase in ('posted', 'captured') then t.amount_kobo else 0 end as debits, 0 as credits,
    case when t.phase = 'held' then t.amount_kobo when t.hold_id is not null then -h.amount_kobo else 0 end as held
  from ledger.transfers t left join ledger.transfers h on h.id = t.hold_id
  union all
  select credit_id, 0, case when phase in ('posted', 'captured') then amount_kobo else 0 end, 0 from ledger.transfers
), counted as (
  select account_id, sum(debits) as debits, sum(credits) as credits, sum(held) as held from effects group by account_id
)
update ledger.accounts a set debits_kobo = c.debits, credits_kobo = c.credits, held_kobo = c.held
from counted c where c.account_id = a.id and a.is_limited`
