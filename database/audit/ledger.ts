import type pg from 'pg'

/** One thing that must never be, by the rule it breaks (money.md 2, L1 to L23). */
export interface Fault {
  rule: string
  subject: string
  detail: string
}

/** Recounts every account from its rows. An empty list is a sound ledger. Reads as one statement, so it may run beside payments. */
export async function auditLedger(client: pg.ClientBase | pg.Pool): Promise<Fault[]> {
  const checks = Object.entries(CHECKS).map(
    ([rule, select]) => `select '${rule}' as rule, subject::text, detail from (${select}) c`,
  )
  const { rows } = await client.query<Fault>(`${COMMON} ${checks.join('\nunion all\n')} order by rule, subject`)
  return rows
}

const COMMON = `
with effects as (
  select t.debit_id as account_id, case when t.phase in ('posted', 'taken') then t.amount_kobo else 0 end as debits, 0 as credits,
    case when t.phase = 'held' then t.amount_kobo when t.hold_id is not null then -h.amount_kobo else 0 end as held
  from ledger.transfers t left join ledger.transfers h on h.id = t.hold_id
  union all
  select credit_id, 0, case when phase in ('posted', 'taken') then amount_kobo else 0 end, 0 from ledger.transfers
), counted as (
  select account_id, sum(debits) as debits, sum(credits) as credits, sum(held) as held from effects group by account_id
), accounts as (
  select a.*, k.owner, coalesce(c.debits, 0) as debits, coalesce(c.credits, 0) as credits, coalesce(c.held, 0) as held
  from ledger.accounts a join ledger.account_kinds k on k.kind = a.kind left join counted c on c.account_id = a.id
)`

const CHECKS: Record<string, string> = {
  'L1 movement': `select t.id as subject, format('%s of %s kobo', t.kind, t.amount_kobo) as detail from ledger.transfers t
    where t.amount_kobo <= 0 or t.debit_id = t.credit_id or not exists (select from ledger.movements m
      where (m.kind, m.debit_kind, m.credit_kind) = (t.kind, t.debit_kind, t.credit_kind))`,
  'L2 balanced': `select 'all accounts' as subject, format('debits %s, credits %s', sum(debits), sum(credits)) as detail
    from accounts having sum(debits) <> sum(credits)`,
  'L3 overdrawn': `select id as subject, format('%s has %s, %s spent and %s held', kind, credits, debits, held) as detail
    from accounts where is_limited and debits + held > credits`,
  'L4 totals': `select id as subject, format('%s shows %s, %s, %s; its rows make %s, %s, %s', kind, debits_kobo, credits_kobo, held_kobo, debits, credits, held) as detail
    from accounts where is_limited and (debits_kobo, credits_kobo, held_kobo) is distinct from (debits::bigint, credits::bigint, held::bigint)`,
  'L5 points': `select p.id as subject, format('shows %s, the ledger has %s kobo', p.points_balance, a.balance_kobo) as detail
    from public.profiles p left join ledger.accounts a on a.kind = 'peps' and a.owner_id = p.id
    where p.points_balance * 100 <> coalesce(a.balance_kobo, 0)`,
  'L6 holds': `select h.id as subject, format('%s kobo held, %s taken', h.amount_kobo, sum(t.amount_kobo)) as detail
    from ledger.transfers h join ledger.transfers t on t.hold_id = h.id group by h.id having count(*) > 1 or sum(t.amount_kobo) > h.amount_kobo`,
  'L7 keys': `select id as subject, format('%s is not the id of %s', id, key) as detail from ledger.journals where id <> ledger.id_of(key)`,
  'L7 lines': `select j.id as subject, format('%s has %s lines up to %s', j.key, count(t.id), max(t.line)) as detail
    from ledger.journals j left join ledger.transfers t on t.journal_id = j.id group by j.id having count(t.id) <> coalesce(max(t.line), 0) or count(t.id) = 0`,
  'L8 paid': `select o.id as subject, format('%s kobo paid, the ledger has %s', o.charged_kobo, a.credits) as detail
    from public.orders o left join accounts a on a.kind = 'escrow' and a.owner_id = o.id where o.charged_kobo <> coalesce(a.credits, 0)`,
  'L8 returned': `select o.id as subject, format('%s kobo came back, the ledger has %s', o.returned_kobo, r.kobo) as detail
    from public.orders o join accounts a on a.kind = 'escrow' and a.owner_id = o.id
    left join (select debit_id, sum(amount_kobo) as kobo from ledger.transfers where kind in ('returned_as_peps', 'return_owed') group by debit_id) r on r.debit_id = a.id
    where o.returned_kobo <> coalesce(r.kobo, 0)`,
  'L8 closed': `select o.id as subject, format('%s, and %s kobo are still held', o.status, a.balance_kobo) as detail
    from public.orders o join ledger.accounts a on a.kind = 'escrow' and a.owner_id = o.id
    where a.balance_kobo <> 0 and o.status in ('pending', 'expired', 'cancelled', 'refunding', 'refunded', 'completed')`,
  'L9 refunds': `select f.id as subject, format('%s refund of %s kobo, %s owed', f.status, f.amount_kobo, a.balance_kobo) as detail
    from public.refunds f left join ledger.accounts a on a.kind = 'refund_due' and a.owner_id = f.id
    where coalesce(a.balance_kobo, -1) <> case when f.status = 'processed' then 0 else f.amount_kobo end`,
  'L12 payments': `select p.id as subject, format('%s kobo came in, the ledger has %s', p.received_kobo, sum(t.amount_kobo)) as detail
    from public.payments p left join ledger.transfers t on t.journal_id = ledger.id_of('payment:' || p.reference) and t.kind in ('payment', 'stray_payment')
    where p.gateway <> 'peps' and p.status in ('succeeded', 'reversed') group by p.id having sum(t.amount_kobo) is distinct from p.received_kobo`,
  'L12 unapplied': `select p.id as subject, format('%s kobo pay nothing and go nowhere', a.balance_kobo) as detail
    from public.payments p join ledger.accounts a on a.kind = 'unapplied' and a.owner_id = p.id where a.balance_kobo <> 0`,
  'L18 stale hold': `select h.id as subject, format('expired %s', h.expires_at) as detail from ledger.transfers h
    where h.phase = 'held' and h.expires_at < now() - interval '60 seconds' and not exists (select from ledger.transfers t where t.hold_id = h.id)`,
}
